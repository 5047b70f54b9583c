// How late a train was where it has arrived, and the code by which a certificate of it is checked.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arrivalsUntil,
  CHECK_CODE_CHARACTERS,
  CHECK_CODE_LENGTH,
  groupedCode,
  isCertified,
  latestOf,
  readCheckCode,
  type RunArrival,
} from './late-run.ts';
import type { LiveSource } from './live-train.ts';

const STOPS = ['a', 'b', 'c', 'd'].map((stationId, at) => ({
  stationId,
  arrive: at * 600,
  depart: at * 600 + 60,
}));
const FEED = 'feed' as const;
const DESK = 'desk' as const;
const at = (said: object | undefined, until = 100_000, source: LiveSource = FEED) => ({
  live: said && { asOf: 0, ...said },
  until,
  source,
});
const shown = (arrivals: readonly RunArrival[]) => arrivals.map((each) => [each.stationId, each.late]);

test('a train has arrived where it was expected by then, never where it begins', () => {
  const late = { delays: { a: { depart: 300 }, c: { arrive: 900 } } };
  expect(arrivalsUntil(STOPS, at(late, 899))).toEqual([]);
  expect(shown(arrivalsUntil(STOPS, at(late, 900)))).toEqual([['b', 300]]);
  expect(shown(arrivalsUntil(STOPS, at(late, 2100)))).toEqual([
    ['b', 300],
    ['c', 900],
  ]);
  expect(latestOf(arrivalsUntil(STOPS, at(late)))).toMatchObject({
    stationId: 'c',
    late: 900,
    planned: 1200,
  });
  expect(latestOf([])).toBeUndefined();
});

test('stops that are skipped, not for passengers or unknown are no arrivals; a cancelled train has none', () => {
  const some = { delays: { a: { depart: 300 }, d: null }, skipped: ['b'] };
  expect(shown(arrivalsUntil(STOPS, at(some)))).toEqual([['c', 300]]);
  const closed = STOPS.map((stop) =>
    stop.stationId === 'c' ? { ...stop, noAlighting: true as const } : stop,
  );
  expect(arrivalsUntil(closed, at(some))).toEqual([]);
  expect(arrivalsUntil(STOPS, at({ ...some, runs: false }))).toEqual([]);
  expect(arrivalsUntil(STOPS, at(undefined))).toEqual([]);
});

test('what a feed said of an arrival stays when it falls silent of it; what the desk said goes when it is undone', () => {
  const early = { delays: { a: { depart: 300 } } };
  const byFeed = arrivalsUntil(STOPS, at(early, 900));
  const byDesk = arrivalsUntil(STOPS, at(early, 900, DESK));
  const later = at({ delays: { c: { arrive: 600 } } });
  expect(shown(arrivalsUntil(STOPS, later, byFeed))).toEqual([
    ['b', 300],
    ['c', 600],
    ['d', 600],
  ]);
  expect(shown(arrivalsUntil(STOPS, later, byDesk))).toEqual([
    ['c', 600],
    ['d', 600],
  ]);
  expect(arrivalsUntil(STOPS, at(undefined), byDesk)).toEqual([]);
});

test('a train that is cancelled on its way keeps where it had arrived; one that skips a stop after all does not', () => {
  const before = arrivalsUntil(STOPS, at({ delays: { a: { depart: 300 } } }, 900, DESK));
  expect(arrivalsUntil(STOPS, at({ runs: false }), before)).toEqual(before);
  const fed = before.map((each) => ({ ...each, source: FEED }));
  expect(arrivalsUntil(STOPS, at({ skipped: ['b'] }), fed)).toEqual([]);
});

test('as time passes arrivals are added, and none changes while nobody says anything else', () => {
  const delay = fc.record({ arrive: fc.integer({ min: -600, max: 6000 }) });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.option(delay)),
      fc.constantFrom(FEED, DESK),
      fc.nat(10_000),
      fc.nat(10_000),
      (delays, source, until, more) => {
        const before = arrivalsUntil(STOPS, at({ delays }, until, source));
        const after = arrivalsUntil(STOPS, at({ delays }, until + more, source), before);
        expect(after.slice(0, before.length)).toEqual(before);
        expect(after.every(({ late }) => late >= 0)).toBe(true);
      },
    ),
  );
});

test('full minutes count, from the railway’s own on', () => {
  const rule = { fromMinutes: 5, listedDays: 45 };
  expect([299, 300].map((seconds) => isCertified(seconds, rule))).toEqual([false, true]);
  expect(isCertified(100_000, undefined)).toBe(false);
});

test('a code is read as people write it, and nothing else is one', () => {
  const code = fc
    .array(fc.constantFrom(...CHECK_CODE_CHARACTERS), {
      minLength: CHECK_CODE_LENGTH,
      maxLength: CHECK_CODE_LENGTH,
    })
    .map((characters) => characters.join(''));
  fc.assert(
    fc.property(code, (made) => {
      const written = groupedCode(made);
      expect(written).toMatch(/^(\w{4}-){3}\w{4}$/);
      const asRead = written.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', ' – ');
      expect(readCheckCode(written)).toBe(made);
      expect(readCheckCode(asRead)).toBe(made);
      expect(readCheckCode(made.slice(1))).toBeNull();
      expect(readCheckCode(`${made}0`)).toBeNull();
      expect(readCheckCode(`U${made.slice(1)}`)).toBeNull();
    }),
  );
});
