// Wall time, GTFS time and the booking window at the ends of days, months and years.
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  bookingOpensAt,
  bookingWindow,
  dateAt,
  endOfDay,
  epochToWall,
  gtfsSeconds,
  gtfsToEpoch,
  isDate,
  isWallTime,
  serviceDateOf,
  shiftHours,
  startOfDay,
  wallToEpoch,
} from './service-day.ts';

describe('wall time', () => {
  it('is nine hours before UTC, across New Year too', () => {
    expect(wallToEpoch('2027-01-01 00:00:00')).toBe(Date.UTC(2026, 11, 31, 15));
    expect(epochToWall(Date.UTC(2026, 11, 31, 14, 59, 59, 999))).toBe('2026-12-31 23:59:59');
    expect(dateAt(Date.UTC(2026, 11, 31, 15))).toBe('2027-01-01');
  });

  it('survives a round trip', () => {
    const span = { min: Date.UTC(1970, 0), max: Date.UTC(2200, 0) };
    fc.assert(
      fc.property(fc.integer({ min: span.min / 1000, max: span.max / 1000 }), (seconds) => {
        expect(wallToEpoch(epochToWall(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });

  it('agrees with the zone database', () => {
    const tokyo = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Tokyo',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2200, 0) }), (ms) => {
        expect(epochToWall(ms)).toBe(tokyo.format(ms));
      }),
    );
  });

  it('accepts only days that exist', () => {
    expect(['2028-02-29', '2000-02-29', '2026-12-31'].every(isDate)).toBe(true);
    expect(['2027-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-1-1', '', 'x'].some(isDate)).toBe(
      false,
    );
    expect(isWallTime('2026-04-30 23:59:59')).toBe(true);
    expect(isWallTime('2026-04-30 24:00:00')).toBe(false);
    // Midnight of 0001-01-01 in Tokyo is in the year 0 in UTC, which databases do not have.
    for (const year of ['0000', '0001']) expect(isWallTime(`${year}-01-01 00:00:00`)).toBe(false);
    expect([isWallTime('1000-01-01 00:00:00'), isWallTime('9999-12-31 23:59:59')]).toEqual([true, true]);
    expect(() => wallToEpoch('2026-02-30 00:00:00')).toThrow(RangeError);
    expect(() => wallToEpoch('2026-02-28T00:00:00')).toThrow(RangeError);
  });

  it('accepts nothing before or after the text', () => {
    for (const text of ['x2026-04-30', '2026-04-30x', '2026-04-30\n', '+010000-01-01', '+012026-04-30'])
      expect(isDate(text), text).toBe(false);
    // Date.parse ignores what an open bracket begins, and reads this as a day of the year 10000.
    expect(isDate('9999-12-31 23:00 -0800 (')).toBe(false);
    const twoDays = '2026-04-30 2026-04-30 10:00:00';
    for (const text of ['x2026-04-30 10:00:00', '2026-04-30 10:00:00x', twoDays])
      expect(isWallTime(text), text).toBe(false);
    expect(() => gtfsSeconds('6:05:00x')).toThrow(RangeError);
    expect(() => startOfDay('2026-02-30')).toThrow(/not YYYY-MM-DD: 2026-02-30/);
  });

  it('throws beyond the calendar', () => {
    expect(dateAt(Date.UTC(9999, 11, 31, 14, 59, 59))).toBe('9999-12-31');
    expect(addDays('0001-01-01', -366)).toBe('0000-01-01');
    expect(() => addDays('9999-12-31', 1)).toThrow(/out of the calendar/);
    expect(() => addDays('0000-01-01', -1)).toThrow(/out of the calendar/);
    expect(() => addDays('2026-01-01', 0.5)).toThrow(/not a date and days/);
    expect(() => addDays('2026-02-30', 1)).toThrow(/not a date and days/);
    expect(() => epochToWall(Number.NaN)).toThrow(/out of the calendar/);
  });

  it('is read from a departure id', () => {
    expect(serviceDateOf('trip@7@2026-06-01')).toBe('2026-06-01');
  });

  it('returns the first moment and the last second of a day', () => {
    expect(endOfDay('2028-02-29') - startOfDay('2028-02-29')).toBe(86_399_000);
  });
});

describe('addDays and addMonths', () => {
  it('cross leap days and New Year', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
  });

  it('clamp to the end of a shorter month', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(addMonths('2027-03-31', -1)).toBe('2027-02-28');
    expect(addMonths('2026-12-31', 1)).toBe('2027-01-31');
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15');
    expect(() => addMonths('2026-01-01', 0.5)).toThrow(RangeError);
  });
});

describe('GTFS time', () => {
  it('runs past midnight on its service date', () => {
    expect(epochToWall(gtfsToEpoch('2026-12-31', '24:10:00'))).toBe('2027-01-01 00:10:00');
    expect(epochToWall(gtfsToEpoch('2028-02-28', '25:00:30'))).toBe('2028-02-29 01:00:30');
    expect(epochToWall(gtfsToEpoch('2026-06-01', 6 * 3600))).toBe('2026-06-01 06:00:00');
    expect(gtfsSeconds(' 6:05:00')).toBe(21_900);
    for (const wrong of ['6:5:00', '06:60:00', '', '-1:00:00'])
      expect(() => gtfsSeconds(wrong)).toThrow(RangeError);
  });
});

describe('shiftHours', () => {
  it('shifts at most a day in either direction', () => {
    expect(shiftHours('2026-12-31 23:30:00', 1)).toBe('2027-01-01 00:30:00');
    expect(shiftHours('2028-03-01 00:00:00', -24)).toBe('2028-02-29 00:00:00');
    expect(shiftHours('2026-06-01 10:00:00', 24)).toBe('2026-06-02 10:00:00');
    for (const hours of [24.01, -25, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => shiftHours('2026-06-01 10:00:00', hours)).toThrow(RangeError);
    for (const wall of ['2026-06-01', '2026/06/01 10:00:00', '2026-06-01 10:00', '2026-02-29 10:00:00'])
      expect(() => shiftHours(wall, 1)).toThrow(RangeError);
  });
});

describe('the zone of the machine', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  // Days of 23 and 25 hours, a skipped day, half hours, both ends of the day.
  it.each([
    ['America/New_York', '2026-03-08'],
    ['Europe/London', '2026-10-25'],
    ['Pacific/Apia', '2011-12-30'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Pacific/Kiritimati', '2026-12-31'],
    ['Pacific/Pago_Pago', '2028-02-29'],
  ])('has no effect: %s on %s', (tz, date) => {
    const inTokyo = () => [
      epochToWall(Date.parse(`${date}T15:00:00Z`)),
      dateAt(Date.parse(`${date}T14:59:59Z`)),
      startOfDay(date),
      endOfDay(date),
      ...Array.from({ length: 48 }, (_, half) => wallToEpoch(wallAt(date, half * 1800))),
      addDays(date, 1),
      addMonths(date, 1),
      gtfsToEpoch(date, '24:10:00'),
      shiftHours(`${date} 02:30:00`, 1),
      bookingOpensAt(date),
      bookingWindow(Date.parse(`${date}T02:30:00Z`)),
    ];
    process.env['TZ'] = 'Asia/Tokyo';
    const expected = inTokyo();
    process.env['TZ'] = tz;
    expect(new Date(0).getTimezoneOffset()).not.toBe(-540);
    expect(inTokyo()).toEqual(expected);
    expect(expected.slice(0, 2)).toEqual([`${addDays(date, 1)} 00:00:00`, date]);
    expect(startOfDay(addDays(date, 1)) - startOfDay(date)).toBe(86_400_000);
  });
});

/** Returns the wall time `seconds` into a day. */
function wallAt(date: string, seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${date} ${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00`;
}

describe('the booking window', () => {
  const at = wallToEpoch;
  it('opens one month before at ten', () => {
    expect(bookingWindow(at('2026-06-15 09:59:59'))).toEqual({ from: '2026-06-15', to: '2026-07-14' });
    expect(bookingWindow(at('2026-06-15 10:00:00'))).toEqual({ from: '2026-06-15', to: '2026-07-15' });
  });

  it('opens on the last day of a shorter month for the days that it lacks', () => {
    for (const day of ['2027-03-28', '2027-03-29', '2027-03-30', '2027-03-31'])
      expect(epochToWall(bookingOpensAt(day))).toBe('2027-02-28 10:00:00');
    expect(epochToWall(bookingOpensAt('2028-03-31'))).toBe('2028-02-29 10:00:00');
    expect(bookingWindow(at('2027-02-28 10:00:00')).to).toBe('2027-03-31');
    expect(bookingWindow(at('2027-02-28 09:59:59')).to).toBe('2027-03-27');
  });

  it('ends at the last day of a shorter next month', () => {
    expect(bookingWindow(at('2027-01-29 12:00:00')).to).toBe('2027-02-28');
    expect(bookingWindow(at('2027-01-31 12:00:00')).to).toBe('2027-02-28');
    expect(bookingWindow(at('2026-12-31 12:00:00')).to).toBe('2027-01-31');
  });

  it('contains exactly the dates whose booking has opened', () => {
    const span = { min: at('2026-01-01 00:00:00'), max: at('2030-01-01 00:00:00') };
    fc.assert(
      fc.property(fc.integer(span), (now) => {
        const { from, to } = bookingWindow(now);
        expect(from).toBe(dateAt(now));
        expect(bookingOpensAt(to)).toBeLessThanOrEqual(now);
        expect(bookingOpensAt(addDays(to, 1))).toBeGreaterThan(now);
      }),
    );
  });
});
