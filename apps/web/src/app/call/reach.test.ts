import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteReach, reach } from './reach.ts';

const fetched = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  fetched.mockReset();
});
afterEach(() => {
  noteReach(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an unanswered call says that the server is out of reach, whatever the phone thinks, and an answer says it is back', () => {
  const told = vi.fn();
  const leave = reach.subscribe(told);
  expect(reach.get()).toBe(true);
  noteReach(false);
  expect(reach.get()).toBe(false);
  noteReach(true);
  expect(reach.get()).toBe(true);
  expect(told).toHaveBeenCalledTimes(2);
  leave();
});

test('an answer that arrives when the network is gone does not hide that it comes back', () => {
  const told = vi.fn();
  const leave = reach.subscribe(told);
  vi.stubGlobal('navigator', { onLine: false });
  // As the browser tells it.
  onlineManager.setOnline(false);
  noteReach(true);
  expect(reach.get()).toBe(false);
  told.mockClear();
  vi.stubGlobal('navigator', { onLine: true });
  onlineManager.setOnline(true);
  expect(told).toHaveBeenCalledOnce();
  expect(reach.get()).toBe(true);
  leave();
});

test('out of reach it is asked for again until it answers, and then no more', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockResolvedValueOnce(new Response('{}'));
  noteReach(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reach.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reach.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a phone in a pocket asks nothing until it is looked at', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  noteReach(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).not.toHaveBeenCalled();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  fetched.mockResolvedValueOnce(new Response('{}'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reach.get()).toBe(true);
});
