// Forgotten and changed passwords: who may set one, what it may not be, and what ends with the old one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  EMAIL,
  MEMBER,
  OPEN,
  PASSWORD,
  WRONG,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../../test/account.ts';

let phone: AccountFixture;
let token = '';
let refreshToken: string;
const NEXT = 'Ginkaku-41-moss';

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  ({ token, refreshToken } = await phone.newAccount());
  phone.deps.advance(60_000);
});

/** Does what the phone does when its token has expired. */
async function renew(): Promise<void> {
  ({ token, refreshToken } = (await phone.refresh(refreshToken)).json().data);
}
const send = (email = EMAIL) => phone.call('POST', `${OPEN}/resetPasswordSend`, { email });
const checkCode = (verifyCode: string, email = EMAIL) =>
  phone.call('POST', `${OPEN}/resetPasswordCheck`, { email, verifyCode });
const reset = (resetTicket: string, password = NEXT, repeat = password) =>
  phone.call('POST', `${OPEN}/resetPassword`, {
    resetTicket,
    password: phone.encrypted(password),
    passwordRepeat: phone.encrypted(repeat),
  });
async function ticket(): Promise<string> {
  await send();
  return (await checkCode(phone.mailedCode())).json().data.resetTicket;
}
const change = (oldPassword: string, password: string, headers: Record<string, string> = {}) =>
  phone.call(
    'PUT',
    `${MEMBER}/changePassword`,
    {
      oldPassword: phone.encrypted(oldPassword),
      password: phone.encrypted(password),
      passwordRepeat: phone.encrypted(password),
    },
    { token, headers },
  );

test('a reset ends all sessions, lifts the lock and notifies the owner', async () => {
  await phone.failLogin(5);
  expect(await codeOf(phone.login())).toBe('MFA-0011');
  expect((await reset(await ticket())).json()).toMatchObject({ code: 'OK', data: null });
  const ended = await phone.load(token);
  expect([ended.statusCode, ended.json().code]).toEqual([406, 'SES-0003']);
  const captchaPass = await phone.captchaPass();
  expect(await codeOf(phone.login(PASSWORD, { captchaPass }))).toBe('AccountOrPwdError');
  const again = await phone.captchaPass();
  expect(await codeOf(phone.login(NEXT, { captchaPass: again }))).toBe('OK');
  expect(phone.mails()[0]?.subject).toBe('パスワードが変更されました');
});

test('an unknown email gets the same answers, and no mail is sent', async () => {
  const [known, unknown] = [await send(), await send('nobody@example.jp')];
  expect([known.statusCode, known.json()]).toEqual([unknown.statusCode, unknown.json()]);
  expect(phone.mails('nobody@example.jp')).toEqual([]);
  const right = phone.mailedCode();
  const wrong = right === '000000' ? '000001' : '000000';
  const [one, other] = [await checkCode(wrong), await checkCode(wrong, 'nobody@example.jp')];
  expect([one.statusCode, one.json()]).toEqual([other.statusCode, other.json()]);
  expect([await codeOf(send()), await codeOf(send('nobody@example.jp'))]).toEqual(['MFA-0031', 'MFA-0031']);
});

test('a sign-up code resets no password, and a reset code signs nobody up', async () => {
  await phone.askCode('new@example.jp');
  expect(await codeOf(checkCode(phone.mailedCode('new@example.jp'), 'new@example.jp'))).toBe('ACC-0004');
  await send();
  expect(await codeOf(phone.register())).toBe('ACC-0004');
});

test('a code is valid only on the phone that asked for it', async () => {
  const on = (device: string) => ({ headers: { 'x-device-id': device } });
  await phone.call('POST', `${OPEN}/resetPasswordSend`, { email: EMAIL }, on('phone-0001'));
  const body = { email: EMAIL, verifyCode: phone.mailedCode() };
  const check = (device: string) =>
    codeOf(phone.call('POST', `${OPEN}/resetPasswordCheck`, body, on(device)));
  expect([await check('phone-0002'), await codeOf(checkCode(phone.mailedCode()))]).toEqual([
    'ACC-0004',
    'ACC-0004',
  ]);
  expect(await check('phone-0001')).toBe('OK');
});

test('of twenty guesses at once five are checked, and the right code sent twenty times gives one ticket', async () => {
  await send();
  const right = phone.mailedCode();
  const wrong = right === '000000' ? '000001' : '000000';
  const all = (code: string) =>
    Promise.all(Array.from({ length: 20 }, () => codeOf(checkCode(code)))).then((codes) => codes.toSorted());
  expect(await all(wrong)).toEqual([...Array(5).fill('ACC-0004'), ...Array(15).fill('ACC-0005')]);
  expect(await codeOf(checkCode(right))).toBe('ACC-0005');
  phone.deps.advance(60_000);
  await send();
  expect(await all(phone.mailedCode())).toEqual([...Array(19).fill('ACC-0004'), 'OK']);
});

