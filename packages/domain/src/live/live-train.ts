// How a train really runs on its day: what the operator's live feeds say of it, and what the desk says, merged field by field.
import type { ByLanguage } from '@kippu/contract/names';

/**
 * Names a stop of a train: its station's id; for a later call at the same station '<station id>#<number of the call>', such as
 * 'ring#2'. It stays the same when a newer timetable adds stops.
 */
export type StopKey = string;

/** How late a train is at a stop, in seconds against its timetable; negative when it is early. */
interface StopDelay {
  readonly arrive?: number | undefined;
  readonly depart?: number | undefined;
}

/** What one source says of a train. A field that is absent is not said: the timetable holds, or what another source says. */
export interface LiveLayer {
  /** When the source said it, epoch milliseconds. */
  readonly asOf: number;
  /** False: the train does not run at all. True: it runs, whatever another source says. */
  readonly runs?: boolean | undefined;
  /** The delay counts from its stop on, until the next stop that has one. Null: nothing is known from there on. */
  readonly delays?: Readonly<Record<StopKey, StopDelay | null>> | undefined;
  /** Stops at which it does not call. */
  readonly skipped?: readonly StopKey[] | undefined;
  /** Platforms that differ from the timetable. */
  readonly platforms?: Readonly<Record<StopKey, string>> | undefined;
  /** The last stop that it has left. */
  readonly left?: StopKey | undefined;
  /** The id of the formation that runs. */
  readonly formation?: string | undefined;
  /** The numbers of cars that are missing. */
  readonly lostCars?: readonly number[] | undefined;
  /** Words for travellers. */
  readonly words?: ByLanguage | undefined;
}

export type LiveSource = 'feed' | 'desk';

/** What all sources say of a train. The desk wins, field by field. */
export interface LiveTrain extends LiveLayer {
  /** When a feed last said something that counts, epoch milliseconds; null if only the desk says something. */
  readonly feedAsOf: number | null;
  /** Which source says that it does not run, or does not call somewhere; null if it runs as the timetable says. */
  readonly cutBy: LiveSource | null;
}

type Field = Exclude<keyof LiveLayer, 'asOf'>;
const FIELDS: readonly Field[] = [
  'runs',
  'delays',
  'skipped',
  'platforms',
  'left',
  'formation',
  'lostCars',
  'words',
];
/** What a feed said about the train itself. It holds until the feed says something else: silence restores no train. */
const LASTING: ReadonlySet<Field> = new Set<Field>(['runs', 'skipped', 'formation', 'lostCars']);

const chosen = (layer: LiveLayer, fields: readonly Field[]): Partial<LiveLayer> =>
  Object.fromEntries(fields.flatMap((field) => (layer[field] === undefined ? [] : [[field, layer[field]]])));

/** The layers of a train, as they are stored. */
export interface LiveLayers {
  readonly feed: LiveLayer | null;
  readonly desk: LiveLayer | null;
}

/** Returns the moment after which a feed's delays and platforms are too old to be shown, in epoch milliseconds. */
export const fadesAt = ({ feed }: LiveLayers, fadesAfterMs: number): number | null =>
  feed && FIELDS.some((field) => !LASTING.has(field) && feed[field] !== undefined)
    ? feed.asOf + fadesAfterMs
    : null;

/**
 * Merges what the sources say of a train; undefined if none says anything that counts.
 * @param now epoch milliseconds
 * @param fadesAfterMs how long a feed's delays and platforms count after it last said them, in milliseconds
 */
export function mergeLayers(layers: LiveLayers, now: number, fadesAfterMs: number): LiveTrain | undefined {
  const { feed, desk } = layers;
  const ends = fadesAt(layers, fadesAfterMs);
  const isOld = ends !== null && now > ends;
  const fromFeed = feed ? chosen(feed, isOld ? [...LASTING] : FIELDS) : {};
  const fromDesk = desk ? chosen(desk, FIELDS) : {};
  const merged = { ...fromFeed, ...fromDesk };
  if (Object.keys(merged).length === 0) return undefined;
  const cuts = ({ runs, skipped }: Partial<LiveLayer>) => runs === false || (skipped?.length ?? 0) > 0;
  const cutBy = cuts(merged) ? (cuts(fromDesk) ? 'desk' : 'feed') : null;
  const said = [feed, desk].filter((layer) => layer !== null);
  const feedCounts = Object.keys(fromFeed).some((field) => !(field in fromDesk));
  return {
    ...merged,
    asOf: Math.max(...said.map((layer) => layer.asOf)),
    feedAsOf: feedCounts && feed ? feed.asOf : null,
    cutBy,
  };
}

