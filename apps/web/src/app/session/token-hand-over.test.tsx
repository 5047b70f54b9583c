// Tabs that hold the same spent token get the tokens that one of them fetched. A phone without storage asks the
// server.
import type { Tokens } from '@kippu/contract/calls/traveller/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetRefresh, refreshOnce } from './token-hand-over.ts';

const tokens = (name: string): Tokens => ({
  token: `${name}-token`,
  refreshToken: `${name}-refresh`,
  createAt: '2026-12-01 12:00:00',
  expiresIn: 1800,
});
const asking = (name: string) => vi.fn(async () => tokens(name));

beforeEach(() => forgetRefresh());
afterEach(() => vi.restoreAllMocks());

test('one spent token is exchanged once for all callers; another is exchanged separately', async () => {
  const [first, second, other] = [asking('first'), asking('second'), asking('other')];
  expect(await refreshOnce('spent', first)).toEqual(tokens('first'));
  expect(await refreshOnce('spent', second)).toEqual(tokens('first'));
  expect(second).not.toHaveBeenCalled();
  expect(await refreshOnce('another', other)).toEqual(tokens('other'));
});

test('after the session nothing is left', async () => {
  await refreshOnce('spent', asking('first'));
  await forgetRefresh();
  expect(await refreshOnce('spent', asking('second'))).toEqual(tokens('second'));
});

test('a failed refresh rejects, and the next one asks', async () => {
  await expect(refreshOnce('spent', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await refreshOnce('spent', asking('second'))).toEqual(tokens('second'));
});

test('a phone that forbids storage asks the server', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(await refreshOnce('spent', asking('first'))).toEqual(tokens('first'));
  expect(warned).toHaveBeenCalled();
});

test('a storage that does not answer delays each use by one second at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
  const ask = asking('first');
  const refreshed = refreshOnce('spent', ask);
  await vi.advanceTimersByTimeAsync(999);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refreshed).toEqual(tokens('first'));
});

test('the database is closed after each use, so that no tab holds it open, and no timer is left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const close = vi.spyOn(IDBDatabase.prototype, 'close');
  await refreshOnce('spent', asking('first'));
  expect(close).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
