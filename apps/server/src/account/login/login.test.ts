// Login protection: captcha after three failures, locks, and answers that do not reveal who is registered.
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  EMAIL,
  OPEN,
  PASSWORD,
  WRONG,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../../test/account.ts';

let phone: AccountFixture;
const elsewhere = '192.0.2.7';

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  await phone.newAccount();
});

test('parallel guesses count too: three are checked, the rest need a captcha', async () => {
  const codes = await Promise.all(Array.from({ length: 7 }, () => codeOf(phone.login(WRONG))));
  expect(codes.toSorted()).toEqual([...Array(3).fill('AccountOrPwdError'), ...Array(4).fill('imgCodeError')]);
});

test('a captcha is required after failures of one account or of one address', async () => {
  for (let i = 0; i < 3; i += 1) expect(await codeOf(phone.login(WRONG))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login(PASSWORD, {}, elsewhere))).toBe('imgCodeError');
  const other = { account: 'nobody@example.jp' };
  expect(await codeOf(phone.login(WRONG, other))).toBe('imgCodeError');
  expect(await codeOf(phone.login(WRONG, other, elsewhere))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login(PASSWORD, { captchaPass: 'made-up' }))).toBe('imgCodeError');
  const captchaPass = await phone.captchaPass();
  expect(await codeOf(phone.login(WRONG, { captchaPass }))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login(PASSWORD, { captchaPass }))).toBe('imgCodeError');
  const late = await phone.captchaPass();
  phone.deps.advance(5 * 60_000);
  expect(await codeOf(phone.login(PASSWORD, { captchaPass: late }))).toBe('imgCodeError');
  expect(await codeOf(phone.login(PASSWORD, { captchaPass: await phone.captchaPass() }))).toBe('OK');
});

test('five failures lock an email for ten minutes and say how long, registered or not', async () => {
  for (const account of [EMAIL, 'nobody@example.jp']) {
    const change = { account };
    expect(await phone.failLogin(5, change)).toEqual(Array(5).fill('AccountOrPwdError'));
    phone.deps.advance(90_000);
    const locked = await phone.login(PASSWORD, change);
    expect(locked.statusCode).toBe(423);
    expect(locked.json()).toMatchObject({ code: 'MFA-0011', values: { minutes: 9 } });
    expect(locked.headers['retry-after']).toBe('510');
  }
  phone.deps.advance(10 * 60_000);
  expect(await codeOf(phone.login())).toBe('OK');
  expect(await codeOf(phone.login(WRONG))).toBe('AccountOrPwdError');
});

test('a successful login is not counted against its address', async () => {
  for (let i = 0; i < 4; i += 1) expect(await codeOf(phone.login())).toBe('OK');
  const left = await phone.deps.db.selectFrom('login_failure').selectAll().execute();
  expect(left).toEqual([]);
});

test('stored failures name neither account nor address', async () => {
  await phone.login(WRONG, {}, elsewhere);
  const rows = await phone.deps.db.selectFrom('login_failure').selectAll().execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/hanako|192\.0/);
});

test('the stored hash of a failure is valid as no other signature, whatever is typed as an email', async () => {
  const { keys, db } = phone.deps;
  const signed = ['work challenge', 'secret ticket 1', JSON.stringify(['device', 'x'.repeat(22), ''])];
  for (const account of signed) await phone.login(WRONG, { account }, elsewhere);
  const rows = await db.selectFrom('login_failure').select('subject').execute();
  expect(rows.length).toBeGreaterThanOrEqual(signed.length);
  for (const text of signed) expect(JSON.stringify(rows)).not.toContain(keys.mac(text));
});

test('a suspended account is reported only to somebody who knows the password', async () => {
  await phone.deps.db.updateTable('account').set({ status: 'suspended' }).execute();
  expect(await codeOf(phone.login(WRONG))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login())).toBe('AccountUnavailable');
});

test('several codes for one email or address require a captcha; an email gets a limited number an hour', async () => {
  const { deps, askCode } = phone;
  for (let i = 0; i < 2; i += 1) {
    deps.advance(60_000);
    expect(await codeOf(askCode())).toBe('OK');
  }
  expect(await codeOf(askCode())).toBe('MFA-0031');
  deps.advance(60_000);
  const asked = await askCode();
  expect([asked.statusCode, asked.json().code]).toEqual([423, 'imgCodeError']);
  const reset = phone.call('POST', `${OPEN}/resetPasswordSend`, { email: EMAIL });
  expect(await codeOf(reset)).toBe('imgCodeError');
  const withPass = async () => askCode(EMAIL, { captchaPass: await phone.captchaPass() });
  for (let i = 3; i < 8; i += 1) {
    expect(await codeOf(withPass())).toBe('OK');
    deps.advance(60_000);
  }
  const enough = await withPass();
  expect([enough.statusCode, enough.json().code]).toEqual([429, 'MFA-0031']);
  expect(Number(enough.headers['retry-after'])).toBeGreaterThan(60);
  const ask = (i: number) => {
    const body = { email: `guest${i}@example.jp`, purpose: 'registry' };
    return codeOf(phone.call('POST', `${OPEN}/sendVerifyCode`, body, { address: elsewhere }));
  };
  for (let i = 0; i < 10; i += 1) expect(await ask(i)).toBe('OK');
  expect(await ask(10)).toBe('imgCodeError');
  deps.advance(3_600_000);
  expect(await codeOf(askCode())).toBe('OK');
});

test('a hash of an earlier cost is replaced at the next login, and the password stays the same', async () => {
  const { db } = phone.deps;
  const kept = async () =>
    (await db.selectFrom('account').select('password_hash').executeTakeFirstOrThrow()).password_hash;
  const cheap = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await db.updateTable('account').set({ password_hash: cheap }).execute();
  expect(await codeOf(phone.login(WRONG))).toBe('AccountOrPwdError');
  expect(await kept()).toBe(cheap);
  expect(await codeOf(phone.login(PASSWORD))).toBe('OK');
  const renewed = await kept();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await codeOf(phone.login(PASSWORD))).toBe('OK');
  expect(await kept()).toBe(renewed);
});