/**
 * Whether what is known of a train may no longer be true: its feed has been silent for half of the time after which delays fade. The desk's
 * word holds until it is undone.
 */
export const isOldNews = (
  { feedAsOf }: Pick<LiveTrain, 'feedAsOf'>,
  now: number,
  fadesAfterMs: number,
): boolean => feedAsOf !== null && now - feedAsOf > fadesAfterMs / 2;

/** A train at a stop; times in epoch milliseconds. */
interface LeavingTrain {
  /** By the timetable. */
  readonly departAt: number;
  readonly expectedDepartAt: number;
  /** Whether it does not call there. */
  readonly isSkipped: boolean;
  /** Whether a source says that it has left the stop, and when it said so. */
  readonly hasLeft: boolean;
  readonly asOf: number;
}

/**
 * Returns when a train leaves a stop, for the rules of closing and change, in epoch milliseconds: as expected, but never before its timetable,
 * unless it is reported to have left.
 */
export function leavingAt({ departAt, expectedDepartAt, isSkipped, hasLeft, asOf }: LeavingTrain): number {
  const leaves = isSkipped ? departAt : Math.max(departAt, expectedDepartAt);
  return hasLeft ? Math.min(leaves, asOf) : leaves;
}

interface ScheduledStop {
  readonly stationId: string;
  /** Seconds since the start of the service day. */
  readonly arrive: number;
  readonly depart: number;
}

/** Returns the keys of a train's stops, in their order. */
export function stopKeys(stops: readonly Pick<ScheduledStop, 'stationId'>[]): StopKey[] {
  const calls = new Map<string, number>();
  return stops.map(({ stationId }) => {
    const call = (calls.get(stationId) ?? 0) + 1;
    calls.set(stationId, call);
    return call === 1 ? stationId : `${stationId}#${call}`;
  });
}

export interface ExpectedStop {
  readonly key: StopKey;
  /** Seconds since the start of the service day; by the timetable where nothing else is known. */
  readonly arrive: number;
  readonly depart: number;
  /** Whether a source says how late the train is here. */
  readonly isKnown: boolean;
  readonly isSkipped: boolean;
  /** Whether the train has left this stop. */
  readonly hasLeft: boolean;
  /** The platform that a source says; undefined: the timetable's. */
  readonly platform: string | undefined;
}

/**
 * Returns how a train is expected at each stop. A delay goes on to later stops until another one is said there, as GTFS-Realtime says;
 * a skipped stop passes it on. No stop is expected before an earlier one.
 */
export function expectedStops(stops: readonly ScheduledStop[], live: LiveLayer | undefined): ExpectedStop[] {
  const keys = stopKeys(stops);
  const skipped = new Set(live?.runs === false ? keys : live?.skipped);
  const lastLeft = live?.left === undefined ? -1 : keys.indexOf(live.left);
  let delay: number | undefined;
  let earliest = Number.NEGATIVE_INFINITY;
  return stops.map(({ arrive, depart }, at) => {
    const key = keys[at] ?? '';
    const said = live?.delays?.[key];
    if (said === null) delay = undefined;
    const arriveDelay = said?.arrive ?? said?.depart ?? delay;
    const departDelay = said?.depart ?? said?.arrive ?? delay;
    delay = departDelay;
    const isSkipped = skipped.has(key);
    const arrives = Math.max(arrive + (arriveDelay ?? 0), earliest);
    const departs = Math.max(depart + (departDelay ?? 0), arrives);
    if (!isSkipped) earliest = departs;
    return {
      key,
      arrive: arrives,
      depart: departs,
      isKnown: departDelay !== undefined || arriveDelay !== undefined,
      isSkipped,
      hasLeft: at <= lastLeft,
      platform: live?.platforms?.[key],
    };
  });
}
