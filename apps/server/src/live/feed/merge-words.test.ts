// What becomes of a reading: only differences are saved, and very many cancellations wait.
import { beforeAll, expect, test } from 'vitest';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import {
  FADES_MS,
  feedOf,
  NOW,
  position,
  smallRailway,
  today,
  update,
} from '../../../test/live/small-railway.ts';
import type { FeedTrain } from '../../platform/live/live-store.ts';
import { mergeWords } from './merge-words.ts';
import { readRealtime } from './read-realtime.ts';

let railway: OperatorData;
beforeAll(async () => {
  railway = await smallRailway();
});

const A1 = 'a1@2026-04-01';
type Stored = Readonly<Record<string, LiveLayer>>;
type Others = Readonly<Record<string, Partial<FeedTrain>>>;
/** Merges what a feed says with what the feeds said before, by departure; `others` say more of what is stored. */
function merge(entities: Parameters<typeof feedOf>[0], stored: Stored = {}, others: Others = {}) {
  const { words } = readRealtime([feedOf(entities)], railway, NOW, FADES_MS);
  const trainsOn = (date: string) => railway.tripsOn(date).length;
  const ids = [...Object.keys(stored), ...Object.keys(others)];
  const trains = ids.map((id): [string, FeedTrain] => [
    id,
    { feed: stored[id] ?? null, desk: null, allowed: null, ...others[id] },
  ]);
  const merged = mergeWords(words.values(), new Map(trains), { now: NOW, fadesAfterMs: FADES_MS, trainsOn });
  return {
    ...merged,
    layers: Object.fromEntries(merged.changes.map(({ departureId, layer }) => [departureId, layer])),
  };
}
const cancelled = (count: number) =>
  Array.from({ length: count }, (_, n) => update(today(`b${n}`, { scheduleRelationship: 3 })));
const late = (seconds: number) => update(today('a1'), [{ stopSequence: 20, arrival: { delay: seconds } }]);
const LATE = { delays: { mid: { arrive: 60 } } };

test('what is said again is no change, and is dated anew before it fades', () => {
  const again = merge([late(60)], { [A1]: { asOf: NOW - 60_000, ...LATE } });
  expect([again.changes, again.renewed]).toEqual([[], []]);
  const old = merge([late(60)], { [A1]: { asOf: NOW - FADES_MS / 2, ...LATE } });
  expect([old.changes, old.renewed.map(({ layer }) => layer.asOf)]).toEqual([[], [NOW]]);
});

test('a train of which feeds say nothing new gets no row', () => {
  expect(merge([update(today('a1'))]).changes).toEqual([]);
});

test('a train that runs again is restored, one that is absent is not', () => {
  const stored = { [A1]: { asOf: NOW, runs: false } };
  expect(merge([update(today('a1'))], stored).layers).toEqual({ [A1]: { asOf: NOW } });
  expect(merge([], stored).layers).toEqual({});
});

test('delays of stops that the train has passed stay', () => {
  const stored = { [A1]: { asOf: NOW, delays: { north: { depart: 30 }, mid: { arrive: 10 } } } };
  expect(merge([late(60)], stored).layers[A1]?.delays).toEqual({
    north: { depart: 30 },
    mid: { arrive: 60 },
  });
});

test('a position alone keeps what was said of times, with its age, until that fades', () => {
  const there = position(today('a1'), { currentStopSequence: 20 });
  const asOf = NOW - FADES_MS + 1000;
  expect(merge([there], { [A1]: { asOf, ...LATE, skipped: ['south'] } }).layers[A1]).toEqual({
    asOf,
    ...LATE,
    left: 'north',
    skipped: ['south'],
  });
  const faded = { asOf: NOW - FADES_MS - 1000, ...LATE, skipped: ['south'] };
  expect(merge([there], { [A1]: faded }).layers[A1]).toEqual({
    asOf: NOW,
    left: 'north',
    skipped: ['south'],
  });
});

const DATE = '2026-04-01';
const dayId = (n: number) => `b${n}@${DATE}`;
const numbered = <T>(count: number, of: (n: number) => T, from = 0) =>
  Array.from({ length: count }, (_, n) => of(n + from));
const GONE = { asOf: NOW, runs: false };
const stored = (count: number, layer: LiveLayer = GONE): Stored =>
  Object.fromEntries(numbered(count, (n) => [dayId(n), layer]));
/** Trains that leave out stops: 10 is 'north', 20 'mid', 30 'south'. */
const skipping = (count: number, ...out: readonly number[]) =>
  numbered(count, (n) =>
    update(
      today(`b${n}`),
      [10, 20, 30].map((stopSequence) =>
        out.includes(stopSequence)
          ? { stopSequence, scheduleRelationship: 1 }
          : { stopSequence, departure: { delay: 60 } },
      ),
    ),
  );
const heldIds = ({ held }: ReturnType<typeof merge>) => Object.keys(held.get(1)?.[DATE] ?? {});

