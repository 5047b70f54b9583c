// How much a gate says in one call.
import { expect, test } from 'vitest';
import type { GateEvent } from '@kippu/contract/gate';
import { callOf } from './gate-sync.ts';

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
