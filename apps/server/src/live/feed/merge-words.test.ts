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
import { mergeWords } from './merge-words.ts';
import { readRealtime } from './read-realtime.ts';

let railway: OperatorData;
beforeAll(async () => {
  railway = await smallRailway();
});

const A1 = 'a1@2026-04-01';
type Stored = Readonly<Record<string, LiveLayer>>;
function merge(entities: Parameters<typeof feedOf>[0], stored: Stored = {}, saidAt = NOW) {
  const { words } = readRealtime([feedOf(entities, saidAt)], railway, NOW, FADES_MS);
  const trainsOn = (date: string) => railway.tripsOn(date).length;
  const merged = mergeWords(words.values(), new Map(Object.entries(stored)), {
    now: NOW,
    fadesAfterMs: FADES_MS,
    trainsOn,
  });
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

/** 20 trains run on the day. */
test('a fifth of a day’s trains may be cancelled by one reading', () => {
  expect(railway.tripsOn('2026-04-01').length).toBe(20);
  const { layers, held } = merge(cancelled(4));
  expect(Object.values(layers)).toEqual(Array.from({ length: 4 }, () => ({ asOf: NOW, runs: false })));
  expect(held.size).toBe(0);
});

test('more than a fifth wait for the desk, while delays are applied', () => {
  const { layers, held } = merge([...cancelled(5), late(60)]);
  expect(layers).toEqual({ [A1]: { asOf: NOW, ...LATE } });
  expect(held.get(1)).toEqual({
    '2026-04-01': Object.fromEntries(
      Array.from({ length: 5 }, (_, n) => [`b${n}@2026-04-01`, { runs: false }]),
    ),
  });
});

test('what is cancelled already does not count again', () => {
  const stored = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`b${n}@2026-04-01`, { asOf: NOW, runs: false }]),
  );
  const { layers, held } = merge(cancelled(9), stored);
  expect(Object.keys(layers)).toEqual(['b5', 'b6', 'b7', 'b8'].map((id) => `${id}@2026-04-01`));
  expect(held.size).toBe(0);
});

test('leaving out most stops counts as cancelling', () => {
  const skipping = Array.from({ length: 5 }, (_, n) =>
    update(today(`b${n}`), [
      { stopSequence: 10, departure: { delay: 60 } },
      { stopSequence: 20, scheduleRelationship: 1 },
      { stopSequence: 30, scheduleRelationship: 1 },
    ]),
  );
  const { layers, held } = merge(skipping);
  expect(Object.values(layers)).toEqual(
    Array.from({ length: 5 }, () => ({ asOf: NOW, delays: { north: { depart: 60 } } })),
  );
  expect(held.get(1)?.['2026-04-01']?.['b0@2026-04-01']).toEqual({ skipped: ['mid', 'south'] });
});
