// A GTFS feed as it was read: what is needed of it, without functions, so that a worker thread can send it.

/** A name: its text in the feed's language, and its translations by BCP 47 tag. */
export interface FeedName {
  readonly text: string;
  readonly in?: Readonly<Record<string, string>>;
}
export interface FeedAgency {
  readonly agencyId: string;
  readonly name: FeedName;
  readonly url: string;
}
/** 0 a stop or platform, 1 a station. Entrances, nodes and boarding areas are left out. */
type StopKind = 0 | 1;
export interface FeedStop {
  readonly stopId: string;
  readonly kind: StopKind;
  /** The station that it is a platform of. */
  readonly parentId?: string;
  readonly code: string;
  readonly platform: string;
  readonly name: FeedName;
  readonly lat: number;
  readonly lon: number;
  /** Its row in stops.txt, for what is found later. */
  readonly line: number;
}
export interface FeedRoute {
  readonly routeId: string;
  readonly agencyId: string;
  readonly type: number;
  readonly shortName: FeedName;
  readonly longName: FeedName;
}
export interface FeedService {
  /** Monday first. */
  readonly days: readonly boolean[];
  /** First and last date 'YYYY-MM-DD' of `days`. */
  readonly from: string;
  readonly to: string;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}
export interface FeedTrip {
  readonly tripId: string;
  readonly routeId: string;
  readonly serviceId: string;
  /** The trip of the feed that it repeats (frequencies.txt); absent where it is that trip. */
  readonly repeats?: string;
  /** `trip_short_name`; '' if it has none. */
  readonly number: string;
  /** undefined where the feed does not say. */
  readonly directionId: 0 | 1 | undefined;
  /** Without one, the last stop. */
  readonly headsign: FeedName | undefined;
  /** Its calls: the first, and the one after the last. */
  readonly first: number;
  readonly end: number;
}

/** Passengers may not board, or not leave, at a call. */
export const NO_BOARDING = 1;
export const NO_ALIGHTING = 2;

/** The calls of all trips, one after the other. Times are seconds since the start of the service day, past 86,400 after midnight. */
export interface FeedCalls {
  /** Positions in `Feed.stops`. */
  readonly stop: Int32Array;
  readonly arrive: Int32Array;
  readonly depart: Int32Array;
  /** NO_BOARDING, NO_ALIGHTING, both, or 0. */
  readonly flags: Uint8Array;
  /** `stop_sequence`, by which live feeds name a call. Empty in a feed that an earlier release stored. */
  readonly sequence: Int32Array;
}

/** What of the feed is not this operator's reserved service. */
export interface LeftOut {
  readonly routes: number;
  readonly trips: number;
  readonly stops: number;
  /** Trips whose departures are not fixed (`exact_times` 0). */
  readonly withoutExactTimes: number;
}

export interface Feed {
  readonly agencies: readonly FeedAgency[];
  /** IANA name of the zone of all times. */
  readonly timezone: string;
  /** BCP 47 tag of the names' own text; 'und' where the feed does not say. */
  readonly language: string;
  /** The feed's name for this edition; '' if it has none. */
  readonly version: string;
  /** The first and the last service date with a train; undefined where none runs. */
  readonly days: { readonly from: string; readonly to: string } | undefined;
  readonly stops: readonly FeedStop[];
  readonly routes: readonly FeedRoute[];
  readonly services: ReadonlyMap<string, FeedService>;
  readonly trips: readonly FeedTrip[];
  readonly calls: FeedCalls;
  readonly leftOut: LeftOut;
}

/** Which trains of a feed are kept. */
export interface Selection {
  readonly keeps: (trip: Pick<FeedTrip, 'tripId' | 'number'>, route: FeedRoute) => boolean;
  /** Whether trips without exact times are taken as if their times were exact. */
  readonly asExact: boolean;
}
export const WHOLE_FEED: Selection = { keeps: () => true, asExact: false };
