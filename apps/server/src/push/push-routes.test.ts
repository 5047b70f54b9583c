import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AUTH, EMAIL, PASSWORD, codeOf, openAccountApp, type AccountFixture } from '../../test/account.ts';

const PUSH = '/jtr-jwqs-app/guest/push';
let phone: AccountFixture;
let token = '';

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
const TARO = 'taro@example.jp';
/** Logs an account in on a phone. Returns the token. */
const login = async (account = EMAIL, deviceId = 'phone-0001'): Promise<string> =>
  (await phone.login(PASSWORD, { account, deviceId })).json().data.token;
beforeEach(async () => {
  await phone.reset();
  await phone.newAccount();
  await phone.newAccount(TARO);
  token = await login();
});

let count = 0;
/** A subscription as a browser sends it, of a new phone. */
const aSubscription = (change: object = {}) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/phone-${(count += 1)}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
  language: 'en-GB',
  topics: ['passage', 'change'],
  ...change,
});
const save = (body: object, as = token) =>
  phone.call('POST', `${PUSH}/save`, body, {
    token: as,
    headers: { 'idempotency-key': `save-${(count += 1)}-0001` },
  });
const read = async (as = token) =>
  (await phone.call('GET', `${PUSH}/info`, undefined, { token: as })).json().data;
const stop = (as = token) =>
  phone.call(
    'POST',
    `${PUSH}/stop`,
    {},
    { token: as, headers: { 'idempotency-key': `stop-${(count += 1)}-0001` } },
  );
const rows = () => phone.deps.db.selectFrom('push_subscription').selectAll().execute();

test('a phone subscribes, changes what it gets, and stops', async () => {
  const { publicKey } = phone.deps.pushKeys.current;
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  expect(await read()).toEqual({ publicKey, on: null });
  const first = aSubscription({ quiet: { from: '22:00', to: '06:30' } });
  const on = { topics: ['change', 'passage'], quiet: { from: '22:00', to: '06:30' }, language: 'en' };
  expect((await save(first)).json().data).toEqual({ publicKey, on });
  expect(await read()).toEqual({ publicKey, on });
  // The browser has renewed its address.
  await save(aSubscription({ topics: ['received'], language: 'ko' }));
  expect((await read()).on).toEqual({ topics: ['received'], quiet: null, language: 'ko' });
  expect(await rows()).toHaveLength(1);
  expect((await stop()).json().data).toEqual({ publicKey, on: null });
  expect((await stop()).json().code).toBe('OK');
  expect(await rows()).toEqual([]);
});

test('the database has neither the address nor the keys of a phone in plain text', async () => {
  const body = aSubscription();
  await save(body);
  const stored = JSON.stringify(await rows());
  for (const secret of [body.endpoint, 'fcm/send', body.p256dh, body.auth])
    expect(stored).not.toContain(secret);
  expect((await rows())[0]?.host).toBe('fcm.googleapis.com');
});

test.each([
  'http://fcm.googleapis.com/fcm/send/1',
  'https://example.com/push',
  'https://fcm.googleapis.com.example.com/push',
  'https://fcm.googleapis.com:8443/push',
  'https://me:secret@fcm.googleapis.com/push',
  'https://10.0.0.1/push',
  'https://[fd00::1]/push',
  'https://169.254.169.254/latest',
  'https://push.apple.com/push',
  'https://intranet/push',
])('refuses the address %s', async (endpoint) => {
  expect(await codeOf(save(aSubscription({ endpoint })))).toBe('PUSH-0001');
  expect(await rows()).toEqual([]);
});

test.each([
  { endpoint: 'ftp://fcm.googleapis.com/1' },
  { endpoint: `https://fcm.googleapis.com/${'a'.repeat(2048)}` },
  { p256dh: 'short' },
  { p256dh: Buffer.alloc(65, 4).toString('base64url') },
  { auth: 'short' },
  { topics: [] },
  { topics: ['change', 'change'] },
  { topics: ['advertisements'] },
  { quiet: { from: '24:00', to: '06:00' } },
  { quiet: { from: '22:00' } },
])('refuses the malformed subscription %j', async (change) => {
  expect(await codeOf(save(aSubscription(change)))).toBe('REQ-0001');
});

test('a subscription belongs to its account: no other reads, changes or stops it', async () => {
  const mine = aSubscription();
  await save(mine);
  const other = await login(TARO, 'phone-0002');
  expect((await read(other)).on).toBeNull();
  await stop(other);
  await save(aSubscription({ topics: ['received'] }), other);
  expect((await read()).on.topics).toEqual(['change', 'passage']);
});

test('a phone that another account subscribes belongs to that account', async () => {
  const mine = aSubscription();
  await save(mine);
  const other = await login(TARO, 'phone-0002');
  await save({ ...mine, topics: ['received'] }, other);
  expect((await read()).on).toBeNull();
  expect((await read(other)).on.topics).toEqual(['received']);
});

test('the subscription survives a new login on the same phone, and ends with one on another', async () => {
  await save(aSubscription());
  phone.deps.advance(3 * 3_600_000);
  token = await login();
  expect((await read()).on).not.toBeNull();
  token = await login(EMAIL, 'phone-0002');
  expect((await read()).on).toBeNull();
  expect(await rows()).toEqual([]);
});

test('another account that logs in on the phone ends the subscription of the first', async () => {
  await save(aSubscription());
  await login(TARO);
  expect(await rows()).toEqual([]);
});

test('a logout ends the subscription', async () => {
  await save(aSubscription());
  await phone.call('DELETE', `${AUTH}/user/logout?loginAgent=guest`, undefined, {
    token,
    headers: { 'idempotency-key': 'logout-0001' },
  });
  expect(await rows()).toEqual([]);
});

test('a phone that subscribed with an earlier key of the server has to subscribe again', async () => {
  await save(aSubscription());
  await phone.deps.db.updateTable('push_subscription').set({ key_id: 'earlier' }).execute();
  expect((await read()).on).toBeNull();
});
