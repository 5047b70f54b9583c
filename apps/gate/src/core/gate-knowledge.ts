// The data that the gate decides with: keys, revocations and passages. It is in memory, with a copy on the device.
import type { Knowledge } from '@kippu/ticket-code/decide/decide-code';
import { PassedTickets, type Passed } from '@kippu/ticket-code/decide/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/decide/revoked-tickets';
import { countsAt, type ProductPlaces } from '@kippu/ticket-code/decide/verify';
import { bytesOf } from '@kippu/client/base64url';
import type { Loaded, GateSettings, KnownState } from '../storage/gate-database.ts';
import type { State } from '../sync/gate-sync.ts';
import { secondsOf } from '../text/railway-time.ts';

/** The changes of one server state, to be saved. */
export interface Learned {
  readonly known: KnownState;
  readonly revoked: readonly (readonly [string, number])[];
  readonly passed: readonly (readonly [string, Passed])[];
}

/** The defaults until the server sends the operator's own values. */
const USUAL = { passBackSeconds: 600, exitGraceSeconds: 4 * 3600 } as const;

type PlaceTable = ReadonlyMap<string, ProductPlaces>;

/** Returns undefined when the server has sent no table. */
const tableOf = (products: KnownState['products']): PlaceTable | undefined =>
  products &&
  new Map(
    Object.entries(products).map(([productId, places]) => [
      productId,
      { in: new Set(places.in), out: new Set(places.out) },
    ]),
  );

export class GateKnowledge {
  readonly #revoked: RevokedTickets;
  readonly passed: PassedTickets;
  #known: KnownState | null;
  #singles: ReadonlySet<string>;
  #places: PlaceTable | undefined;
  #version = 0;

  constructor(saved: Pick<Loaded, 'known' | 'revoked' | 'passed'>) {
    this.#revoked = new RevokedTickets(saved.revoked);
    this.passed = new PassedTickets(saved.passed);
    this.#known = saved.known;
    this.#singles = new Set(saved.known?.singleProducts);
    this.#places = tableOf(saved.known?.products);
  }

  /** Wall time of the railway for the next request's `since`. */
  get since(): string | undefined {
    return this.#known?.since;
  }

  /** The version of the product table, or undefined without one. */
  get productsVersion(): string | undefined {
    return this.#known?.products && this.#known.productsVersion;
  }

  /** Changes whenever the data changes. A decision made with the same version is still valid. */
  get version(): number {
    return this.#version;
  }

  /** Records a passage of this gate, as PassedTickets.note does. */
  note(...passage: Parameters<PassedTickets['note']>): Passed {
    this.#version += 1;
    return this.passed.note(...passage);
  }

  /** Applies a state from the server and returns the changes to save. */
  learn(state: State): Learned {
    this.#version += 1;
    const revoked = state.revoked.map(({ ticketId, at }) => [ticketId, secondsOf(at)] as const);
    for (const [ticketId, at] of revoked) this.#revoked.note(ticketId, at);
    const passed = state.passed.map(
      ({ ticketId, at, ...passage }) =>
        [ticketId, this.passed.note(ticketId, { ...passage, at: secondsOf(at) })] as const,
    );
    for (const { ticketId, at, stationId, cancelled, ...verified } of state.verified ?? []) {
      const place = cancelled ? {} : { stationId };
      passed.push([
        ticketId,
        this.passed.noteVerified(ticketId, { ...verified, at: secondsOf(at), ...place }),
      ]);
    }
    const isSame = state.products === undefined && state.productsVersion === this.productsVersion;
    const products = isSame ? this.#known?.products : state.products;
    const known: KnownState = {
      issuerKeys: state.issuerKeys.map((key) => ({ ...key, publicKey: bytesOf(key.publicKey) })),
      singleProducts: state.singleProducts,
      since: state.serverTime,
      ...(products ? { products, productsVersion: state.productsVersion } : {}),
      passBackSeconds: state.passBackSeconds,
      exitGraceSeconds: state.exitGraceSeconds,
    };
    this.#known = known;
    this.#singles = new Set(known.singleProducts);
    this.#places = tableOf(products);
    return { known, revoked, passed };
  }

  /** Reports whether the product is good for one journey only. */
  isSingle(productId: string): boolean {
    return this.#singles.has(productId);
  }

  /** Reports whether a key is valid at `now` (epoch milliseconds). Without a valid key no code can be verified. */
  hasKey(now: number): boolean {
    const keys = this.#known?.issuerKeys ?? [];
    return keys.some((key) => countsAt(key, now / 1000));
  }

  /** Returns all data for the decider. */
  at(settings: GateSettings): Knowledge {
    return {
      issuerKeys: this.#known?.issuerKeys ?? [],
      singleProducts: this.#singles,
      revoked: this.#revoked,
      passed: this.passed,
      direction: settings.direction,
      stationId: settings.station.stationId,
      places: this.#places,
      passBackSeconds: this.#known?.passBackSeconds ?? USUAL.passBackSeconds,
      exitGraceSeconds: this.#known?.exitGraceSeconds ?? USUAL.exitGraceSeconds,
    };
  }
}
