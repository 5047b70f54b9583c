// Joins what the feeds say now with what they said before, and holds back what would cancel too many trains of a day.
import { isDeepStrictEqual } from 'node:util';
import { commonCut, cutOf, isOverruled, isWithin, type Cut } from '@kippu/domain/live/cut';
import type { LiveLayer, StopKey } from '@kippu/domain/live/live-train';
import { serviceDateOf } from '@kippu/domain/time/service-day';
import type { Allowance, FeedTrain } from '../../platform/live/live-store.ts';
import type { TrainWord } from './read-realtime.ts';

/** The share of a day's trains from which feeds may take out the train or stops before the desk is asked. */
const MAX_CUT_SHARE = 0.2;
/** An unchanged layer gets a new date after this share of the time that it lasts. */
const RENEW_SHARE = 1 / 4;

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
    ...cutOf(before),
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
  /** What remains of what the desk has allowed, of trains for which the feeds have taken back some of it. */
  readonly allowances: readonly Allowance[];
}

/** A layer in the form that is compared: when it was said does not count. */
const withoutAge = (layer: LiveLayer): LiveLayer => ({ ...layer, asOf: 0 });

export interface MergeOptions {
  readonly now: number;
  readonly fadesAfterMs: number;
  /** Returns how many trains run on a service date. */
  readonly trainsOn: (date: string) => number;
}

const NOT_STORED: FeedTrain = { feed: null, desk: null, allowed: null };

/** Whether the desk has allowed what a feed leaves out, or says the same itself. */
const isAllowed = (cut: Cut, { allowed, desk }: FeedTrain): boolean => isWithin(cut, [allowed, desk]);

/** What feeds would say of a train if nothing waited. */
interface NextTrain {
  readonly word: TrainWord;
  readonly stored: FeedTrain;
  readonly layer: LiveLayer;
  readonly cut: Cut;
}

/** Counts the trains of each service date from which the feeds, all together, take something out that the desk has not allowed. */
function countCuts(
  next: readonly NextTrain[],
  stored: ReadonlyMap<string, FeedTrain>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (date: string) => counts.set(date, (counts.get(date) ?? 0) + 1);
  const named = new Set(next.map(({ word }) => word.train.departureId));
  for (const [departureId, train] of stored)
    if (!named.has(departureId) && !isAllowed(cutOf(train.feed), train)) count(serviceDateOf(departureId));
  for (const each of next) if (!isAllowed(each.cut, each.stored)) count(each.word.train.serviceDate);
  return counts;
}

/**
 * Compares what the feeds say with what is stored. A train or stops that are newly taken out wait for the desk if the feeds have then, in this
 * and in earlier readings together, taken something out of more than a fifth of the day's trains that the desk has not allowed. All else is
 * applied.
 * @param stored by departure id: the trains of `words`, and all others of their service dates of which a feed leaves out something
 */
export function mergeWords(
  words: Iterable<TrainWord>,
  stored: ReadonlyMap<string, FeedTrain>,
  { now, fadesAfterMs, trainsOn }: MergeOptions,
): MergedWords {
  const next = [...words].map((word): NextTrain => {
    const train = stored.get(word.train.departureId) ?? NOT_STORED;
    const isFaded = train.feed !== null && train.feed.asOf < now - fadesAfterMs;
    const layer = nextLayer(word, train.feed, isFaded);
    return { word, stored: train, layer, cut: cutOf(layer) };
  });
  const cuts = countCuts(next, stored);
  const isFull = (date: string) => (cuts.get(date) ?? 0) > trainsOn(date) * MAX_CUT_SHARE;
  const held = new Map<number, Record<string, Record<string, Cut>>>();
  const changes: LayerChange[] = [];
  const renewed: LayerChange[] = [];
  const allowances: Allowance[] = [];
  for (const { word, stored: train, layer: said, cut } of next) {
    const { departureId, serviceDate } = word.train;
    const { feed: before, desk, allowed } = train;
    let layer = said;
    if (!isWithin(cut, [before, allowed, desk]) && isFull(serviceDate)) {
      // What the desk has refused does not ask again.
      if (!isOverruled(cut, desk)) {
        const ofFeed = held.get(word.number) ?? {};
        held.set(word.number, ofFeed);
        (ofFeed[serviceDate] ??= {})[departureId] = cut;
      }
      // Nothing else is said of a train that is cancelled, so what was said before stays.
      if (cut.runs === false) continue;
      const { skipped: _skipped, ...rest } = said;
      layer = { ...rest, ...commonCut(before, cut) };
    }
    const change = { departureId, layer, number: word.number };
    const left = allowed && commonCut(allowed, layer);
    if (left && !isDeepStrictEqual(left, allowed))
      allowances.push({ departureId, allowed: Object.keys(left).length > 0 ? left : null });
    if (
      before === null
        ? Object.keys(layer).length > 1
        : !isDeepStrictEqual(withoutAge(layer), withoutAge(before))
    )
      changes.push(change);
    else if (before && layer.asOf > before.asOf + fadesAfterMs * RENEW_SHARE) renewed.push(change);
  }
  return { changes, renewed, held, allowances };
}
