// What a tab remembers of a booking, also where the browser forbids storage.
import { afterEach, expect, test, vi } from 'vitest';
import { learnServerTime } from '../app/server-clock.ts';
import { forgetSeats, recallHold, recallSeats, rememberHold, rememberSeats } from './session-memory.ts';

afterEach(() => vi.unstubAllGlobals());

const forbidden = () => {
  throw new DOMException('Access is denied', 'SecurityError');
};
const STORAGES = {
  absent: undefined,
  forbidden: { getItem: forbidden, setItem: forbidden, removeItem: forbidden },
  empty: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
};

test.each(Object.entries(STORAGES))('a hold and a choice are kept where storage is %s', (_name, storage) => {
  vi.stubGlobal('sessionStorage', storage);
  rememberSeats('/a', ['2-1A']);
  rememberSeats('/b', ['2-1B']);
  rememberHold({ holdId: 'h', seats: ['2-1A'], expiresAt: '2026-12-01 00:05:00' });
  expect([recallSeats('/a'), recallSeats('/b')]).toEqual([['2-1A'], ['2-1B']]);
  forgetSeats();
  // Seats that were reserved are no choice any more, at whatever address they were chosen.
  expect([recallSeats('/a'), recallSeats('/b')]).toEqual([[], []]);
  expect(recallHold('h')?.seats).toEqual(['2-1A']);
});

test.each([-86_400_000, 0, 86_400_000])(
  'a hold ends by a clock that is %i ms wrong, also after a reload',
  (wrong) => {
    const now = Date.parse('2026-12-01T00:00:00+09:00');
    vi.useFakeTimers({ now: now + wrong });
    learnServerTime(new Date(now).toUTCString());
    rememberHold({ holdId: 'h', seats: ['2-1A'], expiresAt: '2026-12-01 00:05:00' });
    // A page that has heard nothing from the server takes its own clock for right.
    learnServerTime(new Date(now + wrong).toUTCString());
    const left = (recallHold('h')?.until ?? 0) - Date.now();
    expect(Math.abs(left - 300_000)).toBeLessThan(1000);
    vi.useRealTimers();
  },
);
