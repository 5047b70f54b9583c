import { expect, test } from 'vitest';
import { calendarFile } from './reservation-calendar.ts';

const EVENT = {
  uid: 'r-1',
  title: 'はるか25号 京都から関西空港まで、お忘れもののないようにお乗りください',
  place: 'Kyoto, platform 30',
  notes: 'Car 4; seats 7A\n7B',
  from: '2026-11-28 14:15:00',
  to: '2026-11-28 15:35:00',
  cancelled: false,
  madeAt: Date.UTC(2026, 10, 27, 3, 4, 5, 600),
};
const file = calendarFile(EVENT);
const lines = file.split('\r\n');

test('times are Tokyo wall time in any zone of the phone', () => {
  expect(lines).toContain('DTSTART;TZID=Asia/Tokyo:20261128T141500');
  expect(lines).toContain('DTEND;TZID=Asia/Tokyo:20261128T153500');
  expect(lines).toContain('TZID:Asia/Tokyo');
  expect(lines).toContain('DTSTAMP:20261127T030405Z');
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
