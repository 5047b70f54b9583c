// The puzzle that a device solves in place of the picture: single use, five minutes, harder where an address fails often.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AUTH, PASSWORD, WRONG, codeOf, openAccountApp, type AccountFixture } from '../../../test/account.ts';

let phone: AccountFixture;
beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  await phone.newAccount();
});

const check = (body: object) => phone.call('POST', `${AUTH}/auth/checkWork`, body);
const passOf = async (address?: string): Promise<string> =>
  (await check(await phone.solveWork(address))).json().data.captchaPass;
const fill = async (count: number) => {
  const at = new Date(phone.deps.clock());
  const subject = `address:account:${phone.deps.keys.mac('127.0.0.1')}`;
  const rows = Array.from({ length: count }, () => ({ subject, failed_at: at }));
  await phone.deps.db.insertInto('login_failure').values(rows).execute();
};

test('a solved puzzle gives one pass, which lets one login through', async () => {
  for (let time = 0; time < 3; time += 1) await phone.login(WRONG);
  expect(await codeOf(phone.login())).toBe('imgCodeError');
  const solved = await phone.solveWork();
  const both = await Promise.all([check(solved), check(solved)].map(codeOf));
  expect(both.toSorted()).toEqual(['MFA-0023', 'OK']);
  const captchaPass = await passOf();
  expect(await codeOf(phone.login(WRONG, { captchaPass }))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login(PASSWORD, { captchaPass }))).toBe('imgCodeError');
  expect(await codeOf(phone.login(PASSWORD, { captchaPass: await passOf() }))).toBe('OK');
});

test('a wrong answer, a changed puzzle and an expired one are refused', async () => {
  const solved = await phone.solveWork();
  expect(await codeOf(check({ ...solved, derivedKey: '00'.repeat(32) }))).toBe('MFA-0024');
  const easier = solved.work.replace('"cost":2000', '"cost":1');
  expect(easier).not.toBe(solved.work);
  for (const work of [easier, 'null', '[]', '{', '{"parameters":{}}', '{"parameters":null}'])
    expect(await codeOf(check({ ...solved, work })), work).toBe('MFA-0024');
  phone.deps.advance(5 * 60_000);
  expect(await codeOf(check(solved))).toBe('MFA-0023');
});

test('after fifty failures of an address its puzzles are harder, and earlier easy ones are refused', async () => {
  const easy = await passOf();
  const levelOf = async () => JSON.parse((await phone.solveWork()).work).parameters.data.level as number;
  expect(await levelOf()).toBe(0);
  await fill(100);
  expect(await levelOf()).toBe(2);
  expect(await codeOf(phone.login(PASSWORD, { captchaPass: easy }))).toBe('imgCodeError');
  expect(await codeOf(phone.login(PASSWORD, { captchaPass: await passOf() }))).toBe('OK');
});

test('an address that has used up its pictures still gets puzzles', async () => {
  for (let time = 0; time < 60; time += 1) await phone.call('GET', `${AUTH}/auth/genCaptcha`);
  expect(await codeOf(phone.call('GET', `${AUTH}/auth/genCaptcha`))).toBe('MFA-0021');
  expect(await passOf()).toMatch(/^[\w-]{43}$/);
});
