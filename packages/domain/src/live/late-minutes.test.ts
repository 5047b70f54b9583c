// A delay is said in full minutes, which agree with the clock times beside it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lateMinutes } from './late-minutes.ts';

test.each([
  [0, 0],
  [59, 0],
  [60, 1],
  [299, 4],
  [300, 5],
  [-59, 0],
  [-60, -1],
  [-119, -1],
])('%i seconds are %i minutes', (seconds, minutes) => {
  expect(lateMinutes(seconds)).toBe(minutes);
});

test('the minutes of a late train are those between its planned and its expected time, both without seconds', () => {
  fc.assert(
    fc.property(fc.nat(1439), fc.nat(86_400), (planned, seconds) => {
      const clock = Math.floor((planned * 60 + seconds) / 60);
      expect(lateMinutes(seconds)).toBe(clock - planned);
    }),
  );
});
