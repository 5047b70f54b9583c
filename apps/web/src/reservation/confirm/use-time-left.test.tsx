// The countdown of held seats: by the server's clock, every second, and at once when the page becomes visible.
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { learnServerTime } from '../../app/clock/server-clock.ts';
import { useTimeLeft } from './use-time-left.ts';

const NOW = Date.parse('2026-12-01T00:00:00+09:00');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  learnServerTime(new Date(NOW).toUTCString());
});
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
/** The phone sleeps: time passes, and no timer fires. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('counts down each second, to zero and below', () => {
  const { result } = renderHook(() => useTimeLeft(NOW + 2_000));
  expect(result.current).toBe(2_000);
  pass(999);
  expect(result.current).toBe(2_000);
  pass(1);
  expect(result.current).toBe(1_000);
  pass(2_000);
  expect(result.current).toBe(-1_000);
});

test.each([
  ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the phone brings the page back', () => window.dispatchEvent(new Event('pageshow'))],
])('%s corrects the countdown at once', (_name, wake) => {
  const { result } = renderHook(() => useTimeLeft(NOW + 300_000));
  sleep(120_000);
  act(() => void wake());
  expect(result.current).toBe(180_000);
});

test('a newer hold is counted from its own end', () => {
  const { result, rerender } = renderHook(({ until }) => useTimeLeft(until), {
    initialProps: { until: NOW + 60_000 },
  });
  rerender({ until: NOW + 300_000 });
  pass(1_000);
  expect(result.current).toBe(299_000);
});

test('no timer runs after the screen is closed', () => {
  const removed = [
    vi.spyOn(document, 'removeEventListener'),
    vi.spyOn(window, 'removeEventListener'),
  ] as const;
  const { unmount } = renderHook(() => useTimeLeft(NOW + 60_000));
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  expect(removed[0]).toHaveBeenCalledWith('visibilitychange', expect.any(Function));
  expect(removed[1]).toHaveBeenCalledWith('pageshow', expect.any(Function));
  for (const each of removed) each.mockRestore();
});
