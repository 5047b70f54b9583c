// The held seats that the phone keeps across reloads and accounts: no other account's, no corrupt ones, no old ones.
import { seatRelease } from '@kippu/contract/calls/traveller/seat-hold';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../../../test/fake-server.ts';
import { wallIn } from '../../../test/factories.ts';
import { signIn } from '../../../test/sign-in.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import { endSession } from '../../app/session/session.ts';
import {
  endHold,
  endHoldsOf,
  isHeldHere,
  recallHold,
  releaseHold,
  rememberHold,
  useHold,
} from './held-seats.ts';

const HOUR = 3_600_000;
const MEI = 'mei@example.com';
const take = (holdId: string, ...ticketIds: string[]) =>
  rememberHold({ holdId, seats: ['4-1A'], expiresAt: wallIn(300_000) }, ticketIds);
/** Writes the store as another tab would. */
function written(holds: unknown): void {
  localStorage.setItem('kippu.holds', JSON.stringify(holds));
  window.dispatchEvent(new StorageEvent('storage', { key: 'kippu.holds' }));
}
const storedHold = (change: object = {}) => ({
  seats: ['4-1A'],
  ticketIds: ['t'],
  endsAt: serverNow() + 60_000,
  account: MEI,
  ...change,
});
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  written({});
  signIn();
});

test('another account and a visitor cannot see the hold', () => {
  take('h', 't');
  expect(recallHold('h')).toBeDefined();
  signIn({ email: 'ken@example.com', username: 'ken' });
  expect(recallHold('h')).toBeUndefined();
  endSession();
  expect(recallHold('h')).toBeUndefined();
  signIn();
  expect(recallHold('h')).toBeDefined();
});

test('a hold taken by a visitor belongs to the visitor', () => {
  endSession();
  take('h', 't');
  expect(recallHold('h')).toBeDefined();
  signIn();
  expect(recallHold('h')).toBeUndefined();
});

test('only the tab that took the hold may release it by leaving', () => {
  take('h', 't');
  written({ other: storedHold() });
  expect([isHeldHere('h'), isHeldHere('other')]).toEqual([true, false]);
});

test('the hold of another tab is read, with how it ended', () => {
  written({
    open: storedHold(),
    given: storedHold({ ended: { reservationId: null } }),
    made: storedHold({ ended: { reservationId: 'r-1' } }),
    odd: storedHold({ ended: { reservationId: 7 }, seats: ['4-1A', 5], ticketIds: 'no list' }),
  });
  expect(recallHold('open')).toMatchObject({ holdId: 'open', seats: ['4-1A'], ticketIds: ['t'] });
  expect(recallHold('open')).not.toHaveProperty('ended');
  expect(recallHold('given')?.ended).toEqual({ reservationId: null });
  expect(recallHold('made')?.ended).toEqual({ reservationId: 'r-1' });
  expect(recallHold('odd')).toMatchObject({ ended: { reservationId: null }, seats: ['4-1A'], ticketIds: [] });
});

test.each([
  ['nothing', null],
  ['no record', 'text'],
  ['no end', storedHold({ endsAt: 'soon' })],
  ['a text for its end', storedHold({ endsAt: String(serverNow() + 60_000) })],
  ['no account', storedHold({ account: 1 })],
])('a hold that is %s is none', (_name, hold) => {
  written({ hold, good: storedHold() });
  expect(recallHold('hold')).toBeUndefined();
  expect(recallHold('good')).toBeDefined();
});

test('a store that is not a record holds nothing', () => {
  written('text');
  expect(recallHold('0')).toBeUndefined();
});

test('a hold is forgotten an hour after its end', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  written({
    known: storedHold({ endsAt: serverNow() - HOUR + 1 }),
    old: storedHold({ endsAt: serverNow() - HOUR }),
  });
  vi.useRealTimers();
  expect(recallHold('known')).toBeDefined();
  expect(recallHold('old')).toBeUndefined();
});

test('a screen is updated by any tab', () => {
  take('h', 't');
  const { result } = renderHook(() => useHold('h'));
  expect(result.current?.ended).toBeUndefined();
  act(() => written({ h: storedHold({ ended: { reservationId: 'r-1' } }) }));
  expect(result.current?.ended).toEqual({ reservationId: 'r-1' });
});

test('a transferred ticket ends its own holds only', () => {
  take('h', 't1', 't2');
  take('other', 't3');
  endHoldsOf('t2');
  expect(recallHold('h')?.ended).toEqual({ reservationId: null });
  expect(recallHold('other')?.ended).toBeUndefined();
});

test('a newer hold in this tab does not end one that another tab has ended', () => {
  take('h', 't');
  written({ h: storedHold({ ended: { reservationId: 'r-1' } }) });
  take('newer', 't');
  expect(recallHold('h')?.ended).toEqual({ reservationId: 'r-1' });
});

test('seats are released once: on the phone at once, and on the server even when the page closes', async () => {
  take('h', 't');
  const fetched = vi.spyOn(server, 'fetch');
  vi.stubGlobal('fetch', fetched);
  const freed = releaseHold('h');
  expect(recallHold('h')?.ended).toEqual({ reservationId: null });
  await freed;
  await releaseHold('h');
  expect(server.of(seatRelease).map(({ body }) => body)).toEqual([{ holdId: 'h' }]);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
});

test('a confirmed, unknown or foreign hold is not released, and a lost answer is ignored', async () => {
  take('made', 't1');
  endHold('made', 'r-1');
  await releaseHold('made');
  await releaseHold('unknown');
  take('mine', 't2');
  signIn({ email: 'ken@example.com', username: 'ken' });
  await releaseHold('mine');
  expect(server.of(seatRelease)).toEqual([]);
  signIn();
  server.lose(seatRelease);
  await releaseHold('mine');
  expect(server.of(seatRelease).length).toBe(1);
});
