// Seat rules at their limits of minutes and months, and the order of refusals.
import { describe, expect, it } from 'vitest';
import { wallToEpoch as at } from '../time/service-day.ts';
import {
  SEAT_PRECEDENCE,
  checkDeparture,
  checkReservationOpen,
  checkSeatRequest,
  checkWindow,
  reservationStateAt,
  type SeatRequest,
} from './seat-rules.ts';

const departAt = at('2027-01-01 00:03:00');
const now = at('2026-12-20 12:00:00');
const code = (outcome: ReturnType<typeof checkDeparture>) => (outcome.ok ? null : outcome.code);

describe('departure', () => {
  it('closes five minutes before, across midnight and New Year', () => {
    expect(code(checkDeparture(departAt, at('2026-12-31 23:58:00')))).toBeNull();
    expect(code(checkDeparture(departAt, at('2026-12-31 23:58:00') + 1))).toBe('SEAT-0005');
    expect(code(checkDeparture(departAt, departAt - 1))).toBe('SEAT-0005');
    expect(code(checkDeparture(departAt, departAt))).toBe('SEAT-0004');
  });

  it('ends changes of a reservation', () => {
    expect(code(checkReservationOpen(2, departAt, now))).toBe('SEAT-0012');
    expect(code(checkReservationOpen(3, departAt, now))).toBe('SEAT-0004');
    expect(code(checkReservationOpen(1, departAt, now))).toBeNull();
    expect(reservationStateAt(1, departAt, departAt)).toBe(3);
    expect(reservationStateAt(1, departAt, departAt - 1)).toBe(1);
    expect(reservationStateAt(2, departAt, departAt)).toBe(2);
  });
});

describe('the booking window', () => {
  it('opens at ten, a month before the calendar date, not the service date', () => {
    expect(code(checkWindow(departAt, at('2026-12-01 09:59:59')))).toBe('SEAT-0009');
    expect(code(checkWindow(departAt, at('2026-12-01 10:00:00')))).toBeNull();
    expect(code(checkWindow(at('2027-03-31 08:00:00'), at('2027-02-28 10:00:00')))).toBeNull();
    expect(code(checkWindow(at('2028-03-30 08:00:00'), at('2028-02-29 09:59:59')))).toBe('SEAT-0009');
  });
});

describe('a request for seats', () => {
  const ticket = { ticketId: 't1', left: 1, covered: true, reservedForTrip: false };
  const good: SeatRequest = { departAt, now, tickets: [ticket], seatCount: 1, seatsLeft: 1 };
  const many = Array.from({ length: 7 }, (_, i) => ({ ...ticket, ticketId: `t${i}` }));

  it.each<[string | null, Partial<SeatRequest>]>([
    [null, {}],
    [null, { tickets: many.slice(0, 6), seatCount: 6, seatsLeft: 6 }],
    ['SEAT-0013', { departAt: null }],
    ['SEAT-0004', { now: departAt }],
    ['SEAT-0005', { now: departAt - 1000 }],
    ['SEAT-0009', { now: at('2026-11-30 23:00:00') }],
    ['SEAT-0010', { tickets: [{ ...ticket, covered: false }] }],
    ['SEAT-0011', { tickets: [{ ...ticket, reservedForTrip: true }] }],
    ['SEAT-0006', { tickets: [{ ...ticket, left: 0 }] }],
    ['SEAT-0006', { tickets: many, seatCount: 7, seatsLeft: 9 }],
    ['SEAT-0007', { seatCount: 2 }],
    ['SEAT-0007', { tickets: [], seatCount: 0 }],
    ['SEAT-0003', { seatsLeft: 0 }],
  ])('%s for %j', (expected, change) => {
    expect(code(checkSeatRequest({ ...good, ...change }))).toBe(expected);
  });

  it.each<[object, Partial<SeatRequest>]>([
    [{ minutes: 5 }, { now: departAt - 1000 }],
    [{ ticketId: 't2' }, { tickets: [ticket, { ...ticket, ticketId: 't2', covered: false }] }],
    [{ ticketId: 't2' }, { tickets: [ticket, { ...ticket, ticketId: 't2', reservedForTrip: true }] }],
    [{ ticketId: 't2', max: 6 }, { tickets: [ticket, { ...ticket, ticketId: 't2', left: 0 }] }],
    [{ max: 6 }, { tickets: many, seatCount: 7, seatsLeft: 9 }],
    [{ seats: 2, tickets: 1 }, { seatCount: 2 }],
    [{ left: 1 }, { tickets: many.slice(0, 2), seatCount: 2, seatsLeft: 1 }],
    [{ left: 0 }, { seatsLeft: -3 }],
  ])('is refused with %j', (values, change) => {
    expect(checkSeatRequest({ ...good, ...change })).toMatchObject({ ok: false, values });
  });

  it('is refused for the first reason in the fixed order', () => {
    let input: SeatRequest = {
      departAt: null,
      now: departAt,
      tickets: [{ ticketId: 't1', left: 0, covered: false, reservedForTrip: true }],
      seatCount: 2,
      seatsLeft: 0,
    };
    const mend: Partial<SeatRequest>[] = [
      { departAt },
      { now: departAt - 1000 },
      { now: at('2026-11-01 00:00:00') },
      { now },
      { tickets: [{ ...ticket, left: 0, reservedForTrip: true }] },
      { tickets: [{ ...ticket, left: 0 }] },
      { tickets: [ticket] },
      { seatCount: 1 },
      { seatsLeft: 1 },
    ];
    const reasons = mend.map((step) => {
      const reason = code(checkSeatRequest(input));
      input = { ...input, ...step };
      return reason;
    });
    expect(reasons).toEqual([...SEAT_PRECEDENCE]);
    expect(code(checkSeatRequest(input))).toBeNull();
  });
});

describe('a disruption that extends the time to move', () => {
  const departs = at('2026-12-01 10:15:00');
  // The train now leaves earlier and has left. The seat may be moved until the booked departure.
  const freeUntil = departs + 20 * 60_000;
  const open = (moment: number, state: 1 | 3 = 1, until: number | null = freeUntil) =>
    code(checkReservationOpen(state, departs, moment, until));

  it('extends changes and the shown state to the last millisecond', () => {
    for (const state of [1, 3] as const) {
      expect(open(freeUntil - 1, state)).toBeNull();
      expect(open(freeUntil, state)).toBeNull();
      expect(open(freeUntil + 1, state)).toBe('SEAT-0004');
    }
    expect(reservationStateAt(1, departs, freeUntil, freeUntil)).toBe(1);
    expect(reservationStateAt(1, departs, freeUntil + 1, freeUntil)).toBe(3);
  });

  it('changes nothing if it ends before the departure', () => {
    const early = departs - 60 * 60_000;
    expect(open(departs - 300_000, 1, early)).toBeNull();
    expect(open(departs - 299_999, 1, early)).toBe('SEAT-0005');
    expect(open(departs - 1, 1, early)).toBe('SEAT-0005');
    expect(open(departs, 1, early)).toBe('SEAT-0004');
    expect(reservationStateAt(1, departs, departs - 1, early)).toBe(1);
    expect(reservationStateAt(1, departs, departs, early)).toBe(3);
  });

  it('does not reopen a cancelled reservation', () => {
    expect(code(checkReservationOpen(2, departs, freeUntil, freeUntil))).toBe('SEAT-0012');
    expect(reservationStateAt(2, departs, freeUntil, freeUntil)).toBe(2);
  });
});
