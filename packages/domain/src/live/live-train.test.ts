// Trains as they really run: which source counts, and what is expected at each stop.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expectedStops,
  fadesAt,
  isOldNews,
  leavingAt,
  mergeLayers,
  stopKeys,
  type LiveLayer,
} from './live-train.ts';

const MINUTE = 60_000;
const FADES = 20 * MINUTE;
const NOW = Date.parse('2026-06-01T10:00:00Z');
const layer = (said: Omit<LiveLayer, 'asOf'>, asOf = NOW): LiveLayer => ({ asOf, ...said });

describe('what counts of a train', () => {
  it('is the desk first, field by field', () => {
    const feed = layer({ delays: { b: { depart: 300 } }, platforms: { b: '4' } }, NOW - MINUTE);
    const desk = layer({ platforms: { b: '7' }, runs: true });
    expect(mergeLayers({ feed, desk }, NOW, FADES)).toEqual({
      asOf: NOW,
      delays: { b: { depart: 300 } },
      platforms: { b: '7' },
      runs: true,
      feedAsOf: NOW - MINUTE,
      cutBy: null,
    });
  });

  it('is old when its feed has been silent, but not while only the desk speaks', () => {
    const feed = layer({ delays: { b: { depart: 300 } }, runs: false });
    const desk = layer({ runs: false });
    const later = NOW + FADES / 2;
    const ages = [
      { feed, desk: null },
      { feed, desk },
      { feed: layer({ runs: false }), desk },
    ].map((layers) => {
      const train = mergeLayers(layers, later, FADES);
      return train && [isOldNews(train, later, FADES), isOldNews(train, later + 1, FADES)];
    });
    expect(ages).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ]);
  });

  it('is that it runs, when the desk says so of a train that a feed cancels', () => {
    const feed = layer({ runs: false });
    expect(mergeLayers({ feed, desk: null }, NOW, FADES)).toMatchObject({ runs: false, cutBy: 'feed' });
    expect(mergeLayers({ feed, desk: layer({ runs: true }) }, NOW, FADES)?.cutBy).toBeNull();
    expect(mergeLayers({ feed: null, desk: layer({ skipped: ['c'] }) }, NOW, FADES)?.cutBy).toBe('desk');
  });

  it('loses delays and platforms of a silent feed, but no cancellation and no skipped stop', () => {
    const feed = layer({ runs: false, skipped: ['c'], delays: { a: { depart: 60 } }, platforms: { a: '2' } });
    const later = NOW + FADES;
    expect(fadesAt({ feed, desk: null }, FADES)).toBe(later);
    expect(mergeLayers({ feed, desk: null }, later, FADES)?.platforms).toEqual({ a: '2' });
    expect(mergeLayers({ feed, desk: null }, later + 1, FADES)).toEqual({
      asOf: NOW,
      runs: false,
      skipped: ['c'],
      feedAsOf: NOW,
      cutBy: 'feed',
    });
    expect(mergeLayers({ feed: layer({ left: 'a' }), desk: null }, later + 1, FADES)).toBeUndefined();
  });

  it('is nothing when no source says anything', () => {
    expect(mergeLayers({ feed: null, desk: null }, NOW, FADES)).toBeUndefined();
    expect(mergeLayers({ feed: layer({}), desk: layer({}) }, NOW, FADES)).toBeUndefined();
    expect(fadesAt({ feed: layer({ runs: false }), desk: null }, FADES)).toBeNull();
  });
});

const STOPS = [
  { stationId: 'a', arrive: 0, depart: 0 },
  { stationId: 'b', arrive: 600, depart: 660 },
  { stationId: 'c', arrive: 1200, depart: 1260 },
  { stationId: 'd', arrive: 1800, depart: 1800 },
];
const departs = (live: Omit<LiveLayer, 'asOf'>) =>
  expectedStops(STOPS, layer(live)).map(({ depart }) => depart);

describe('what is expected at stops', () => {
  it('is the timetable where nothing is said', () => {
    const stops = expectedStops(STOPS, undefined);
    expect(stops.map(({ depart }) => depart)).toEqual([0, 660, 1260, 1800]);
    expect(stops.some(({ isKnown, isSkipped, hasLeft }) => isKnown || isSkipped || hasLeft)).toBe(false);
  });

  it('goes on with a delay until another one is said, and past a skipped stop', () => {
    expect(departs({ delays: { b: { depart: 300 } } })).toEqual([0, 960, 1560, 2100]);
    expect(departs({ delays: { b: { depart: 300 }, d: { arrive: 60 } } })).toEqual([0, 960, 1560, 1860]);
    expect(departs({ delays: { a: { depart: 120 } }, skipped: ['b'] })).toEqual([120, 780, 1380, 1920]);
  });

  it('is unknown from a stop on where a source says so', () => {
    const stops = expectedStops(STOPS, layer({ delays: { a: { depart: 300 }, c: null } }));
    expect(stops.map(({ isKnown }) => isKnown)).toEqual([true, true, false, false]);
    expect(stops.map(({ depart }) => depart)).toEqual([300, 960, 1260, 1800]);
  });

  it('takes a delay at the arrival for the departure, and the other way', () => {
    const [, b] = expectedStops(STOPS, layer({ delays: { b: { arrive: 90 } } }));
    expect([b?.arrive, b?.depart]).toEqual([690, 750]);
  });

  it('returns skipped stops, stops that the train has left, and platforms', () => {
    const stops = expectedStops(STOPS, layer({ skipped: ['c'], left: 'b', platforms: { d: '9' } }));
    expect(stops.map(({ isSkipped }) => isSkipped)).toEqual([false, false, true, false]);
    expect(stops.map(({ hasLeft }) => hasLeft)).toEqual([true, true, false, false]);
    expect(stops[3]?.platform).toBe('9');
    expect(expectedStops(STOPS, layer({ runs: false })).every(({ isSkipped }) => isSkipped)).toBe(true);
  });

  it('is never before an earlier stop', () => {
    const delay = fc.option(fc.record({ arrive: fc.integer({ min: -4000, max: 4000 }) }), { nil: null });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), delay), (delays) => {
        const times = expectedStops(STOPS, layer({ delays })).flatMap(({ arrive, depart }) => [
          arrive,
          depart,
        ]);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
    );
  });
});

describe('when a train leaves, for the rules', () => {
  const train = { departAt: 100, expectedDepartAt: 160, isSkipped: false, hasLeft: false, asOf: 90 };

  it('is as expected, but never before the timetable', () => {
    expect(leavingAt(train)).toBe(160);
    expect(leavingAt({ ...train, expectedDepartAt: 40 })).toBe(100);
  });

  it('is by the timetable where it does not call', () => {
    expect(leavingAt({ ...train, isSkipped: true })).toBe(100);
  });

  it('is when it was reported to have left, however early', () => {
    expect(leavingAt({ ...train, hasLeft: true })).toBe(90);
    expect(leavingAt({ ...train, hasLeft: true, asOf: 200 })).toBe(160);
  });
});

it('names a second call at a station by its number', () => {
  expect(stopKeys(['x', 'y', 'x', 'x'].map((stationId) => ({ stationId })))).toEqual([
    'x',
    'y',
    'x#2',
    'x#3',
  ]);
});
