// One clock for codes, holds and countdowns, correct on a phone whose own clock is wrong.
import { afterEach, expect, test, vi } from 'vitest';
import { clockOffset, keptOffset, learnServerTime, serverNow } from './server-clock.ts';

const DAY_MS = 86_400_000;
const SERVER = Date.parse('2026-11-28T03:00:00Z');
afterEach(() => {
  vi.useRealTimers();
});

test.each([-DAY_MS, -3 * 3_600_000, 0, 40 * 60_000, DAY_MS])(
  'a phone off by %i ms shows the server’s time',
  (off) => {
    vi.useFakeTimers({ now: SERVER + off });
    learnServerTime(new Date(SERVER).toUTCString());
    expect(Math.abs(serverNow() - SERVER)).toBeLessThanOrEqual(2000);
    expect(Math.sign(clockOffset())).toBe(off === 0 ? 0 : -Math.sign(off));
  },
);

test.each([-DAY_MS, -3_600_000])(
  'a clock that is set by %i ms without a network does not set the server’s time back',
  (jump) => {
    vi.useFakeTimers({ now: SERVER + 40_000 });
    learnServerTime(new Date(SERVER).toUTCString());
    vi.advanceTimersByTime(60_000);
    const before = serverNow();
    vi.setSystemTime(Date.now() + jump);
    vi.advanceTimersByTime(5000);
    expect(serverNow() - before).toBe(5000);
    // The next answer starts from the current clock.
    learnServerTime(new Date(SERVER + 65_000).toUTCString());
    expect(Math.abs(serverNow() - SERVER - 65_000)).toBeLessThanOrEqual(2000);
  },
);

test('a phone that slept has the right time at once', () => {
  vi.useFakeTimers({ now: SERVER });
  learnServerTime(new Date(SERVER).toUTCString());
  vi.setSystemTime(SERVER + DAY_MS);
  expect(Math.abs(serverNow() - SERVER - DAY_MS)).toBeLessThanOrEqual(2000);
});

test('an answer without a date changes nothing', () => {
  vi.useFakeTimers({ now: SERVER });
  learnServerTime(new Date(SERVER + 60_000).toUTCString());
  const before = clockOffset();
  learnServerTime(null);
  learnServerTime('yesterday');
  expect(clockOffset()).toBe(before);
});

test('an offset is valid for a day, and only until the phone’s clock changes', () => {
  const stored = { offsetMs: 60_000, at: SERVER };
  expect(keptOffset(stored, SERVER + 3_600_000)).toBe(60_000);
  expect(keptOffset(stored, SERVER + DAY_MS + 1)).toBe(0);
  expect(keptOffset(stored, SERVER - 60_000)).toBe(0);
  expect(keptOffset(undefined, SERVER)).toBe(0);
  expect(keptOffset({ offsetMs: Number.NaN, at: SERVER }, SERVER)).toBe(0);
});
