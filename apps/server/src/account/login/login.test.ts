// How logins are guarded: captcha after three failures, locks, answers that tell nothing of who is registered.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  EMAIL,
  OPEN,
  PASSWORD,
  WRONG,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from './account-fixture.ts';

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

test('parallel guesses count too: three are looked at, the rest need a captcha', async () => {
  const codes = await Promise.all(Array.from({ length: 7 }, () => codeOf(phone.login(WRONG))));
  expect(codes.toSorted()).toEqual([...Array(3).fill('AccountOrPwdError'), ...Array(4).fill('imgCodeError')]);
});

test('a captcha is asked for by account, wherever from, and by address, whatever account', async () => {
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

test('five failures lock the account for ten minutes and say how long, an unknown one alike', async () => {
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

test('many accounts tried from one address lock the address, and no account with it', async () => {
  for (let i = 0; i < 50; i += 1) {
    const at = new Date(phone.deps.clock());
    const subject = `address:${phone.deps.keys.mac(elsewhere)}`;
    await phone.deps.db.insertInto('login_failure').values({ subject, failed_at: at }).execute();
  }
  const captchaPass = await phone.captchaPass();
  const locked = await phone.login(PASSWORD, { captchaPass }, elsewhere);
  expect([locked.statusCode, locked.json().code]).toEqual([423, 'MFA-0012']);
  expect(locked.json().values).toEqual({ minutes: 10 });
  expect(await codeOf(phone.login())).toBe('OK');
});

test('a login that succeeds leaves nothing counted against its address', async () => {
  for (let i = 0; i < 4; i += 1) expect(await codeOf(phone.login())).toBe('OK');
  const left = await phone.deps.db.selectFrom('login_failure').selectAll().execute();
  expect(left).toEqual([]);
});

test('what is stored of failures names neither account nor address', async () => {
  await phone.login(WRONG, {}, elsewhere);
  const rows = await phone.deps.db.selectFrom('login_failure').selectAll().execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/hanako|192\.0/);
});

test('a suspended account says so only to who knows the password', async () => {
  await phone.deps.db.updateTable('account').set({ status: 'suspended' }).execute();
  expect(await codeOf(phone.login(WRONG))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login())).toBe('AccountUnavailable');
});

test('several codes for one email or address ask for a captcha, many are refused', async () => {
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
  for (let i = 3; i < 10; i += 1) {
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

test('one address gets so many codes an hour, whatever mailboxes it names', async () => {
  const { deps } = phone;
  const ask = async (i: number) => {
    const body = { email: `crowd${i}@example.jp`, purpose: 'registry' };
    return phone.call('POST', `${OPEN}/sendVerifyCode`, body, { address: elsewhere });
  };
  const subject = `code-address:${deps.keys.mac(elsewhere)}`;
  await ask(0);
  const first = await deps.db
    .selectFrom('attempt')
    .selectAll()
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  await deps.db
    .insertInto('attempt')
    .values(Array.from({ length: 199 }, () => ({ subject, at: first.at })))
    .execute();
  const refused = await ask(1);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'MFA-0031']);
  expect(phone.mails('crowd1@example.jp')).toEqual([]);
  deps.advance(3_600_000);
  expect((await ask(1)).statusCode).toBe(200);
});
