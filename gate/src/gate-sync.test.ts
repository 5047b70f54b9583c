// How much a gate says in one call.
import { expect, test, vi } from 'vitest';
import type { GateEvent } from '@kippu/contract/gate';
import { callOf, GateSync } from './gate-sync.ts';

const queued = (count: number, reason: string) =>
  Array.from({ length: count }, (_, key) => {
    const event: GateEvent = {
      eventId: `e-${key}`,
      code: 37,
      at: '2026-11-28 12:00:00',
      certificate: '',
      reason,
    };
    return { key, event };
  });

test('a call is short enough for a slow network, counted in bytes, and keeps the order', () => {
  const all = queued(500, '券'.repeat(200));
  const first = callOf(all);
  const bytes = new TextEncoder().encode(JSON.stringify(first.map(({ event }) => event))).length;
  expect(bytes).toBeLessThanOrEqual(128 * 1024 + 1);
  expect(bytes).toBeGreaterThan(120 * 1024);
  expect(first).toEqual(all.slice(0, first.length));
});

test('small events go all at once, and one that is larger than all that goes alone', () => {
  expect(callOf(queued(500, ''))).toHaveLength(500);
  expect(callOf(queued(3, 'x'.repeat(200_000)))).toHaveLength(1);
  expect(callOf([])).toEqual([]);
});

test('a network that comes back under a failing round is asked at once, without any timer', async () => {
  // No timer of this test ever fires.
  vi.useFakeTimers();
  try {
    const rounds: { resolve: () => void; reject: (error: Error) => void }[] = [];
    const reports: unknown[] = [];
    const sync = new GateSync(
      () => new Promise((resolve, reject) => rounds.push({ resolve, reject })),
      (error) => reports.push(error),
    );
    sync.poke();
    sync.poke();
    sync.poke();
    expect(rounds).toHaveLength(1);
    const offline = new Error('offline');
    rounds[0]?.reject(offline);
    await vi.waitFor(() => expect(rounds).toHaveLength(2));
    rounds[1]?.resolve();
    await vi.waitFor(() => expect(reports).toEqual([offline, null]));
    expect(rounds).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(1);
    sync.stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
