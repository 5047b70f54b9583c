// What a tab remembers of a booking, also where the browser forbids storage.
import { afterEach, expect, test, vi } from 'vitest';
import { forgetSeats, recallSeats, rememberSeats } from './session-memory.ts';

afterEach(() => vi.unstubAllGlobals());

const forbidden = () => {
  throw new DOMException('Access is denied', 'SecurityError');
};
const STORAGES = {
  absent: undefined,
  forbidden: { getItem: forbidden, setItem: forbidden, removeItem: forbidden },
  empty: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
};

test.each(Object.entries(STORAGES))('a choice is kept where storage is %s', (_name, storage) => {
  vi.stubGlobal('sessionStorage', storage);
  rememberSeats('/a', ['2-1A']);
  rememberSeats('/b', ['2-1B']);
  expect([recallSeats('/a'), recallSeats('/b')]).toEqual([['2-1A'], ['2-1B']]);
  forgetSeats();
  // Seats that were reserved are no choice any more, at whatever address they were chosen.
  expect([recallSeats('/a'), recallSeats('/b')]).toEqual([[], []]);
});
