// The phone checks by itself whether two hours have passed, and checks whenever it is used again.
import { INACTIVITY_MS } from '@kippu/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '../../../test/sign-in.ts';
import { watchInactivity } from './inactivity.ts';
import { noteAnswer } from './last-answer.ts';
import { currentPlace, navigateTo } from '../router/router.ts';
import { learnServerTime } from '../clock/server-clock.ts';
import { endSession, getSession } from '../session/session.ts';

const HEALTHY = () => new Response(null, { headers: { date: new Date().toUTCString() } });
const health = vi.fn<() => Promise<Response>>();
const signedIn = () => getSession() !== null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', health);
  health.mockReset().mockImplementation(async () => HEALTHY());
  learnServerTime(new Date().toUTCString());
  signIn();
  navigateTo('/', { replace: true });
  // Answers this far apart are always recorded, so each test starts with a newer one.
  vi.setSystemTime(Date.now() + 86_400_000);
  learnServerTime(new Date().toUTCString());
  noteAnswer();
});
/** Removes each test's listeners. */
const listened = vi.spyOn(window, 'addEventListener');
const listenedHere = vi.spyOn(document, 'addEventListener');
afterEach(() => {
  for (const [type, listener] of listened.mock.calls) window.removeEventListener(type, listener);
  for (const [type, listener] of listenedHere.mock.calls) document.removeEventListener(type, listener);
  listened.mockClear();
  listenedHere.mockClear();
});
const flush = () => vi.advanceTimersByTimeAsync(0);

test('a session ends when two hours have passed, and login says so', async () => {
  watchInactivity();
  await vi.advanceTimersByTimeAsync(INACTIVITY_MS - 2_000);
  expect(signedIn()).toBe(true);
  expect(health).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(signedIn()).toBe(false);
  expect(currentPlace().name).toBe('login');
  expect(currentPlace().address).toContain('why=SES-0005');
});

test.each([
  ['the window is used again', () => window.dispatchEvent(new Event('focus'))],
  ['the page is brought back', () => window.dispatchEvent(new Event('pageshow'))],
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('after a sleep the session ends when %s', async (_name, wake) => {
  watchInactivity();
  await flush();
  vi.setSystemTime(Date.now() + INACTIVITY_MS + 60_000);
  wake();
  await flush();
  expect(signedIn()).toBe(false);
});

test.each([
  ['cannot be reached', async () => Promise.reject(new TypeError('no network'))],
  ['answers with a fault', async () => new Response(null, { status: 503 })],
])('the session goes on while the server %s, and is checked each minute', async (_name, answer) => {
  health.mockImplementation(answer);
  watchInactivity();
  await flush();
  vi.setSystemTime(Date.now() + INACTIVITY_MS + 60_000);
  window.dispatchEvent(new Event('focus'));
  await flush();
  expect(signedIn()).toBe(true);
  health.mockImplementation(async () => HEALTHY());
  await vi.advanceTimersByTimeAsync(59_000);
  expect(signedIn()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(signedIn()).toBe(false);
});

test('the session goes on when the server shows that only the phone’s clock was set forward', async () => {
  watchInactivity();
  await flush();
  const now = new Date().toUTCString();
  health.mockImplementation(async () => new Response(null, { headers: { date: now } }));
  vi.setSystemTime(Date.now() + INACTIVITY_MS + 60_000);
  window.dispatchEvent(new Event('focus'));
  await flush();
  expect(health).toHaveBeenCalledOnce();
  expect(signedIn()).toBe(true);
});

test('the return of the network during a check causes another; one check runs at a time', async () => {
  watchInactivity();
  await flush();
  vi.setSystemTime(Date.now() + INACTIVITY_MS + 60_000);
  let fail = () => {};
  health.mockImplementationOnce(
    () => new Promise((_answer, reject) => (fail = () => reject(new TypeError('no network')))),
  );
  window.dispatchEvent(new Event('focus'));
  await flush();
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('focus'));
  await flush();
  expect(health).toHaveBeenCalledTimes(1);
  fail();
  await flush();
  expect(health).toHaveBeenCalledTimes(2);
  expect(signedIn()).toBe(false);
});

test('however often the phone is used, one timer waits', async () => {
  watchInactivity();
  await flush();
  for (let times = 0; times < 3; times += 1) {
    window.dispatchEvent(new Event('focus'));
    await flush();
  }
  expect(vi.getTimerCount()).toBe(1);
});

test('when nobody is signed in, nothing is sent', async () => {
  endSession();
  watchInactivity();
  await vi.advanceTimersByTimeAsync(INACTIVITY_MS + 60_000);
  expect(health).not.toHaveBeenCalled();
  expect(currentPlace().address).toBe('/');
});
