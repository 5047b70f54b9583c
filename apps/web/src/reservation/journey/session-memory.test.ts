// What a tab remembers of a booking, even if the browser forbids storage.
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

test.each(Object.entries(STORAGES))('a choice is kept when storage is %s', (_name, storage) => {
  vi.stubGlobal('sessionStorage', storage);
  rememberSeats('/a', ['2-1A']);
  rememberSeats('/b', ['2-1B']);
  expect([recallSeats('/a'), recallSeats('/b')]).toEqual([['2-1A'], ['2-1B']]);
  forgetSeats();
  // Reserved seats are no longer a choice, at any address.
  expect([recallSeats('/a'), recallSeats('/b')]).toEqual([[], []]);
});
