// Conversions in zones with summer time, on the days on which it begins and ends.
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  bookingOpensAt,
  bookingWindow,
  byWallTime,
  clockOfWall,
  dateAt,
  endOfDay,
  epochToIso,
  epochToWall,
  gtfsToEpoch,
  isWallTime,
  startOfDay,
  wallToEpoch,
} from './service-day.ts';
import { instantsOf, offsetAt, setZone, zoneName } from './zone.ts';
import { expiryOnActivation, isExpired } from '../ticket/life.ts';

const HOUR_MS = 3_600_000;
const ZONES = ['Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tokyo', 'Asia/Kathmandu'];
const utc = (text: string) => Date.parse(`${text}Z`);
const inZone = (zone: string, walk: () => void) => {
  setZone(zone);
  walk();
};

describe('the zone', () => {
  afterEach(() => setZone('Asia/Tokyo'));

  it('is known by its IANA name only', () => {
    expect(() => setZone('Europe/Bern')).toThrow(RangeError);
    expect(zoneName()).toBe('Asia/Tokyo');
  });

  it.each(ZONES)('%s agrees with the zone database', (zone) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    inZone(zone, () =>
      fc.assert(
        fc.property(fc.integer({ min: utc('1972-01-01T00:00'), max: utc('2100-01-01T00:00') }), (ms) => {
          expect(epochToWall(ms).slice(0, 19)).toBe(format.format(ms));
          expect(Date.parse(epochToIso(ms))).toBe(Math.floor(ms / 1000) * 1000);
        }),
      ),
    );
  });

  it.each(ZONES)(
    '%s: every instant is converted to a wall time and back, and wall times are in their order',
    (zone) => {
      inZone(zone, () =>
        fc.assert(
          fc.property(
            fc.integer({ min: 63_072_000, max: 4_102_444_800 }),
            fc.integer({ min: 0, max: 7_200_000 }),
            (seconds, more) => {
              const ms = seconds * 1000;
              expect(wallToEpoch(epochToWall(ms))).toBe(ms);
              expect(isWallTime(epochToWall(ms))).toBe(true);
              const later = ms + Math.floor(more / 1000) * 1000;
              expect(Math.sign(byWallTime(epochToWall(ms), epochToWall(later)))).toBe(more < 1000 ? 0 : -1);
            },
          ),
        ),
      );
    },
  );

  it('has no time that the start of summer time skips', () => {
    inZone('Europe/Zurich', () => {
      expect(['2027-03-28 01:59:59', '2027-03-28 03:00:00'].map(isWallTime)).toEqual([true, true]);
      expect(['2027-03-28 02:00:00', '2027-03-28 02:59:59'].map(isWallTime)).toEqual([false, false]);
    });
  });

  it('writes the second pass of a repeated hour with its offset, and accepts no other offset', () => {
    inZone('Europe/Zurich', () => {
      const [first, second] = [utc('2026-10-25T00:30'), utc('2026-10-25T01:30')];
      expect([first, second].map(epochToWall)).toEqual(['2026-10-25 02:30:00', '2026-10-25 02:30:00+01:00']);
      expect(epochToWall(first + 999)).toBe('2026-10-25 02:30:00');
      expect([first - 1_800_000, second + 1_800_000].map(epochToWall)).toEqual([
        '2026-10-25 02:00:00',
        '2026-10-25 03:00:00',
      ]);
      expect(byWallTime('2026-10-25 02:45:00', '2026-10-25 02:15:00+01:00')).toBeLessThan(0);
      expect(
        ['2026-10-25 02:30:00', '2026-10-25 02:30:00+01:00', '2026-10-25 14:15:00'].map(clockOfWall),
      ).toEqual(['02:30', '02:30 (UTC+1)', '14:15']);
      for (const wrong of [
        '2026-10-25 02:30:00+02:00',
        '2026-10-25 12:30:00+01:00',
        '2026-10-25 02:30:00Z',
      ]) {
        expect(isWallTime(wrong)).toBe(false);
        expect(() => wallToEpoch(wrong)).toThrow(RangeError);
      }
    });
    inZone('America/New_York', () =>
      expect(epochToWall(utc('2026-11-01T06:30'))).toBe('2026-11-01 01:30:00-05:00'),
    );
    inZone('Australia/Lord_Howe', () =>
      expect(clockOfWall(epochToWall(utc('2026-04-04T15:15')))).toBe('01:45 (UTC+10:30)'),
    );
  });

  it.each(ZONES)('%s: a wall time is converted back to one of its instants', (zone) => {
    inZone(zone, () =>
      fc.assert(
        fc.property(fc.integer({ min: 63_072_000, max: 4_102_444_800 }), (seconds) => {
          const { earlier, later } = instantsOf(
            utc(
              epochToWall(seconds * 1000)
                .slice(0, 19)
                .replace(' ', 'T'),
            ),
          );
          expect([earlier, later]).toContain(seconds * 1000);
          expect(earlier).toBeLessThanOrEqual(later);
        }),
      ),
    );
  });

  it('Zurich skips the hour from two to three in March, and moves its times on', () => {
    setZone('Europe/Zurich');
    expect(offsetAt(utc('2027-03-28T00:59:59'))).toBe(HOUR_MS);
    expect(offsetAt(utc('2027-03-28T01:00:00'))).toBe(2 * HOUR_MS);
    expect(epochToWall(utc('2027-03-28T00:59:59'))).toBe('2027-03-28 01:59:59');
    expect(epochToWall(utc('2027-03-28T01:00:00'))).toBe('2027-03-28 03:00:00');
    expect(epochToWall(wallToEpoch('2027-03-28 02:30:00'))).toBe('2027-03-28 03:30:00');
    expect((startOfDay('2027-03-29') - startOfDay('2027-03-28')) / HOUR_MS).toBe(23);
  });

  it('Zurich repeats the hour from two to three in October', () => {
    setZone('Europe/Zurich');
    expect(instantsOf(utc('2026-10-25T02:30'))).toEqual({
      earlier: utc('2026-10-25T00:30'),
      later: utc('2026-10-25T01:30'),
    });
    expect(wallToEpoch('2026-10-25 02:30:00')).toBe(utc('2026-10-25T00:30'));
    expect(epochToIso(utc('2026-10-25T00:30'))).toBe('2026-10-25T02:30:00+02:00');
    expect(epochToIso(utc('2026-10-25T01:30'))).toBe('2026-10-25T02:30:00+01:00');
    expect((startOfDay('2026-10-26') - startOfDay('2026-10-25')) / HOUR_MS).toBe(25);
    setZone('America/New_York');
    expect(epochToIso(utc('2026-11-01T06:30'))).toBe('2026-11-01T01:30:00-05:00');
  });

  it('a zone that skips midnight has days that begin later', () => {
    // In Beirut summer time begins at midnight.
    setZone('Asia/Beirut');
    expect(epochToWall(startOfDay('2027-03-28'))).toBe('2027-03-28 01:00:00');
    expect(epochToWall(startOfDay('2027-03-28') - 1000)).toBe('2027-03-27 23:59:59');
  });

  it.each([
    // Summer time begins between departure and arrival; GTFS counts from noon less twelve hours.
    ['Europe/Zurich', '2027-03-27', '25:30:00', '2027-03-28 01:30:00'],
    ['Europe/Zurich', '2027-03-27', '26:30:00', '2027-03-28 03:30:00'],
    ['Europe/Zurich', '2027-03-28', '00:30:00', '2027-03-27 23:30:00'],
    ['Europe/Zurich', '2027-03-28', '06:00:00', '2027-03-28 06:00:00'],
    ['Europe/Zurich', '2026-10-24', '25:30:00', '2026-10-25 01:30:00'],
    ['Europe/Zurich', '2026-10-24', '27:30:00', '2026-10-25 02:30:00+01:00'],
    ['Europe/Zurich', '2026-10-25', '00:30:00', '2026-10-25 01:30:00'],
    ['America/New_York', '2026-11-01', '06:00:00', '2026-11-01 06:00:00'],
    ['America/New_York', '2026-10-31', '25:30:00', '2026-11-01 01:30:00'],
  ])('in %s the train of %s at %s leaves at %s', (zone, serviceDate, time, wall) => {
    setZone(zone);
    expect(epochToWall(gtfsToEpoch(serviceDate, time))).toBe(wall);
  });

  it.each([
    ['Europe/Zurich', '2026-10-25', 25],
    ['Europe/Zurich', '2027-03-28', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2027-03-14', 23],
  ])(
    'in %s a ticket used on %s is valid until the last second of that day of %i hours',
    (zone, date, hours) => {
      setZone(zone);
      const end = expiryOnActivation(startOfDay(date), 1);
      expect(end).toBe(`${date} 23:59:59`);
      const ticket = { ticketState: 20 as const, useExpireDate: date, abtExpireDate: end };
      const last = startOfDay(date) + hours * HOUR_MS - 1;
      expect([isExpired(ticket, last), isExpired(ticket, last + 1)]).toEqual([false, true]);
      expect(endOfDay(date)).toBe(last - 999);
    },
  );

  it('booking opens at ten of the wall clock, on change days too', () => {
    setZone('Europe/Zurich');
    expect(bookingOpensAt('2026-11-25')).toBe(utc('2026-10-25T09:00'));
    expect(bookingOpensAt('2027-04-28')).toBe(utc('2027-03-28T08:00'));
    fc.assert(
      fc.property(fc.integer({ min: utc('2026-01-01T00:00'), max: utc('2030-01-01T00:00') }), (now) => {
        const { from, to } = bookingWindow(now);
        expect([from, bookingOpensAt(to) <= now]).toEqual([dateAt(now), true]);
        expect(bookingOpensAt(addDays(to, 1))).toBeGreaterThan(now);
      }),
    );
    expect(addMonths('2027-03-28', -1)).toBe('2027-02-28');
  });
});
