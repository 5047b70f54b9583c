// Strangers send requests from a shared address (hotel, mobile network): clients seen before must not be affected.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import {
  AUTH,
  EMAIL,
  MEMBER,
  OPEN,
  openAccountApp,
  PASSWORD,
  type AccountFixture,
} from '../../../test/account.ts';
import { buildApp } from '../../app.ts';
import { addStaff, emailOf, STAFF_PASSWORD, tryToSignIn } from '../../../test/staff.ts';
import { RATES } from '../limits/call-limits.ts';
import { randomToken } from '../../session/session.ts';
import { TEST_DESK_KEY } from '../../../test/app-context.ts';
import { isMarked, withMark } from '../../session/token-mark.ts';

const SHARED = '198.51.100.7';
/** Limits scaled down: three visitors' writes instead of 300, and 12 unknown tokens instead of 1,200. */
const FACTOR = 0.01;
let fixture: AccountFixture;
/** The server after a restart: it remembers no token. */
let app: FastifyInstance;

beforeAll(async () => {
  fixture = await openAccountApp();
  await fixture.newAccount();
  const { deps } = fixture;
  await addStaff(deps, 'manager');
  app = await buildApp({ ...deps, config: { ...deps.config, limitFactor: FACTOR } });
});
afterAll(async () => {
  await app.close();
  await fixture.close();
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly payload?: object;
}
const send = async (method: 'GET' | 'POST', url: string, { headers = {}, payload }: Sent = {}) => {
  const body = payload === undefined ? {} : { payload };
  const answer = await app.inject({ method, url, headers, remoteAddress: SHARED, ...body });
  return { code: String(answer.json().code), data: answer.json().data, wait: answer.headers['retry-after'] };
};
/** Repeats the request until a limit refuses it; returns how many were accepted. */
async function flood(call: () => Promise<{ code: string }>): Promise<number> {
  for (let sent = 0; sent < 10_000; sent += 1) if ((await call()).code === 'REQ-0004') return sent;
  throw new Error('no limit');
}
const refreshByQuery = (refreshToken: string) =>
  send('POST', `${AUTH}/auth/refreshToken?loginAgent=guest&refreshToken=${refreshToken}`, { payload: {} });
const load = (token: string) =>
  send('GET', `${MEMBER}/load`, { headers: { authorization: `Bearer ${token}` } });
const loginBody = () => ({
  loginType: 'password',
  loginAgent: 'guest',
  saasId: 11950,
  deviceId: 'phone-0001',
  account: EMAIL,
  password: fixture.encrypted(PASSWORD, 'login'),
});
const signedIn = async () => {
  const answer = await fixture.login();
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { ...(answer.json().data as { token: string; refreshToken: string }), cookie };
};

test('every token that the server issues has its mark', async () => {
  const registered = await fixture.newAccount('taro@example.jp');
  const { token, refreshToken } = (await fixture.login()).json().data;
  const refreshed = (await fixture.refresh(refreshToken)).json().data;
  await addStaff(fixture.deps, 'counter');
  const staff = (await tryToSignIn(fixture, emailOf('counter'))).json().data;
  const changed = await fixture.call(
    'PUT',
    '/desk/password',
    { oldPassword: STAFF_PASSWORD, newPassword: 'Katsura-71-bridge' },
    { token: staff.token },
  );
  const all = [
    registered.token,
    registered.refreshToken,
    token,
    refreshToken,
    refreshed.token,
    refreshed.refreshToken,
    staff.token,
    changed.json().data.token,
  ];
  for (const [at, text] of all.entries()) expect(isMarked(fixture.deps.keys, text), String(at)).toBe(true);
});

test('a session is refreshed and used while strangers at its address send made-up tokens', async () => {
  const tokens = await signedIn();
  expect(await flood(() => refreshByQuery(randomToken()))).toBe(RATES.openWrite.max * FACTOR);
  expect(await flood(() => load(randomToken()))).toBe(RATES.unknown.max * FACTOR);
  const refreshed = await refreshByQuery(tokens.refreshToken);
  expect(refreshed.code).toBe('OK');
  expect((await load(refreshed.data.token)).code).toBe('OK');
  // The right form with a wrong mark does not help.
  for (const made of [randomToken(), `${randomToken()}${'x'.repeat(11)}`, 'x'.repeat(54)]) {
    expect((await refreshByQuery(made)).code).toBe('REQ-0004');
    expect((await load(made)).code).toBe('REQ-0004');
  }
});

test('a marked token of an ended session costs one query, and then counts as unknown', async () => {
  await flood(() => refreshByQuery(randomToken()));
  await flood(() => load(randomToken()));
  const dead = withMark(fixture.deps.keys, randomToken());
  const asked = vi.spyOn(fixture.deps.db, 'executeQuery');
  expect((await load(dead)).code).toBe('SES-0003');
  const looks = asked.mock.calls.length;
  expect((await load(dead)).code).toBe('REQ-0004');
  expect(asked.mock.calls).toHaveLength(looks);
  asked.mockRestore();
  const other = withMark(fixture.deps.keys, randomToken());
  expect([(await refreshByQuery(other)).code, (await refreshByQuery(other)).code]).toEqual([
    'SES-0003',
    'REQ-0004',
  ]);
});

test('refreshes are limited by token, by account, and without a token by address', async () => {
  const wide = await buildApp({ ...fixture.deps, config: { ...fixture.deps.config, limitFactor: 0.2 } });
  const of = async (refreshToken: string) => {
    const url = `${AUTH}/auth/refreshToken`;
    const query = { loginAgent: 'guest', refreshToken };
    const answer = await wide.inject({ method: 'POST', url, query, payload: {}, remoteAddress: SHARED });
    return answer.json() as { code: string; data: { refreshToken: string } };
  };
  const tokens = await signedIn();
  const again = [];
  for (let i = 0; i <= RATES.presented.max * 0.2; i += 1) again.push((await of(tokens.refreshToken)).code);
  expect(again).toEqual([...Array(RATES.presented.max * 0.2).fill('OK'), 'REQ-0004']);
  let next = (await signedIn()).refreshToken;
  let refreshes = 0;
  for (; refreshes < 1_000; refreshes += 1) {
    const { code, data } = await of(next);
    if (code === 'REQ-0004') break;
    next = data.refreshToken;
  }
  expect(refreshes).toBeLessThanOrEqual(RATES.guestWrite.max * 0.2);
  await wide.close();
  expect(await flood(() => send('POST', `${AUTH}/auth/refreshToken`, { payload: {} }))).toBeLessThanOrEqual(
    3,
  );
});

test('a browser that has logged in before logs in again while strangers use up its address', async () => {
  const { cookie } = await signedIn();
  const url = `${OPEN}/login`;
  await flood(() => send('POST', url, { payload: {} }));
  expect((await send('POST', url, { payload: loginBody() })).code).toBe('REQ-0004');
  expect((await send('POST', url, { payload: loginBody(), headers: { cookie } })).code).toBe('OK');
  // It has its own share, and no more.
  const headers = { cookie };
  expect(await flood(() => send('POST', url, { payload: {}, headers }))).toBeLessThan(
    RATES.openWrite.max * FACTOR,
  );
  // Anybody can get a cookie that only names a browser.
  const named = (await fixture.askCode('new@example.jp')).cookies.map(
    ({ name, value }) => `${name}=${value}`,
  );
  const stranger = { cookie: named.join('; ') };
  expect(stranger.cookie).toContain('kippu-device=');
  expect((await send('POST', url, { payload: loginBody(), headers: stranger })).code).toBe('REQ-0004');
});

test('a browser that has logged in before opens the pages while strangers use up its address', async () => {
  const { cookie } = await signedIn();
  const page = (headers = {}) => send('GET', '/no-such-page', { headers });
  await flood(() => page());
  expect((await page()).code).toBe('REQ-0004');
  expect((await page({ cookie })).code).toBe('REQ-0005');
});

test('staff and sales systems are served at an address where keys are guessed', async () => {
  const { token } = (await tryToSignIn(fixture, emailOf('manager'))).json().data;
  const desk = (authorization: string) => send('GET', '/desk/products', { headers: { authorization } });
  await flood(() => desk('ApiKey wrong-key-of-nobody'));
  await flood(() => desk(`Bearer ${randomToken()}`));
  expect((await desk(`Bearer ${token}`)).code).toBe('OK');
  expect((await desk(`ApiKey ${TEST_DESK_KEY}`)).code).not.toBe('REQ-0004');
});

test('a refresh with its token in the body is treated the same', async () => {
  const tokens = await signedIn();
  await flood(() => refreshByQuery(randomToken()));
  const answer = await send('POST', `${AUTH}/auth/refreshToken`, {
    payload: { loginAgent: 'guest', refreshToken: tokens.refreshToken },
  });
  expect(answer.code).toBe('OK');
});
