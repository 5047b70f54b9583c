// Joins what the feeds say now with what they said before, and holds back a reading that cancels very many trains.
import { isDeepStrictEqual } from 'node:util';
import type { LiveLayer, StopKey } from '@kippu/domain/live/live-train';
import type { TrainWord } from './read-realtime.ts';

/** The share of a day's trains that one reading may cancel. */
const MAX_CUT_SHARE = 0.2;
/** An unchanged layer gets a new date after this share of the time that it lasts. */
const RENEW_SHARE = 1 / 4;

/** What of a layer cancels a train or stops. */
type Cut = Pick<LiveLayer, 'runs' | 'skipped'>;

const cutOf = ({ runs, skipped }: Cut): Cut => ({
  ...(runs === undefined ? {} : { runs }),
  ...(skipped === undefined ? {} : { skipped }),
});

/** Whether a layer takes a train, or more than half of its stops, out of the day. */
const isCut = (layer: Cut | null, stops: number): boolean =>
  layer?.runs === false || (layer?.skipped?.length ?? 0) * 2 > stops;

type Delays = LiveLayer['delays'];

/** Returns the delays now, and those said before of stops that the feed no longer speaks of, because the train has passed them. */
function joinedDelays(
  { update, train: { keys } }: TrainWord,
  before: Delays,
): { readonly delays?: NonNullable<Delays> } {
  const said = update?.delays;
  if (!said) return {};
  const passed = keys
    .slice(0, update.firstStop)
    .flatMap((key): [StopKey, NonNullable<Delays>[StopKey]][] =>
      before?.[key] === undefined || said[key] !== undefined ? [] : [[key, before[key]]],
    );
  return { delays: { ...Object.fromEntries(passed), ...said } };
}

/** Returns the position of the last stop that the train has left, by its position, else by its update, else as known before. */
function leftNow({ left, update, train: { keys } }: TrainWord, before: LiveLayer | null): number {
  if (left !== undefined) return left;
  const known = before?.left === undefined ? -1 : keys.indexOf(before.left);
  const last = Math.max(known, update?.pastStop ?? -1);
  const coming = update?.comingStop ?? -1;
  // A stop whose departure is to come is not left, nor are those after it.
  return coming >= 0 && coming <= last ? coming - 1 : last;
}

/**
 * Returns what the feeds say of a train from now on.
 * @param before what they said before
 * @param isFaded whether that is too old to count
 */
export function nextLayer(word: TrainWord, before: LiveLayer | null, isFaded: boolean): LiveLayer {
  const { update, train, saidAt } = word;
  const kept = isFaded ? null : before;
  const key = train.keys[leftNow(word, kept)];
  const left = key === undefined ? {} : { left: key };
  if (update?.runs === false) return { asOf: saidAt, runs: false };
  if (update) {
    const { skipped, platforms } = update;
    return {
      asOf: saidAt,
      ...joinedDelays(word, kept?.delays),
      ...(skipped ? { skipped } : {}),
      ...(platforms ? { platforms } : {}),
      ...left,
    };
  }
  // Only its position is known now. What was said of its times keeps its age, so that it fades.
  const { delays, platforms } = kept ?? {};
  return {
    asOf: before && (delays || platforms) ? before.asOf : saidAt,
    ...(delays ? { delays } : {}),
    ...(platforms ? { platforms } : {}),
    ...left,
    ...(before ? cutOf(before) : {}),
  };
}

interface LayerChange {
  readonly departureId: string;
  readonly layer: LiveLayer;
  /** The feed that said it. */
  readonly number: number;
}

/** Cancellations that wait for the desk, by service date and departure id. */
export type HeldCuts = Readonly<Record<string, Readonly<Record<string, Cut>>>>;

export interface MergedWords {
  /** What differs from before. */
  readonly changes: readonly LayerChange[];
  /** What is said again, unchanged, and needs a new date. */
  readonly renewed: readonly LayerChange[];
  /** By the feed's number. */
  readonly held: ReadonlyMap<number, HeldCuts>;
}

/** A layer in the form that is compared: when it was said does not count. */
const withoutAge = (layer: LiveLayer): LiveLayer => ({ ...layer, asOf: 0 });

export interface MergeOptions {
  readonly now: number;
  readonly fadesAfterMs: number;
  /** Returns how many trains run on a service date. */
  readonly trainsOn: (date: string) => number;
}

/**
 * Compares what the feeds say with what is stored. Where one reading newly cancels more than a fifth of a day's trains, these cancellations
 * are held, and all else is applied.
 */
export function mergeWords(
  words: Iterable<TrainWord>,
  stored: ReadonlyMap<string, LiveLayer | null>,
  { now, fadesAfterMs, trainsOn }: MergeOptions,
): MergedWords {
  const next = [...words].map((word) => {
    const before = stored.get(word.train.departureId) ?? null;
    const isFaded = before !== null && before.asOf < now - fadesAfterMs;
    const layer = nextLayer(word, before, isFaded);
    const stops = word.train.keys.length;
    return { word, before, layer, isNewlyCut: isCut(layer, stops) && !isCut(before, stops) };
  });
  const cuts = new Map<string, number>();
  for (const { word, isNewlyCut } of next)
    if (isNewlyCut) cuts.set(word.train.serviceDate, (cuts.get(word.train.serviceDate) ?? 0) + 1);
  const isHeld = (date: string) => (cuts.get(date) ?? 0) > trainsOn(date) * MAX_CUT_SHARE;
  const held = new Map<number, Record<string, Record<string, Cut>>>();
  const changes: LayerChange[] = [];
  const renewed: LayerChange[] = [];
  for (const { word, before, layer: said, isNewlyCut } of next) {
    const { departureId, serviceDate } = word.train;
    let layer = said;
    if (isNewlyCut && isHeld(serviceDate)) {
      const ofFeed = held.get(word.number) ?? {};
      held.set(word.number, ofFeed);
      (ofFeed[serviceDate] ??= {})[departureId] = cutOf(said);
      const { runs: _runs, skipped: _skipped, ...rest } = said;
      layer = { ...rest, ...(before ? cutOf(before) : {}) };
      // Nothing else is said of a train that is cancelled, so what was said before stays.
      if (said.runs === false) continue;
    }
    const change = { departureId, layer, number: word.number };
    if (
      before === null
        ? Object.keys(layer).length > 1
        : !isDeepStrictEqual(withoutAge(layer), withoutAge(before))
    )
      changes.push(change);
    else if (before && layer.asOf > before.asOf + fadesAfterMs * RENEW_SHARE) renewed.push(change);
  }
  return { changes, renewed, held };
}
