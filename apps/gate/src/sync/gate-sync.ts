// Brings the server what happened and fetches what to know, whenever there is a network.
import type { DataOf } from '@kippu/contract/call';
import { GATE_EVENTS_MOST, gateEvents, gateState, type GateEvent } from '@kippu/contract/gate';
import { base64urlOf } from './base64url.ts';
import { CallError, type CallServer } from './call-server.ts';
import type { GateDatabase } from './gate-database.ts';

/** So much arrives within the time a call is given also where there is hardly a network. */
const BATCH_BYTES = 128 * 1024;
const EVERY_MS = 10_000;
const RETRY_FIRST_MS = 2_000;
const RETRY_MOST_MS = 60_000;

export type State = DataOf<typeof gateState>;

interface SyncPorts {
  readonly call: CallServer;
  readonly database: Pick<GateDatabase, 'queued' | 'sent' | 'setAside'>;
  readonly key: string;
  /** Tokyo wall time of the last state; undefined before the first. */
  readonly since: () => string | undefined;
  readonly steady: () => number;
  /** Takes a state whose time is proved, and how long its answer took. */
  readonly learn: (state: State, roundTripMs: number) => Promise<void>;
}

/** Whether the time comes from the server that knows this gate's key, in answer to this very question. */
async function isTimeProved(key: string, nonce: string, state: Pick<State, 'serverNow' | 'proof'>) {
  const encode = (text: string) => new TextEncoder().encode(text);
  const hash = await crypto.subtle.digest('SHA-256', encode(key));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', hash, hmac, false, ['sign']);
  const proof = await crypto.subtle.sign('HMAC', secret, encode(`KQ1 time ${nonce} ${state.serverNow}`));
  return base64urlOf(new Uint8Array(proof)) === state.proof;
}

interface Queued {
  readonly key: number;
  readonly event: GateEvent;
}

/** The first of them that are not too long for one call; always one at least. */
export function callOf(queued: readonly Queued[]): readonly Queued[] {
  let bytes = 0;
  const tooMuch = queued.findIndex(({ event }, at) => {
    bytes += new TextEncoder().encode(JSON.stringify(event)).length + 1;
    return at > 0 && bytes > BATCH_BYTES;
  });
  return tooMuch < 0 ? queued : queued.slice(0, tooMuch);
}

/** Sends a batch; one event that the server cannot take is put aside, found by halving, and the rest goes on. */
async function send(ports: SyncPorts, batch: readonly Queued[]): Promise<void> {
  const { call, database, key } = ports;
  const keys = batch.map((each) => each.key);
  try {
    const told = await call(gateEvents, { key, body: { events: batch.map((each) => each.event) } });
    const unread = new Set(told.filter(({ verdict }) => verdict === 'refused').map(({ eventId }) => eventId));
    for (const each of batch) if (unread.has(each.event.eventId)) await database.setAside(each.key);
    await database.sent(keys);
  } catch (error) {
    if (!(error instanceof CallError) || error.kind !== 'refused') throw error;
    const [only] = keys;
    if (keys.length === 1 && only !== undefined) return database.setAside(only);
    const half = Math.ceil(batch.length / 2);
    await send(ports, batch.slice(0, half));
    await send(ports, batch.slice(half));
  }
}

/** One round: all that is queued, in order, then the state. Rejects with CallError, or what the storage throws. */
export async function syncOnce(ports: SyncPorts): Promise<void> {
  for (;;) {
    const batch = await ports.database.queued(GATE_EVENTS_MOST);
    if (batch.length === 0) break;
    await send(ports, callOf(batch));
  }
  const since = ports.since();
  const nonce = crypto.randomUUID();
  const asked = ports.steady();
  const state = await ports.call(gateState, {
    key: ports.key,
    query: { nonce, ...(since === undefined ? {} : { since }) },
  });
  const roundTripMs = ports.steady() - asked;
  if (!(await isTimeProved(ports.key, nonce, state))) throw new CallError('refused', 'time not proved');
  await ports.learn(state, roundTripMs);
}

/**
 * Takes how many rounds failed in a row, a number from 0 to 1, and what the server asked to wait; gives the wait in
 * milliseconds, never less than what was asked.
 */
export function waitAfter(failures: number, random: number, askedMs = 0): number {
  if (failures === 0) return EVERY_MS;
  const longest = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MOST_MS);
  // Spread, so that a line of gates does not come back all at once.
  return Math.max(longest * (0.5 + random / 2), askedMs * (1 + random / 10));
}

/** Keeps syncing until stopped; `poke` asks for a round now, or after the time that the server asked to wait. */
export class GateSync {
  readonly #round: () => Promise<void>;
  readonly #report: (error: unknown) => void;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #again = false;
  #held = false;
  #stopped = false;

  /** `report` hears of each round: null when it went well. */
  constructor(round: () => Promise<void>, report: (error: unknown) => void) {
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
      await this.#round();
      this.#failures = 0;
      this.#report(null);
    } catch (error) {
      this.#failures += 1;
      if (error instanceof CallError) askedMs = error.waitMs;
      this.#report(error);
    }
    this.#busy = false;
    if (this.#stopped) return;
    this.#held = askedMs > 0;
    // Asked meanwhile, as when the network came back under a round that it failed: that one knows nothing of it.
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
