import { afterAll, beforeAll, expect, test } from 'vitest';
import { isQuiet } from './quiet-hours.ts';
import { setZone, zoneName } from './zone.ts';

const before = zoneName();
beforeAll(() => setZone('Europe/Zurich'));
afterAll(() => setZone(before));
const at = (text: string) => Date.parse(text);
const NIGHT = { from: '22:00', to: '02:30' };

test('the night lies about midnight, its end is not included', () => {
  const times = ['21:59', '22:00', '23:59'].map((time) => isQuiet(NIGHT, at(`2026-01-10T${time}:59+01:00`)));
  expect(times).toEqual([false, true, true]);
  const early = ['00:00', '02:29', '02:30'].map((time) => isQuiet(NIGHT, at(`2026-01-11T${time}:00+01:00`)));
  expect(early).toEqual([true, true, false]);
});
test('hours of one day, and the same time twice', () => {
  expect(isQuiet({ from: '12:00', to: '13:00' }, at('2026-01-10T12:30:00+01:00'))).toBe(true);
  expect(isQuiet({ from: '12:00', to: '13:00' }, at('2026-01-10T13:00:00+01:00'))).toBe(false);
  expect(isQuiet({ from: '12:00', to: '12:00' }, at('2026-01-10T12:00:00+01:00'))).toBe(false);
});
test('they follow the clock when summer time begins and ends', () => {
  // 02:00 becomes 03:00: the quiet hours end at the jump.
  expect(isQuiet(NIGHT, at('2026-03-29T00:59:59Z'))).toBe(true);
  expect(isQuiet(NIGHT, at('2026-03-29T01:00:00Z'))).toBe(false);
  // 03:00 becomes 02:00: both passes of 02:15 are quiet, and of 02:45 neither.
  const passes = ['00:15', '01:15', '00:45', '01:45'].map((time) =>
    isQuiet(NIGHT, at(`2026-10-25T${time}:00Z`)),
  );
  expect(passes).toEqual([true, true, false, false]);
});
