// Every pair of what was told and what the timetable has, and that the same timetable never tells twice.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disruptionOf, type Disruption, type Found, type Standing } from './disruption.ts';

const MINUTE = 60_000;
const booked = { departAt: 1_000 * MINUTE, arriveAt: 1_080 * MINUTE };
const later = (minutes: number) => ({
  departAt: booked.departAt + minutes * MINUTE,
  arriveAt: booked.arriveAt + minutes * MINUTE,
});
const gone: Found = { runs: false };
const runs = (minutes = 0, ...seatsGone: string[]): Found => ({
  runs: true,
  times: later(minutes),
  seatsGone,
});
const fresh: Standing = { booked, told: booked, kind: null, seatsGone: [] };
const after = (news: Disruption, found: Found): Standing => ({
  ...{ booked: news.booked, told: news.times, kind: news.kind },
  seatsGone: found.runs ? found.seatsGone : [],
});
/** The kinds told by timetables that follow each other. */
function told(...timetables: Found[]): (string | null)[] {
  let standing = fresh;
  return timetables.map((found) => {
    const news = disruptionOf(standing, found);
    if (news) standing = after(news, found);
    return news && news.kind;
  });
}

describe('what is told', () => {
  test.each<[string, Found[], (string | null)[]]>([
    ['nothing changed', [runs()], [null]],
    ['cancelled, once', [gone, gone], ['cancelled', null]],
    ['cancelled and put back', [gone, runs()], ['cancelled', 'restored']],
    ['cancelled and put back at another time', [gone, runs(10)], ['cancelled', 'retimed']],
    ['later, once', [runs(10), runs(10)], ['retimed', null]],
    ['changed twice', [runs(10), runs(5)], ['retimed', 'retimed']],
    ['changed, then as booked', [runs(10), runs()], ['retimed', 'restored']],
    ['changed, then cancelled', [runs(10), gone], ['retimed', 'cancelled']],
    ['put back, then cancelled again', [gone, runs(), gone], ['cancelled', 'restored', 'cancelled']],
    ['the seat gone, once', [runs(0, '4-1A'), runs(0, '4-1A')], ['seatGone', null]],
    ['the seat gone, then later', [runs(0, '4-1A'), runs(5, '4-1A')], ['seatGone', 'seatGone']],
    ['one seat of two gone, then both', [runs(0, '4-1A'), runs(0, '4-1A', '4-1B')], ['seatGone', 'seatGone']],
    ['the same two in another order', [runs(0, '4-1A', '4-1B'), runs(0, '4-1B', '4-1A')], ['seatGone', null]],
    ['the seat back', [runs(0, '4-1A'), runs()], ['seatGone', 'restored']],
  ])('%s', (_name, timetables, kinds) => {
    expect(told(...timetables)).toEqual(kinds);
  });

  test('only the arrival changed: that too', () => {
    const found: Found = { runs: true, seatsGone: [], times: { ...booked, arriveAt: booked.arriveAt + 1 } };
    expect(disruptionOf(fresh, found)?.kind).toBe('retimed');
  });

  test('a cancelled train keeps the times told last', () => {
    const moved = disruptionOf(fresh, runs(10));
    expect(moved && disruptionOf(after(moved, runs(10)), gone)?.times).toEqual(later(10));
  });
});

describe('until when one may move free', () => {
  test('a cancelled train: a week from its departure', () => {
    expect(disruptionOf(fresh, gone)?.freeUntil).toBe(booked.departAt + 7 * 24 * 60 * MINUTE);
  });
  test('an earlier train: until it was to leave when booked', () => {
    expect(disruptionOf(fresh, runs(-10))?.freeUntil).toBe(booked.departAt);
  });
  test('a lost seat: until departure', () => {
    expect(disruptionOf(fresh, runs(10, '4-1A'))?.freeUntil).toBe(later(10).departAt);
  });
  test('back as booked: by the usual rules', () => {
    const news = disruptionOf(fresh, gone);
    expect(news && disruptionOf(after(news, gone), runs())?.freeUntil).toBeNull();
  });
});

test('whatever came before, one timetable tells at most once', () => {
  const timetable = fc.oneof(
    fc.constant(gone),
    fc
      .record({ minutes: fc.integer({ min: -30, max: 30 }), seats: fc.subarray(['4-1A', '4-1B']) })
      .map((r) => runs(r.minutes, ...r.seats)),
  );
  fc.assert(
    fc.property(fc.array(timetable, { maxLength: 8 }), timetable, (before, last) => {
      expect(told(...before, last, last).at(-1)).toBeNull();
    }),
  );
});
