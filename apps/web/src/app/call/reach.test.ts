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

test('an unanswered call reports the server as unreachable, whatever the phone says, and an answer as reachable', () => {
  const onChange = vi.fn();
  const leave = reach.subscribe(onChange);
  expect(reach.get()).toBe(true);
  noteReach(false);
  expect(reach.get()).toBe(false);
  noteReach(true);
  expect(reach.get()).toBe(true);
  expect(onChange).toHaveBeenCalledTimes(2);
  leave();
});

test('an answer that arrives after the network is gone does not hide the network’s return', () => {
  const onChange = vi.fn();
  const leave = reach.subscribe(onChange);
  vi.stubGlobal('navigator', { onLine: false });
  // As the browser reports it.
  onlineManager.setOnline(false);
  noteReach(true);
  expect(reach.get()).toBe(false);
  onChange.mockClear();
  vi.stubGlobal('navigator', { onLine: true });
  onlineManager.setOnline(true);
  expect(onChange).toHaveBeenCalledOnce();
  expect(reach.get()).toBe(true);
  leave();
});

test('an unreachable server is asked until it answers, and then no more', async () => {
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

test('a phone in a pocket sends nothing until it is looked at', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  noteReach(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).not.toHaveBeenCalled();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  fetched.mockResolvedValueOnce(new Response('{}'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reach.get()).toBe(true);
});
