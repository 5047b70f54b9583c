// The code of a sign-up is checked as it is typed: without using it up, with the same limited tries, and without saying who has an account.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EMAIL, OPEN, codeOf, openAccountApp, type AccountFixture } from '../../../test/account.ts';

const MINUTE = 60_000;
let phone: AccountFixture;

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  await phone.askCode();
});

const check = (verifyCode: string, email = EMAIL) =>
  phone.call('POST', `${OPEN}/checkVerifyCode`, { email, verifyCode });
const wrong = (right: string) => (right === '000000' ? '000001' : '000000');

test('a right code is still good for the sign-up, as often as it is checked', async () => {
  const right = phone.mailedCode();
  for (let time = 0; time < 8; time += 1) expect(await codeOf(check(right))).toBe('OK');
  expect(await codeOf(phone.register())).toBe('OK');
  expect(await codeOf(check(right))).toBe('ACC-0004');
});

test('a code typed in time lasts for the rest of the form, half an hour from its mail', async () => {
  phone.deps.advance(4 * MINUTE);
  expect((await check(phone.mailedCode())).json().data).toEqual({ expiresIn: 26 * 60 });
  phone.deps.advance(20 * MINUTE);
  expect((await check(phone.mailedCode())).json().data).toEqual({ expiresIn: 6 * 60 });
  phone.deps.advance(6 * MINUTE - 1);
  expect(await codeOf(phone.register())).toBe('OK');
});

test('a code that was not typed in time, or was checked too long ago, is expired', async () => {
  phone.deps.advance(5 * MINUTE);
  expect(await codeOf(check(phone.mailedCode()))).toBe('ACC-0005');
  expect(await codeOf(phone.askCode())).toBe('OK');
  expect(await codeOf(check(phone.mailedCode()))).toBe('OK');
  phone.deps.advance(30 * MINUTE);
  expect(await codeOf(phone.register())).toBe('ACC-0005');
});

test('wrong codes count together with those of the sign-up, and five void the code', async () => {
  const right = phone.mailedCode();
  for (let time = 0; time < 2; time += 1) expect(await codeOf(check(wrong(right)))).toBe('ACC-0004');
  expect(await codeOf(check(right))).toBe('OK');
  expect(await codeOf(phone.register({ verifyCode: wrong(right) }))).toBe('ACC-0004');
  for (let time = 0; time < 2; time += 1) expect(await codeOf(check(wrong(right)))).toBe('ACC-0004');
  expect(await codeOf(check(right))).toBe('ACC-0005');
  expect(await codeOf(phone.register())).toBe('ACC-0005');
});

test('wrong codes sent at once are all counted', async () => {
  const right = phone.mailedCode();
  const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(check(wrong(right)))));
  expect(codes.filter((code) => code === 'ACC-0004')).toHaveLength(5);
  expect(await codeOf(check(right))).toBe('ACC-0005');
});

test('a registered address answers as one without a code, and another device cannot check a code', async () => {
  await phone.register();
  phone.deps.advance(MINUTE);
  await phone.askCode();
  await phone.askCode('new@example.jp');
  const answers = [];
  for (const email of [EMAIL, 'new@example.jp']) {
    const right = phone.mailedCode('new@example.jp');
    for (let time = 0; time < 6; time += 1) answers.push(await codeOf(check(wrong(right), email)));
  }
  expect(answers.slice(0, 6)).toEqual(answers.slice(6));
  const stranger = phone.browser('198.51.100.66', { 'x-device-id': 'stranger' });
  await phone.askCode('third@example.jp');
  const body = { email: 'third@example.jp', verifyCode: phone.mailedCode('third@example.jp') };
  expect(await codeOf(stranger('POST', `${OPEN}/checkVerifyCode`, body))).toBe('ACC-0004');
  expect(await codeOf(check(body.verifyCode, body.email))).toBe('OK');
});

test('a code to reset a password is none of a sign-up', async () => {
  await phone.register();
  phone.deps.advance(MINUTE);
  await phone.call('POST', `${OPEN}/resetPasswordSend`, { email: EMAIL });
  expect(await codeOf(check(phone.mailedCode()))).toBe('ACC-0004');
});
