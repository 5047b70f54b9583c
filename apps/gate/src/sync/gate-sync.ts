// Sends the gate's events to the server and fetches its state whenever there is a network.
import type { DataOf } from '@kippu/contract/route-types';
import { MAX_GATE_EVENTS } from '@kippu/contract/limits';
import { gateEvents, gateState } from '@kippu/contract/routes/gate/gate';
import type { GateEvent } from '@kippu/contract/calls/gate/gate';
import { GateCallError, type CallServer } from './call-server.ts';
import { callerOf, type GateDatabase, type GateSettings } from '../storage/gate-database.ts';

/** This much can be sent within a call's timeout, even on a very slow network. */
const BATCH_BYTES = 128 * 1024;
const EVERY_MS = 10_000;
const RETRY_FIRST_MS = 2_000;
const MAX_RETRY_MS = 60_000;
const STATE_MS = 15_000;
/** The first state has the passages of a day: tens of megabytes at a large railway. */
const FIRST_STATE_MS = 60_000;
const MAX_STATE_MS = 120_000;
const LONG_ROUND_TRIP_MS = 5_000;

export type State = DataOf<typeof gateState>;

interface SyncPorts {
  readonly call: CallServer;
  readonly database: Pick<GateDatabase, 'queued' | 'sent' | 'setAside'>;
  readonly gate: Pick<GateSettings, 'gateId' | 'key'>;
  /** Wall time of the railway of the last state, or undefined before the first. */
  readonly since: () => string | undefined;
  /** The version of the gate's product table. */
  readonly productsVersion: () => string | undefined;
  readonly steady: () => number;
  /** Applies a state whose proof was checked. `roundTripMs` is how long the answer took. */
  readonly learn: (state: State, roundTripMs: number) => Promise<void>;
}

interface Queued {
  readonly key: number;
  readonly event: GateEvent;
}

/** Returns the first events that fit into one call, and always at least one. */
export function callOf(queued: readonly Queued[]): readonly Queued[] {
  let bytes = 0;
  const tooMuch = queued.findIndex(({ event }, at) => {
    bytes += new TextEncoder().encode(JSON.stringify(event)).length + 1;
    return at > 0 && bytes > BATCH_BYTES;
  });
  return tooMuch < 0 ? queued : queued.slice(0, tooMuch);
}

/** Sends a batch. If the server cannot read an event, it is found by halving and set aside, and the rest is sent. */
async function send(ports: SyncPorts, batch: readonly Queued[]): Promise<void> {
  const { call, database, gate } = ports;
  const keys = batch.map((each) => each.key);
  // An event names its gate only when it comes from another enrolment of this device.
  const events = batch.map(({ event: { gateId, ...event } }) =>
    gateId === undefined || gateId === gate.gateId ? event : { ...event, gateId },
  );
  try {
    const answers = await call(gateEvents, { caller: callerOf(gate), body: { events } });
    const unread = new Set(
      answers.filter(({ verdict }) => verdict === 'refused').map(({ eventId }) => eventId),
    );
    for (const each of batch) if (unread.has(each.event.eventId)) await database.setAside(each.key);
    await database.sent(keys);
  } catch (error) {
    if (!(error instanceof GateCallError) || error.kind !== 'refused') throw error;
    const [first] = batch;
    if (first && batch.length === 1) {
      const { moment, ...event } = first.event;
      // A server of the last release, which runs beside a newer one during an update, does not know moments.
      return moment === undefined ? database.setAside(first.key) : send(ports, [{ ...first, event }]);
    }
    const half = Math.ceil(batch.length / 2);
    await send(ports, batch.slice(0, half));
    await send(ports, batch.slice(half));
  }
}

/**
 * Returns the milliseconds to wait for a state after `failures` failed rounds in a row. The wait grows with them: a gate that was away for
 * days gets a state that is larger than the first one.
 */
export const stateWithin = (since: string | undefined, failures: number): number =>
  Math.min((since === undefined ? FIRST_STATE_MS : STATE_MS) * 2 ** failures, MAX_STATE_MS);

/** Fetches the state since the last one, and applies it. Returns how long the answer took, in milliseconds. */
async function fetchState(ports: SyncPorts, failures: number): Promise<number> {
  const since = ports.since();
  const products = ports.productsVersion();
  const asked = ports.steady();
  const state = await ports.call(gateState, {
    caller: callerOf(ports.gate),
    query: { ...(since === undefined ? {} : { since }), ...(products === undefined ? {} : { products }) },
    withinMs: stateWithin(since, failures),
  });
  const roundTripMs = ports.steady() - asked;
  await ports.learn(state, roundTripMs);
  return roundTripMs;
}

/**
 * Runs one round: sends all queued events in order, then fetches the state. `failures` is the number of failed rounds before it. Rejects
 * with GateCallError or storage errors.
 */
export async function syncOnce(ports: SyncPorts, failures = 0): Promise<void> {
  for (;;) {
    const batch = await ports.database.queued(MAX_GATE_EVENTS);
    if (batch.length === 0) break;
    await send(ports, callOf(batch));
  }
  const roundTripMs = await fetchState(ports, failures);
  // The answer's time is as uncertain as it took long. The next answer has the changes alone and comes soon.
  if (roundTripMs > LONG_ROUND_TRIP_MS) await fetchState(ports, failures);
}

/**
 * Returns the milliseconds to wait after `failures` failed rounds in a row. `random` is from 0 to 1. The wait is never
 * shorter than `askedMs`, which the server asked for.
 */
export function waitAfter(failures: number, random: number, askedMs = 0): number {
  if (failures === 0) return EVERY_MS;
  const longest = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  // Spread, so that many gates do not call at the same moment.
  return Math.max(longest * (0.5 + random / 2), askedMs * (1 + random / 10));
}

/** Syncs until stopped. `poke` starts a round now, or after the wait that the server asked for. */
export class GateSync {
  readonly #round: (failures: number) => Promise<void>;
  readonly #report: (error: unknown) => void;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #again = false;
  #held = false;
  #stopped = false;

  /** `round` gets the number of failed rounds before it. `report` is called after each round, with null or the error. */
  constructor(round: (failures: number) => Promise<void>, report: (error: unknown) => void) {
    this.#round = round;
    this.#report = report;
  }

  poke(): void {
    if (this.#stopped || this.#held) return;
    if (this.#busy) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    void this.#run();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#busy = true;
    this.#again = false;
    let askedMs = 0;
    try {
      await this.#round(this.#failures);
      this.#failures = 0;
      this.#report(null);
    } catch (error) {
      this.#failures += 1;
      if (error instanceof GateCallError) askedMs = error.waitMs;
      this.#report(error);
    }
    this.#busy = false;
    if (this.#stopped) return;
    this.#held = askedMs > 0;
    // A round was requested meanwhile, for example because the network returned. This round did not include it.
    if (this.#again && !this.#held) return this.#run();
    this.#timer = setTimeout(
      () => {
        this.#held = false;
        this.poke();
      },
      waitAfter(this.#failures, Math.random(), askedMs),
    );
  }
}
