// What the gate knows to decide with: keys, revocations, passages; in memory, as the database has it on the device.
import type { Knowledge } from '@kippu/ticket-code/decide-code';
import { PassedTickets, type Passed } from '@kippu/ticket-code/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/revoked-tickets';
import { countsAt } from '@kippu/ticket-code/verify';
import { bytesOf } from './base64url.ts';
import type { Loaded, GateSettings, Told } from './gate-database.ts';
import type { State } from './gate-sync.ts';
import { secondsOf } from './tokyo-time.ts';

/** What a state brought, to be saved. */
export interface Learned {
  readonly told: Told;
  readonly revoked: readonly (readonly [string, number])[];
  readonly passed: readonly (readonly [string, Passed])[];
}

export class GateKnowledge {
  readonly #revoked: RevokedTickets;
  readonly passed: PassedTickets;
  #told: Told | null;
  #singles: ReadonlySet<string>;
  #version = 0;

  constructor(kept: Pick<Loaded, 'told' | 'revoked' | 'passed'>) {
    this.#revoked = new RevokedTickets(kept.revoked);
    this.passed = new PassedTickets(kept.passed);
    this.#told = kept.told;
    this.#singles = new Set(kept.told?.singleProducts);
  }

  /** Tokyo wall time to ask from next. */
  get since(): string | undefined {
    return this.#told?.since;
  }

  /** Another number each time anything is learnt: what was decided by the same one still holds. */
  get version(): number {
    return this.#version;
  }

  /** Notes a passage of this gate; as PassedTickets.note. */
  note(...passage: Parameters<PassedTickets['note']>): Passed {
    this.#version += 1;
    return this.passed.note(...passage);
  }

  /** Takes what the server told; gives what to save of it. */
  learn(state: State): Learned {
    this.#version += 1;
    const revoked = state.revoked.map(({ ticketId, at }) => [ticketId, secondsOf(at)] as const);
    for (const [ticketId, at] of revoked) this.#revoked.note(ticketId, at);
    const passed = state.passed.map(
      ({ ticketId, direction, at, single }) =>
        [ticketId, this.passed.note(ticketId, direction, secondsOf(at), single)] as const,
    );
    const told = {
      issuerKeys: state.issuerKeys.map((key) => ({ ...key, publicKey: bytesOf(key.publicKey) })),
      singleProducts: state.singleProducts,
      since: state.serverTime,
    };
    this.#told = told;
    this.#singles = new Set(told.singleProducts);
    return { told, revoked, passed };
  }

  /** Whether the product is good for one journey. */
  isSingle(productId: string): boolean {
    return this.#singles.has(productId);
  }

  /** Whether a key counts at `now`, epoch milliseconds: without one no code can be genuine. */
  hasKey(now: number): boolean {
    const keys = this.#told?.issuerKeys ?? [];
    return keys.some((key) => countsAt(key, now / 1000));
  }

  /** All of it, for the decider. */
  at(settings: GateSettings): Knowledge {
    return {
      issuerKeys: this.#told?.issuerKeys ?? [],
      singleProducts: this.#singles,
      revoked: this.#revoked,
      passed: this.passed,
      direction: settings.direction,
      stationId: settings.station.stationId,
    };
  }
}
