import { wallToEpoch } from '@kippu/domain/time/service-day';
import { setZone } from '@kippu/domain/time/zone';
import { afterEach, expect, test } from 'vitest';
import { appName } from '@kippu/words/railway';
import { calendarFile } from './reservation-calendar.ts';

const EVENT = {
  uid: 'r-1',
  title: 'はるか25号 京都から関西空港まで、お忘れもののないようにお乗りください',
  place: 'Kyoto, platform 30',
  notes: 'Car 4; seats 7A\n7B',
  from: Date.parse('2026-11-28T14:15:00+09:00'),
  to: Date.parse('2026-11-28T15:35:00+09:00'),
  cancelled: false,
  madeAt: Date.UTC(2026, 10, 27, 3, 4, 5, 600),
};
const file = calendarFile(EVENT);
const lines = file.split('\r\n');

afterEach(() => setZone('Asia/Tokyo'));

test('times are in UTC', () => {
  expect(lines).toContain('DTSTART:20261128T051500Z');
  expect(lines).toContain('DTEND:20261128T063500Z');
  expect(file).not.toContain('TZID');
  expect(lines).toContain('DTSTAMP:20261127T030405Z');
});

test('it says which app made it', () => {
  expect(lines).toContain(`PRODID:-//${appName()}//Seat reservation//EN`);
});

test('commas, semicolons and line ends are escaped', () => {
  expect(lines).toContain('LOCATION:Kyoto\\, platform 30');
  expect(lines).toContain('DESCRIPTION:Car 4\\; seats 7A\\n7B');
});

test('no line is longer than 75 bytes, and unfolding restores the text', () => {
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(
    '京都から関西空港まで、お忘れもののないようにお乗りください',
  );
});

test('for a train that does not run, the entry is cancelled and has no reminder', () => {
  const later = { ...EVENT, cancelled: true, madeAt: EVENT.madeAt + 60_000 };
  const cancelled = calendarFile(later).split('\r\n');
  expect(cancelled).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'UID:r-1@kippu']));
  expect(cancelled).not.toContain('BEGIN:VALARM');
  const sequence = (from: string[]) => Number(from.find((line) => line.startsWith('SEQUENCE:'))?.slice(9));
  expect(sequence(cancelled)).toBeGreaterThan(sequence(lines));
});

test.each([
  ['Europe/Zurich', '2026-03-29 01:30:00', '20260329T003000Z'],
  ['Europe/Zurich', '2026-03-29 03:30:00', '20260329T013000Z'],
  ['Europe/Zurich', '2026-10-25 02:30:00', '20261025T003000Z'],
  ['Europe/Zurich', '2026-10-25 02:30:00+01:00', '20261025T013000Z'],
  ['America/New_York', '2026-11-01 01:30:00', '20261101T053000Z'],
  ['America/New_York', '2026-11-01 01:30:00-05:00', '20261101T063000Z'],
])('in %s, a train at %s leaves at %s', (zone, departAt, utc) => {
  setZone(zone);
  expect(calendarFile({ ...EVENT, from: wallToEpoch(departAt) })).toContain(`DTSTART:${utc}`);
});
