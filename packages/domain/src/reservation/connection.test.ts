// A change of trains with a late first one.
import { expect, test } from 'vitest';
import { connectionOf } from './connection.ts';

const MINUTE = 60_000;
const late = (minutes: number) => ({ arriveAt: 0, expectedArriveAt: minutes * MINUTE });

test.each([
  [0, null],
  [25, null],
  [25.1, 'tight'],
  [30, 'tight'],
  [30.1, 'missed'],
])('a first train %s minutes late, for one that leaves after 30', (minutes, expected) => {
  expect(connectionOf(late(minutes), 30 * MINUTE, 5)).toBe(expected);
});

test('a change that was planned tight is reported only when the first train is late', () => {
  expect(connectionOf(late(0), 2 * MINUTE, 5)).toBeNull();
  expect(connectionOf(late(-1), 2 * MINUTE, 5)).toBeNull();
  expect(connectionOf(late(1), 2 * MINUTE, 5)).toBe('tight');
});

test('a second train that is late too is reached', () => {
  expect(connectionOf(late(40), 50 * MINUTE, 5)).toBeNull();
});
