// Every pair of a notification and a newer timetable, and that the same timetable never notifies twice.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import {
  disruptionOf,
  hasSeatFor,
  type Disruption,
  type TimetableRide,
  type KnownRide,
} from './disruption.ts';

const MINUTE = 60_000;
const booked = { departAt: 1_000 * MINUTE, arriveAt: 1_080 * MINUTE };
const later = (minutes: number) => ({
  departAt: booked.departAt + minutes * MINUTE,
  arriveAt: booked.arriveAt + minutes * MINUTE,
});
const gone: TimetableRide = { runs: false };
const runs = (minutes = 0, ...seatsGone: string[]): TimetableRide => ({
  runs: true,
  times: later(minutes),
  seatsGone,
});
const fresh: KnownRide = { booked, notified: booked, kind: null, seatsGone: [] };
const after = (news: Disruption, found: TimetableRide): KnownRide => ({
  booked: news.booked,
  notified: news.times,
  kind: news.kind,
  seatsGone: found.runs ? found.seatsGone : [],
});
/** Returns the kinds that successive timetables notify. */
function kindsOf(...timetables: TimetableRide[]): (string | null)[] {
  let known = fresh;
  return timetables.map((found) => {
    const news = disruptionOf(known, found);
    if (news) known = after(news, found);
    return news && news.kind;
  });
}

describe('the notification', () => {
  test.each<[string, TimetableRide[], (string | null)[]]>([
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
    ['one of two back', [runs(0, '4-1A', '4-1B'), runs(0, '4-1A')], ['seatGone', 'seatGone']],
    ['another seat gone', [runs(0, '4-1A'), runs(0, '4-1B')], ['seatGone', 'seatGone']],
    ['one of two another', [runs(0, '4-1A', '4-1B'), runs(0, '4-1A', '4-1C')], ['seatGone', 'seatGone']],
    ['the seat back', [runs(0, '4-1A'), runs()], ['seatGone', 'restored']],
  ])('%s', (_name, timetables, kinds) => {
    expect(kindsOf(...timetables)).toEqual(kinds);
  });

  test('a change of only the arrival is notified', () => {
    const found: TimetableRide = {
      runs: true,
      seatsGone: [],
      times: { ...booked, arriveAt: booked.arriveAt + 1 },
    };
    expect(disruptionOf(fresh, found)?.kind).toBe('retimed');
  });

  test('a change of only the departure is notified', () => {
    const found: TimetableRide = {
      runs: true,
      seatsGone: [],
      times: { ...booked, departAt: booked.departAt + 1 },
    };
    expect(disruptionOf(fresh, found)?.kind).toBe('retimed');
  });

  test('a cancelled train keeps the last notified times', () => {
    const moved = disruptionOf(fresh, runs(10));
    expect(moved && disruptionOf(after(moved, runs(10)), gone)?.times).toEqual(later(10));
  });
});

describe('until when a traveller may move free of charge', () => {
  test('a cancelled train: a week from its departure', () => {
    expect(disruptionOf(fresh, gone)?.freeUntil).toBe(booked.departAt + 7 * 24 * 60 * MINUTE);
  });
  test('a cancelled train that had been delayed: a week from the later departure', () => {
    const week = 7 * 24 * 60 * MINUTE;
    const cancelledAfter = (minutes: number) =>
      disruptionOf({ ...fresh, notified: later(minutes), kind: 'retimed' }, gone)?.freeUntil;
    expect([cancelledAfter(10), cancelledAfter(-10)]).toEqual([
      later(10).departAt + week,
      booked.departAt + week,
    ]);
  });
  test('an earlier train: until the booked departure', () => {
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

describe('a seat in the train', () => {
  const seats = [
    { ticketId: 't1', seatInfo: '4-1A' },
    { ticketId: 't2', seatInfo: '4-1B' },
  ];
  const reservation = (kind?: 'cancelled' | 'retimed' | 'seatGone', ...seatsGone: string[]) =>
    ({
      seats,
      ...(kind && { disruption: { kind, ...(seatsGone.length > 0 && { seatsGone }) } }),
    }) as Reservation;
  const has = (each: Reservation) => [hasSeatFor(each), hasSeatFor(each, 't1'), hasSeatFor(each, 't2')];

  test.each<[string, Reservation, boolean[]]>([
    ['exists for all, undisturbed', reservation(), [true, true, true]],
    ['exists for all, at another time', reservation('retimed'), [true, true, true]],
    ['exists for none, cancelled', reservation('cancelled'), [false, false, false]],
    [
      'does not exist for the ticket whose seat is gone',
      reservation('seatGone', '4-1A'),
      [false, false, true],
    ],
    ['exists for none, all gone', reservation('seatGone', '4-1B', '4-1A'), [false, false, false]],
    ['exists for all, others gone', reservation('seatGone', '5-1A'), [true, true, true]],
  ])('%s', (_name, each, expected) => {
    expect(has(each)).toEqual(expected);
  });
});

test('the same timetable notifies at most once, after any others', () => {
  const timetable = fc.oneof(
    fc.constant(gone),
    fc
      .record({ minutes: fc.integer({ min: -30, max: 30 }), seats: fc.subarray(['4-1A', '4-1B']) })
      .map((r) => runs(r.minutes, ...r.seats)),
  );
  fc.assert(
    fc.property(fc.array(timetable, { maxLength: 8 }), timetable, (before, last) => {
      expect(kindsOf(...before, last, last).at(-1)).toBeNull();
    }),
  );
});
