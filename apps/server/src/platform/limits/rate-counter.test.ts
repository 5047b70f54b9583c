// The counter behind every rate limit.
import { expect, test } from 'vitest';
import { AppError } from '../wire/app-error.ts';
import { nameLimit, RateCounter } from './rate-counter.ts';

test('a key is limited within a window, and a new window begins after its end', () => {
  let now = 0;
  const counter = new RateCounter({ max: 2, timeWindow: 1000 }, () => now);
  const take = (key: string) => {
    const wait = counter.wait(key);
    if (wait === 0) counter.count(key);
    return wait;
  };
  expect([take('a'), take('a')]).toEqual([0, 0]);
  now = 400;
  expect([take('a'), take('b')]).toEqual([600, 0]);
  now = 1000;
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 1000]);
});

test('of very many keys the least recently seen are dropped', () => {
  const counter = new RateCounter({ max: 1, timeWindow: 60_000 }, () => 0);
  counter.count('first');
  for (let i = 0; i < 19_999; i += 1) counter.count(`key ${i}`);
  expect(counter.wait('first')).toBeGreaterThan(0);
  counter.count('first');
  for (let i = 0; i < 10_000; i += 1) counter.count(`more ${i}`);
  expect(counter.wait('first')).toBeGreaterThan(0);
  expect(counter.wait('key 0')).toBe(0);
});

test('calls made at once are counted one by one', async () => {
  const limit = nameLimit({ name: 'three', max: 3, timeWindow: 60_000 });
  const taken = await Promise.allSettled(Array.from({ length: 9 }, async () => limit('a')));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const refused = taken.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  for (const error of refused) expect([error instanceof AppError, error.retryAfter]).toEqual([true, 60]);
});
