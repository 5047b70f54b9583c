// How much a gate says in one call.
import { expect, test, vi } from 'vitest';
import type { GateEvent } from '@kippu/contract/gate';
import { CallError } from './call-server.ts';
import { callOf, GateSync, waitAfter } from './gate-sync.ts';

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
    await vi.waitFor(() => expect(rounds).toHaveLength(2), { timeout: 20_000 });
    rounds[1]?.resolve();
    await vi.waitFor(() => expect(reports).toEqual([offline, null]), { timeout: 20_000 });
    expect(rounds).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(1);
    sync.stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a server that asks to wait is asked no earlier, however often somebody passes meanwhile', async () => {
  vi.useFakeTimers();
  try {
    let rounds = 0;
    const sync = new GateSync(
      async () => {
        rounds += 1;
        if (rounds > 1) return;
        sync.poke();
        throw new CallError('busy', 'REQ-0004', { waitMs: 40_000 });
      },
      () => undefined,
    );
    sync.poke();
    await vi.advanceTimersByTimeAsync(0);
    for (let second = 0; second < 39; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      sync.poke();
    }
    expect(rounds).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds).toBe(2);
    sync.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('what is asked to wait is never cut short, and a little spread', () => {
  expect([waitAfter(1, 0, 40_000), waitAfter(1, 1, 40_000), waitAfter(9, 1, 1_000)]).toEqual([
    40_000, 44_000, 60_000,
  ]);
});
