// A stranger cannot lock anybody out: known devices, live sessions and each device's mailed codes are counted separately.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  EMAIL,
  MEMBER,
  OPEN,
  AUTH,
  PASSWORD,
  WRONG,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../../test/account.ts';
import { deleteOldRows } from '../../platform/retention/retention.ts';
import { isKnownDevice, readDevice, rememberDevice } from './known-device.ts';

let phone: AccountFixture;
type Call = AccountFixture['call'];
/** The owner's phone, which signed up; a stranger's; and an unknown one. */
let owner: Call;
let stranger: Call;
const NEXT = 'Ginkaku-41-moss';

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  owner = phone.browser('192.0.2.1', { 'x-device-id': 'owner-phone' });
  stranger = phone.browser('198.51.100.66', { 'x-device-id': 'stranger' });
});

const mailed = () => phone.mailedCode();
const logIn = async (call: Call, password: string, change: object = {}) =>
  call('POST', `${OPEN}/login`, {
    loginType: 'password',
    loginAgent: 'guest',
    saasId: 11950,
    account: EMAIL,
    password: phone.encrypted(password, 'login'),
    deviceId: 'any',
    ...change,
  });
const withCaptcha = async (call: Call, password: string) =>
  codeOf(logIn(call, password, { captchaPass: await phone.captchaPass() }));
const send = (call: Call, body: object = {}) =>
  call('POST', `${OPEN}/sendVerifyCode`, { email: EMAIL, purpose: 'registry', ...body });
const sendReset = (call: Call, body: object = {}) =>
  call('POST', `${OPEN}/resetPasswordSend`, { email: EMAIL, ...body });
const checkReset = (call: Call, verifyCode: string) =>
  call('POST', `${OPEN}/resetPasswordCheck`, { email: EMAIL, verifyCode });
async function signUp(call: Call): Promise<{ token: string; refreshToken: string }> {
  await send(call);
  const password = phone.encrypted(PASSWORD, 'registry');
  const answer = await call('POST', `${OPEN}/registry`, {
    email: EMAIL,
    emailRepeat: EMAIL,
    verifyCode: mailed(),
    password,
    passwordRepeat: password,
    fullname: 'Hanako',
    username: 'hanako',
    country: 'JP',
    language: 'ja',
    termsAccepted: true,
    privacyAccepted: true,
  });
  phone.deps.advance(60_000);
  return answer.json().data;
}
async function lockFor(call: Call): Promise<void> {
  for (let time = 0; time < 5; time += 1) expect(await withCaptcha(call, WRONG)).toBe('AccountOrPwdError');
  expect(await withCaptcha(call, WRONG)).toBe('MFA-0011');
}

describe('a stranger who fails until the account is locked', () => {
  let session: { token: string; refreshToken: string };
  beforeEach(async () => {
    session = await signUp(owner);
    await lockFor(stranger);
  });

  test('locks every device except one that has logged in before', async () => {
    const unknown = phone.browser('203.0.113.5');
    expect(await withCaptcha(unknown, PASSWORD)).toBe('MFA-0011');
    expect(await codeOf(logIn(owner, PASSWORD))).toBe('OK');
    // A login on the known device does not lift the lock for the stranger.
    expect(await withCaptcha(stranger, PASSWORD)).toBe('MFA-0011');
  });

  test('does not stop the owner from changing the password or deleting the account in a live session', async () => {
    const password = phone.encrypted(NEXT, 'changePassword');
    const change = owner(
      'PUT',
      `${MEMBER}/changePassword`,
      { oldPassword: phone.encrypted(PASSWORD, 'changePassword'), password, passwordRepeat: password },
      session,
    );
    expect(await codeOf(change)).toBe('OK');
    const { token } = (
      await owner('POST', `${AUTH}/auth/refreshToken?loginAgent=guest&refreshToken=${session.refreshToken}`)
    ).json().data;
    const leave = owner('POST', `${MEMBER}/logOff`, { password: phone.encrypted(NEXT, 'logOff') }, { token });
    // The recent password change blocks deletion; no lock does.
    expect(await codeOf(leave)).toBe('ACC-0011');
  });

  test('loses effect after a reset by mail, on the device of the reset even while the stranger continues', async () => {
    const fresh = phone.browser('203.0.113.5', { 'x-device-id': 'new-phone' });
    await sendReset(fresh);
    const { resetTicket } = (await checkReset(fresh, mailed())).json().data;
    const password = phone.encrypted(NEXT, 'resetPassword');
    const reset = fresh('POST', `${OPEN}/resetPassword`, { resetTicket, password, passwordRepeat: password });
    expect(await codeOf(reset)).toBe('OK');
    expect(await withCaptcha(phone.browser('203.0.113.7'), NEXT)).toBe('OK');
    await lockFor(stranger);
    expect(await codeOf(logIn(fresh, NEXT))).toBe('OK');
  });
});

