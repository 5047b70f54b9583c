// Seat rules at the minute, the month and the order of reasons.
import { describe, expect, it } from 'vitest';
import { wallToEpoch as at } from './service-day.ts';
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
  it('closes five minutes ahead, across midnight and New Year', () => {
    expect(code(checkDeparture(departAt, at('2026-12-31 23:58:00')))).toBeNull();
    expect(code(checkDeparture(departAt, at('2026-12-31 23:58:00') + 1))).toBe('SEAT-0005');
    expect(code(checkDeparture(departAt, departAt - 1))).toBe('SEAT-0005');
    expect(code(checkDeparture(departAt, departAt))).toBe('SEAT-0004');
  });

  it('closes a reservation to changes', () => {
    expect(code(checkReservationOpen(2, departAt, now))).toBe('SEAT-0012');
    expect(code(checkReservationOpen(3, departAt, now))).toBe('SEAT-0004');
    expect(code(checkReservationOpen(1, departAt, now))).toBeNull();
    expect(reservationStateAt(1, departAt, departAt)).toBe(3);
    expect(reservationStateAt(1, departAt, departAt - 1)).toBe(1);
    expect(reservationStateAt(2, departAt, departAt)).toBe(2);
  });
});

describe('the window', () => {
  it('opens at ten, a month before the calendar date, not the service date', () => {
    expect(code(checkWindow(departAt, at('2026-12-01 09:59:59')))).toBe('SEAT-0009');
    expect(code(checkWindow(departAt, at('2026-12-01 10:00:00')))).toBeNull();
    expect(code(checkWindow(at('2027-03-31 08:00:00'), at('2027-02-28 10:00:00')))).toBeNull();
    expect(code(checkWindow(at('2028-03-30 08:00:00'), at('2028-02-29 09:59:59')))).toBe('SEAT-0009');
  });
});

describe('a wish for seats', () => {
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

  it('tells the reasons in their fixed order', () => {
    let wish: SeatRequest = {
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
    const told = mend.map((step) => {
      const reason = code(checkSeatRequest(wish));
      wish = { ...wish, ...step };
      return reason;
    });
    expect(told).toEqual([...SEAT_PRECEDENCE]);
    expect(code(checkSeatRequest(wish))).toBeNull();
  });
});
