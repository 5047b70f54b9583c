// Until when a timetable has trains.
import { expect, test } from 'vitest';
import { addDays } from '@kippu/domain/time/service-day';
import { lastDayFrom } from './running-days.ts';

const TODAY = '2026-12-01';
const after = (...days: readonly number[]) => days.map((day) => addDays(TODAY, day));

test.each([
  ['that runs daily', after(0, 1, 2), 2],
  ['that began long ago', after(-30, -29, 0, 1), 1],
  ['with one late day after its end', after(0, 1, 2, 700), 2],
  ['that pauses over holidays', after(0, 1, 8, 9), 9],
  ['that pauses for longer', after(0, 1, 9, 10), 1],
  ['that has ended', after(-3, -2), -1],
  ['that begins later', after(20, 21), -1],
  ['without a day', [], -1],
])('a timetable %s', (_, days, last) => {
  expect(lastDayFrom(days, TODAY)).toBe(addDays(TODAY, last));
});