test('a known device has its own five tries', async () => {
  await signUp(owner);
  await lockFor(owner);
  expect(await withCaptcha(owner, PASSWORD)).toBe('MFA-0011');
  expect(await codeOf(logIn(phone.browser('203.0.113.5'), PASSWORD))).toBe('OK');
  phone.deps.advance(10 * 60_000);
  expect(await codeOf(logIn(owner, PASSWORD))).toBe('OK');
});

test('a device is known for the account that it logged in to, by a cookie that scripts cannot read and nobody can forge', async () => {
  const { deps } = phone;
  await signUp(owner);
  const answer = await logIn(owner, PASSWORD);
  const [cookie] = answer.cookies;
  expect(cookie).toMatchObject({ name: 'kippu-device', httpOnly: true, sameSite: 'Strict', path: '/' });
  expect(cookie?.value).not.toMatch(/hanako/);
  const of = (value: string) => readDevice(deps.keys, deps.config, { 'kippu-device': value });
  const known = (value: string, email = EMAIL, kind: 'account' | 'staff' = 'account') =>
    isKnownDevice(deps.keys, of(value), { kind, email }, deps.clock());
  const value = cookie?.value ?? '';
  expect(known(value)).toBe(true);
  expect(known(value, 'taro@example.jp')).toBe(false);
  expect(known(value, EMAIL, 'staff')).toBe(false);
  for (let at = 0; at < value.length; at += 1) {
    const changed = value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
    expect(known(changed), changed).toBe(false);
  }
  deps.advance(401 * 24 * 3_600_000);
  expect(known(value)).toBe(false);
  deps.advance(-401 * 24 * 3_600_000);
});

test('a family’s phone remembers its last six logins, and over https the cookie belongs to one host', () => {
  const { keys } = phone.deps;
  const config = { publicOrigin: 'https://kippu.example' };
  const now = phone.deps.clock();
  let cookies: Record<string, string> = {};
  const setCookie = (...[name, value]: [string, string, unknown?]) => {
    cookies = { [name]: value };
  };
  for (let i = 0; i < 7; i += 1)
    rememberDevice({ keys, config, setCookie, now }, readDevice(keys, config, cookies), {
      kind: 'account',
      email: `traveller${i}@example.jp`,
    });
  expect(Object.keys(cookies)).toEqual(['__Host-kippu-device']);
  const device = readDevice(keys, config, cookies);
  const known = Array.from({ length: 7 }, (_, i) =>
    isKnownDevice(keys, device, { kind: 'account', email: `traveller${i}@example.jp` }, now),
  );
  expect(known).toEqual([false, true, true, true, true, true, true]);
});

test('a session from before there were cookies makes its device known at its next refresh', async () => {
  const { refreshToken } = await signUp(owner);
  const old = phone.browser('192.0.2.1');
  const refreshed = await old(
    'POST',
    `${AUTH}/auth/refreshToken?loginAgent=guest&refreshToken=${refreshToken}`,
  );
  expect(refreshed.statusCode).toBe(200);
  await lockFor(stranger);
  expect(await codeOf(logIn(old, PASSWORD))).toBe('OK');
});

test('an address with many failures needs a captcha and is never refused: fifty accounts tried from it lock nobody else there', async () => {
  await signUp(owner);
  for (let i = 0; i < 60; i += 1) {
    const at = new Date(phone.deps.clock());
    const subject = `address:account:${phone.deps.keys.mac('198.51.100.66')}`;
    await phone.deps.db.insertInto('login_failure').values({ subject, failed_at: at }).execute();
  }
  const neighbour = phone.browser('198.51.100.66');
  expect(await codeOf(logIn(neighbour, PASSWORD))).toBe('imgCodeError');
  expect(await withCaptcha(neighbour, PASSWORD)).toBe('OK');
  // From now on the device is known there and needs no captcha.
  expect(await codeOf(logIn(neighbour, PASSWORD))).toBe('OK');
});