test('a ticket is valid once, for five minutes, and survives a refused password', async () => {
  const first = await ticket();
  expect(await codeOf(reset(first, 'short1A'))).toBe('ACC-0006');
  expect(await codeOf(reset(first, NEXT, WRONG))).toBe('ACC-0007');
  expect(await codeOf(reset(first, PASSWORD))).toBe('ACC-0008');
  const both = await Promise.all([reset(first), reset(first)].map(codeOf));
  expect(both.toSorted()).toEqual(['AUTH-0021', 'OK']);
  expect(await codeOf(reset(first, 'Other2028!'))).toBe('AUTH-0021');
  expect(await codeOf(reset('made-up', 'Other2028!'))).toBe('AUTH-0021');
  phone.deps.advance(60_000);
  const second = await ticket();
  phone.deps.advance(5 * 60_000);
  expect(await codeOf(reset(second, 'Other2028!'))).toBe('ACC-0005');
});

test('a ticket cannot be used to guess old passwords: five tries void it', async () => {
  const only = await ticket();
  for (let i = 0; i < 5; i += 1) expect(await codeOf(reset(only, PASSWORD))).toBe('ACC-0008');
  expect(await codeOf(reset(only))).toBe('ACC-0005');
});

test('the stored form of a ticket is not accepted', async () => {
  const opened = await ticket();
  const rows = await phone.deps.db.selectFrom('one_time_pass').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(opened);
  expect(await codeOf(reset(rows[0]?.pass_hash ?? ''))).toBe('AUTH-0021');
});

test('a password change keeps the session, ends its tokens, voids reset tickets and notifies the owner', async () => {
  const open = await ticket();
  expect((await change(PASSWORD, NEXT)).json()).toMatchObject({ code: 'OK', data: null });
  expect(await codeOf(phone.load(token))).toBe('SES-0002');
  const stolen = refreshToken;
  await renew();
  expect((await phone.load(token)).statusCode).toBe(200);
  phone.deps.advance(10_000);
  expect(await codeOf(phone.refresh(stolen))).toBe('SES-0003');
  expect(await codeOf(phone.load(token))).toBe('SES-0003');
  expect(phone.mails()[0]?.text).toContain('2026年4月1日');
  expect(await codeOf(reset(open, 'Other2028!'))).toBe('AUTH-0021');
  expect(await codeOf(phone.login(PASSWORD))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login(NEXT))).toBe('OK');
});

test('a phone that does not refresh within ten minutes of a password change is signed out', async () => {
  expect(await codeOf(change(PASSWORD, NEXT))).toBe('OK');
  phone.deps.advance(10 * 60_000);
  expect(await codeOf(phone.refresh(refreshToken))).toBe('SES-0003');
  expect(await codeOf(phone.load(token))).toBe('SES-0002');
});

test('a retry with the same key changes once and gets the same answer', async () => {
  const body = {
    oldPassword: phone.encrypted(PASSWORD),
    password: phone.encrypted(NEXT),
    passwordRepeat: phone.encrypted(NEXT),
  };
  const headers = { 'idempotency-key': 'change-0001' };
  const retry = () => phone.call('PUT', `${MEMBER}/changePassword`, body, { token, headers });
  expect([await codeOf(retry()), await codeOf(retry())]).toEqual(['OK', 'SES-0002']);
  await renew();
  const changedAt = (await phone.load(token)).json().data.passwordChangedAt;
  phone.deps.advance(60_000);
  expect(await codeOf(retry())).toBe('OK');
  expect((await phone.load(token)).json().data.passwordChangedAt).toBe(changedAt);
});

test('no current or former password can be set again', async () => {
  expect(await codeOf(change(PASSWORD, PASSWORD))).toBe('AUTH-0022');
  const later = ['Kurama-12-fern', 'Takao-34-maple', 'Kifune-56-lamp'];
  let now = PASSWORD;
  for (const next of later) {
    expect(await codeOf(change(now, next))).toBe('OK');
    await renew();
    now = next;
  }
  for (const before of [PASSWORD, ...later.slice(0, 2)]) {
    expect(await codeOf(change(now, before))).toBe('ACC-0008');
  }
  expect(await codeOf(reset(await ticket(), PASSWORD))).toBe('ACC-0008');
});

test('after five wrong old passwords the right one is refused too', async () => {
  for (let i = 0; i < 5; i += 1) expect(await codeOf(change(WRONG, NEXT))).toBe('AUTH-0020');
  const locked = await change(PASSWORD, NEXT);
  expect([locked.statusCode, locked.json().code]).toEqual([423, 'MFA-0011']);
  phone.deps.advance(10 * 60_000);
  expect(await codeOf(change(PASSWORD, NEXT))).toBe('OK');
});
