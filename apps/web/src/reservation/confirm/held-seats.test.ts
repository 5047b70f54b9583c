// What a phone knows of the seats it holds: their end by the server's clock, and how they ended.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learnServerTime, serverNow } from '../../app/clock/server-clock.ts';
import { endHold, recallHold, rememberHold } from './held-seats.ts';

const NOW = Date.parse('2026-12-01T00:00:00+09:00');
const held = (holdId: string) => ({ holdId, seats: ['2-1A'], expiresAt: '2026-12-01 00:05:00' });
const serverSays = (at: number) => learnServerTime(new Date(at).toUTCString());
const leftOf = (holdId: string) => (recallHold(holdId)?.endsAt ?? 0) - serverNow();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  serverSays(NOW);
});
afterEach(() => vi.useRealTimers());

test.each([-86_400_000, 0, 86_400_000])(
  'a hold lasts five minutes by a clock that is %i ms wrong',
  (wrong) => {
    vi.setSystemTime(NOW + wrong);
    serverSays(NOW);
    rememberHold(held('a'), ['t']);
    expect(Math.abs(leftOf('a') - 300_000)).toBeLessThan(1000);
  },
);

test.each([-3_600_000, 3_600_000])(
  'a clock set by %i ms while seats are held does not end the hold',
  (jump) => {
    rememberHold(held('b'), ['t']);
    vi.setSystemTime(NOW + 60_000 + jump);
    serverSays(NOW + 60_000);
    expect(Math.abs(leftOf('b') - 240_000)).toBeLessThan(1000);
  },
);

test('a newer hold of one of the tickets ends the older hold, and no other', () => {
  rememberHold(held('c'), ['t1', 't2']);
  rememberHold(held('d'), ['t3']);
  rememberHold(held('e'), ['t2']);
  expect(recallHold('c')?.ended).toEqual({ reservationId: null });
  expect(recallHold('d')?.ended).toBeUndefined();
  expect(recallHold('e')?.ended).toBeUndefined();
});

test('how a hold ended is recorded once and does not change', () => {
  rememberHold(held('f'), ['t']);
  endHold('f', 'f');
  endHold('f', null);
  expect(recallHold('f')?.ended).toEqual({ reservationId: 'f' });
  expect(recallHold('unknown')).toBeUndefined();
});