describe('a mailed code', () => {
  test('is not replaced, voided or delayed when a stranger asks for one too', async () => {
    await send(owner);
    const own = mailed();
    expect(await codeOf(send(stranger))).toBe('OK');
    const wrong = { email: EMAIL, emailRepeat: EMAIL, verifyCode: own === '000000' ? '000001' : '000000' };
    const password = () => phone.encrypted(PASSWORD, 'registry');
    const register = (call: Call, change: object) =>
      call('POST', `${OPEN}/registry`, {
        password: password(),
        passwordRepeat: password(),
        fullname: 'Hanako',
        username: 'hanako',
        country: 'JP',
        language: 'ja',
        termsAccepted: true,
        privacyAccepted: true,
        ...change,
      });
    for (let time = 0; time < 6; time += 1) await register(stranger, wrong);
    expect(await codeOf(register(stranger, { ...wrong, verifyCode: own }))).toBe('ACC-0005');
    expect(await codeOf(register(owner, { ...wrong, verifyCode: own }))).toBe('OK');
  });

  test('reaches a known device whatever strangers ask for; they share a limit an hour', async () => {
    await signUp(owner);
    const asked: string[] = [];
    for (let i = 0; i < 30; i += 1) {
      const call = phone.browser(`198.51.100.${i}`, { 'x-device-id': `device-${i}` });
      asked.push(await codeOf(sendReset(call, { captchaPass: await phone.captchaPass() })));
    }
    // One of them is the code that the owner signed up with.
    expect(asked.filter((code) => code === 'OK')).toHaveLength(23);
    expect(new Set(asked.slice(23))).toEqual(new Set(['MFA-0031']));
    expect(await codeOf(sendReset(owner))).toBe('OK');
    expect(await codeOf(checkReset(owner, mailed()))).toBe('OK');
  });

  test.each([
    ['one address', () => '198.51.100.66'],
    ['the networks of one IPv6 /48', (i: number) => `2001:db8:66:${i.toString(16)}::1`],
  ])(
    'is kept from nobody by a stranger who asks from %s with ever new devices',
    async (_place, addressOf) => {
      await signUp(owner);
      const ask = async (address: string) => {
        const call = phone.browser(address, { 'x-device-id': `new-${crypto.randomUUID()}` });
        return { call, code: await codeOf(sendReset(call, { captchaPass: await phone.captchaPass() })) };
      };
      const asked: string[] = [];
      for (let i = 0; i < 24; i += 1) asked.push((await ask(addressOf(i))).code);
      expect(asked).toEqual([...Array(8).fill('OK'), ...Array(16).fill('MFA-0031')]);
      const { call, code } = await ask('203.0.113.5');
      expect(code).toBe('OK');
      expect(await codeOf(checkReset(call, mailed()))).toBe('OK');
    },
  );

  test('says what it is for, so that nobody passes it on by mistake', async () => {
    await send(owner);
    const [forAccount] = phone.mails();
    await signUp(owner);
    await sendReset(stranger);
    const [forPassword] = phone.mails();
    expect(forAccount?.text).toContain('code for a new account');
    expect(forPassword?.subject).toContain('new password');
    expect(forPassword?.text).toContain('Do not give it to anyone');
  });

  test('requested before the browser has its cookie is found afterwards, and a newer one replaces it', async () => {
    await signUp(owner);
    const call = phone.browser('203.0.113.9', { 'x-device-id': 'fresh' });
    await sendReset(call);
    const first = mailed();
    phone.deps.advance(60_000);
    await sendReset(call);
    const second = mailed();
    if (first !== second) expect(await codeOf(checkReset(call, first))).toBe('ACC-0004');
    expect(await codeOf(checkReset(call, second))).toBe('OK');
    expect(await codeOf(checkReset(call, second))).toBe('ACC-0004');
  });

  test('is stored without the email and deleted an hour after it expires', async () => {
    const { deps } = phone;
    for (let i = 0; i < 3; i += 1) await send(stranger, { email: `never${i}@example.jp` });
    const kept = () => deps.db.selectFrom('verify_code').selectAll().execute();
    expect(await kept()).toHaveLength(3);
    expect(JSON.stringify(await kept())).not.toMatch(/never|example/);
    deps.advance(65 * 60_000 + 1);
    await send(owner);
    expect(await kept()).toHaveLength(1);
    // Also when nobody asks for another code.
    deps.advance(65 * 60_000);
    await deleteOldRows(deps.db, deps.clock());
    expect(await kept()).toHaveLength(1);
    deps.advance(1);
    await deleteOldRows(deps.db, deps.clock());
    expect(await kept()).toEqual([]);
  });
});

describe('a stranger with a line of many IPv6 networks', () => {
  const fromNetwork = (n: number) =>
    phone.browser(`2001:db8:7:${n.toString(16)}::1`, { 'x-device-id': `device-${n}` });

  test('must solve a puzzle to try passwords, whichever network each try comes from', async () => {
    const codes: unknown[] = [];
    // Three free tries a network, for a /56 four times as many.
    for (let n = 0; n < 13; n += 1)
      codes.push(await codeOf(logIn(fromNetwork(n), WRONG, { account: `nobody-${n}@mail.example` })));
    expect(codes.slice(0, 12)).toEqual(Array(12).fill('AccountOrPwdError'));
    expect(codes[12]).toBe('imgCodeError');
    expect(await codeOf(logIn(stranger, WRONG))).toBe('AccountOrPwdError');
  });

  test('must solve a puzzle to have codes mailed, whichever network asks', async () => {
    const codes: unknown[] = [];
    for (let n = 0; n < 41; n += 1)
      codes.push(await codeOf(send(fromNetwork(n), { email: `somebody+${n}@mail.example` })));
    expect(codes.slice(0, 40)).toEqual(Array(40).fill('OK'));
    expect(codes[40]).toBe('imgCodeError');
    expect(await codeOf(send(stranger, { email: 'somebody@mail.example' }))).toBe('OK');
  });
});