/** 20 trains run on the day. */
test('a fifth of a day’s trains may be cancelled', () => {
  expect(railway.tripsOn(DATE).length).toBe(20);
  const { layers, held } = merge(cancelled(4));
  expect(Object.values(layers)).toEqual(numbered(4, () => GONE));
  expect(held.size).toBe(0);
});

test('more than a fifth wait for the desk, while delays are applied', () => {
  const { layers, held } = merge([...cancelled(5), late(60)]);
  expect(layers).toEqual({ [A1]: { asOf: NOW, ...LATE } });
  expect(held.get(1)).toEqual({
    [DATE]: Object.fromEntries(numbered(5, (n) => [dayId(n), { runs: false }])),
  });
});

test('what feeds have cancelled before counts, also of trains that they no longer name', () => {
  const again = merge(cancelled(6), stored(4));
  expect([again.layers, heldIds(again)]).toEqual([{}, [dayId(4), dayId(5)]]);
  const next = merge(
    numbered(2, (n) => update(today(`b${n}`, { scheduleRelationship: 3 })), 8),
    stored(4),
  );
  expect([next.layers, heldIds(next)]).toEqual([{}, [dayId(8), dayId(9)]]);
  const other = merge(cancelled(4), { ['b9@2026-04-02']: GONE, ['b8@2026-04-02']: GONE });
  expect(other.held.size).toBe(0);
});

test('what the desk has allowed, or cancelled itself, does not count; what it keeps running does not ask again', () => {
  const allowed = merge(
    cancelled(8),
    stored(4),
    Object.fromEntries(numbered(4, (n) => [dayId(n), { allowed: { runs: false } }])),
  );
  expect([Object.keys(allowed.layers), allowed.held.size]).toEqual([[4, 5, 6, 7].map(dayId), 0]);
  const byDesk = merge(
    cancelled(6),
    {},
    { [dayId(0)]: { desk: GONE }, [dayId(1)]: { desk: GONE }, [dayId(2)]: { desk: { asOf: 0, runs: true } } },
  );
  expect([Object.keys(byDesk.layers).length, byDesk.held.size]).toEqual([6, 0]);
  const kept = merge(cancelled(6), {}, { [dayId(2)]: { desk: { asOf: 0, runs: true } } });
  expect([kept.layers, heldIds(kept)]).toEqual([{}, [0, 1, 3, 4, 5].map(dayId)]);
});

test('an allowance of stops allows no more than these', () => {
  const closed = { asOf: NOW, skipped: ['mid'] };
  const others = Object.fromEntries(numbered(9, (n) => [dayId(n), { allowed: { skipped: ['mid'] } }]));
  expect(heldIds(merge(skipping(9, 20), stored(9, closed), others))).toEqual([]);
  expect(heldIds(merge(skipping(9, 20, 30), stored(9, closed), others))).toHaveLength(9);
  expect(heldIds(merge(cancelled(9), stored(9, closed), others))).toHaveLength(9);
});

test.each([[10], [20], [30], [20, 30]])('leaving out stops counts as cancelling: %s %s', (...out) => {
  const merged = merge(skipping(5, ...out));
  expect(Object.values(merged.layers).map(({ skipped }) => skipped)).toEqual(numbered(5, () => undefined));
  expect(Object.values(merged.layers).every(({ delays }) => delays)).toBe(true);
  const skipped = out.map((at) => ({ 10: 'north', 20: 'mid', 30: 'south' })[at]);
  expect(merged.held.get(1)?.[DATE]?.[dayId(0)]).toEqual({ skipped });
  expect(heldIds(merged)).toHaveLength(5);
});

test('a feed that runs trains again, or calls at stops again, never waits', () => {
  const kinds = [stored(10), stored(10, { asOf: NOW, skipped: ['north', 'mid'] })];
  for (const before of kinds) {
    const back = merge(
      numbered(10, (n) => update(today(`b${n}`))),
      before,
    );
    expect(Object.values(back.layers)).toEqual(numbered(10, () => ({ asOf: NOW })));
  }
  // A stop that is left out newly waits; the one at which the train calls again does not.
  const moved = merge(skipping(10, 20, 30), kinds[1]);
  expect(Object.values(moved.layers).map(({ skipped }) => skipped)).toEqual(numbered(10, () => ['mid']));
  expect(moved.held.get(1)?.[DATE]?.[dayId(0)]).toEqual({ skipped: ['mid', 'south'] });
  const shorter = merge(skipping(10, 20), kinds[0]);
  expect([shorter.held.size, Object.values(shorter.layers)[0]?.skipped]).toEqual([0, ['mid']]);
});

test('what a feed takes back is allowed no longer', () => {
  const allowed = {
    [dayId(0)]: { allowed: { runs: false } },
    [dayId(1)]: { allowed: { skipped: ['mid', 'south'] } },
  };
  const of = (...entities: Parameters<typeof merge>[0]) => merge(entities, stored(2), allowed).allowances;
  expect(of(...cancelled(2))).toEqual([]);
  expect(of(update(today('b0')), ...skipping(2, 30).slice(1))).toEqual([
    { departureId: dayId(0), allowed: null },
    { departureId: dayId(1), allowed: { skipped: ['south'] } },
  ]);
});
