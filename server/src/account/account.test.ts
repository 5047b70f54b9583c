// A traveller's account on the wire: sign-up, sign-in, refresh, sign-out and the ways they are refused.
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { emptyTables } from '../db/test-database.ts';
import { openTestDeps, type TestDeps } from '../http/test-deps.ts';

const OPEN = '/jtr-jwqs-app/open/account/info';
const EMAIL = 'hanako@example.jp';
const PASSWORD = 'Kippu2026!';
let deps: TestDeps;
let app: FastifyInstance;

function encrypted(text: string) {
  const { kid, jwk } = deps.keys.publicKey;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return { kid, value: publicEncrypt(options, Buffer.from(text)).toString('base64') };
}

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
const mails = (to = EMAIL) => deps.mail.kept?.(to) ?? [];
const mailedCode = () => /\d{6}/.exec(mails()[0]?.text ?? '')?.[0] ?? '';
const askCode = (email = EMAIL) => post(`${OPEN}/sendVerifyCode`, { email, purpose: 'registry' });
const register = (change: object = {}) =>
  post(`${OPEN}/registry`, {
    email: EMAIL,
    emailRepeat: ` ${EMAIL.toUpperCase()}`.trim(),
    verifyCode: mailedCode(),
    password: encrypted(PASSWORD),
    passwordRepeat: encrypted(PASSWORD),
    fullname: '山田 花子',
    username: 'hanako',
    country: 'JP',
    termsAccepted: true,
    privacyAccepted: true,
    language: 'ja',
    ...change,
  });
const login = (password = PASSWORD, account = EMAIL) =>
  post(`${OPEN}/login`, {
    loginType: 'password',
    loginAgent: 'guest',
    saasId: 11950,
    account,
    password: encrypted(password),
    deviceId: 'phone-0001',
  });
const load = (token: string) =>
  app.inject({ url: '/jtr-jwqs-app/guest/member/info/load', headers: { authorization: `Bearer ${token}` } });
const refresh = (token: string) =>
  app.inject({
    method: 'POST',
    url: `/uw-auth-center/auth/refreshToken?loginAgent=guest&refreshToken=${token}`,
  });

beforeAll(async () => {
  deps = await openTestDeps();
  app = await buildApp(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});
beforeEach(async () => {
  await emptyTables(deps.db);
  await askCode();
});

test('register, load, log in, refresh, log out', async () => {
  const registered = await register();
  expect(registered.json()).toMatchObject({
    state: 'success',
    data: { expiresIn: 1800, member: { email: EMAIL } },
  });
  const first = registered.json().data;
  expect((await load(first.token)).json().data.fullname).toBe('山田 花子');
  const second = (await login()).json().data;
  const elsewhere = await load(first.token);
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'SES-0004']);
  deps.advance(31 * 60_000);
  expect((await load(second.token)).statusCode).toBe(498);
  const third = (await refresh(second.refreshToken)).json().data;
  expect((await load(third.token)).statusCode).toBe(200);
  const headers = { authorization: `Bearer ${third.token}` };
  const url = '/uw-auth-center/user/logout?loginAgent=guest';
  expect((await app.inject({ method: 'DELETE', url, headers })).json().data).toBeNull();
  expect((await load(third.token)).statusCode).toBe(406);
  expect((await refresh(third.refreshToken)).statusCode).toBe(406);
});

test('a refresh token used twice ends the session', async () => {
  const { refreshToken } = (await register()).json().data;
  const { token } = (await refresh(refreshToken)).json().data;
  expect((await refresh(refreshToken)).statusCode).toBe(406);
  expect((await load(token)).statusCode).toBe(406);
});

test('a wrong code counts, and the sixth try finds it void', async () => {
  const right = mailedCode();
  const wrong = right === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i += 1) expect((await register({ verifyCode: wrong })).json().code).toBe('ACC-0004');
  expect((await register({ verifyCode: right })).json().code).toBe('ACC-0005');
});

test('a code dies after five minutes and is not resent within one', async () => {
  const early = await askCode();
  expect([early.statusCode, early.json().code, early.headers['retry-after']]).toEqual([
    429,
    'MFA-0031',
    '60',
  ]);
  deps.advance(5 * 60_000);
  expect((await register()).json().code).toBe('ACC-0005');
});

test('a registered email answers as a new one does; its owner is told', async () => {
  await register();
  deps.advance(61_000);
  const again = await askCode();
  const fresh = await askCode('new@example.jp');
  expect([again.statusCode, again.json()]).toEqual([fresh.statusCode, fresh.json()]);
  expect(mails()[0]?.text).toContain('すでにアカウント');
  expect((await register({ verifyCode: '123456' })).json().code).toBe('ACC-0004');
});

test('rules refuse what the schema cannot', async () => {
  const code = async (change: object) => (await register(change)).json().code;
  expect(await code({ emailRepeat: 'other@example.jp' })).toBe('ACC-0002');
  expect(await code({ password: encrypted('short1A') })).toBe('ACC-0006');
  expect(await code({ passwordRepeat: encrypted('Kippu2027!') })).toBe('ACC-0007');
  expect(await code({ username: '<b>' })).toBe('ACC-0009');
  expect(await code({ termsAccepted: false })).toBe('ACC-0010');
  expect(await code({ password: { kid: 'gone', value: encrypted('x').value } })).toBe('ACC-0012');
  expect(await code({ surprise: 1 })).toBe('REQ-0001');
});

test('five failures at once lock the account for ten minutes, an unknown one alike', async () => {
  await register();
  const attempts = await Promise.all(Array.from({ length: 7 }, () => login('Wrong2026!')));
  const codes = attempts.map((answer) => answer.json().code).toSorted();
  expect(codes).toEqual([...Array(5).fill('AccountOrPwdError'), 'MFA-0011', 'MFA-0011']);
  expect((await login()).json().code).toBe('MFA-0011');
  deps.advance(10 * 60_000);
  expect((await login()).json().code).toBe('OK');
  expect((await login(PASSWORD, 'nobody@example.jp')).json().code).toBe('AccountOrPwdError');
});

test('countries come in the language asked for, and the dev mailbox is readable', async () => {
  const answer = await app.inject({ url: `${OPEN}/getAllCountry`, headers: { 'accept-language': 'en' } });
  const names = answer.json().data.map((country: { name: string }) => country.name);
  expect(names[0]).toBe('Afghanistan');
  expect(names).toHaveLength(249);
  expect((await app.inject(`/dev/mail.json?to=${EMAIL}`)).json()[0].to).toBe(EMAIL);
  expect((await app.inject(`${OPEN}/publicKey`)).json().data.jwk.kty).toBe('RSA');
});
