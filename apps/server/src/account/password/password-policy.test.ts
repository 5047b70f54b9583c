// Passwords and mailed codes: which passwords are refused at every place that sets one, how they are compared, and how codes are made.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  MEMBER,
  OPEN,
  PASSWORD,
  EMAIL,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../../test/account.ts';

let phone: AccountFixture;
let token: string;
const DAY_MS = 24 * 3_600_000;

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await phone.reset();
  ({ token } = await phone.newAccount());
  phone.deps.advance(60_000);
});

/** Returns the answers to a password at sign-up, change and reset. */
async function setEverywhere(password: string): Promise<string[]> {
  const email = 'new@example.jp';
  await phone.askCode(email);
  const typed = (purpose: string) => ({
    password: phone.encrypted(password, purpose),
    passwordRepeat: phone.encrypted(password, purpose),
  });
  const signUp = { email, emailRepeat: email, verifyCode: phone.mailedCode(email), ...typed('registry') };
  const change = { oldPassword: phone.encrypted(PASSWORD, 'changePassword'), ...typed('changePassword') };
  await phone.call('POST', `${OPEN}/resetPasswordSend`, { email: EMAIL });
  const sent = { email: EMAIL, verifyCode: phone.mailedCode() };
  const { resetTicket } = (await phone.call('POST', `${OPEN}/resetPasswordCheck`, sent)).json().data;
  return Promise.all([
    codeOf(phone.register(signUp)),
    codeOf(phone.call('PUT', `${MEMBER}/changePassword`, change, { token })),
    codeOf(phone.call('POST', `${OPEN}/resetPassword`, { resetTicket, ...typed('resetPassword') })),
  ]);
}

test.each([
  ['too short', 'Kurama7'],
  ['common', 'P@ssw0rd1'],
  ['of this service', 'Haruka2026!'],
  ['leaked', 'Ncc1701d'],
])('a password that is %s is refused at sign-up, at a change and at a reset', async (_what, password) => {
  expect(await setEverywhere(password)).toEqual(['ACC-0006', 'ACC-0006', 'ACC-0006']);
});

test('a password is compared exactly as typed: case, length and every character count', async () => {
  const others = [
    PASSWORD.toLowerCase(),
    PASSWORD.toUpperCase(),
    ` ${PASSWORD}`,
    `${PASSWORD} `,
    PASSWORD.slice(0, -1),
    `${PASSWORD}x`,
    PASSWORD.replaceAll('-', ''),
    PASSWORD.replace('H', 'Ｈ'),
  ];
  for (const other of others) {
    phone.deps.advance(11 * 60_000);
    expect(await codeOf(phone.login(other)), other).toBe('AccountOrPwdError');
  }
  phone.deps.advance(11 * 60_000);
  expect(await codeOf(phone.login())).toBe('OK');
});

test('a password does not expire', async () => {
  phone.deps.advance(5 * 365 * DAY_MS);
  expect(await codeOf(phone.login())).toBe('OK');
});

test('mailed codes are six digits from no predictable generator', async () => {
  // A predictable generator, in case anything uses it.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const emails = Array.from({ length: 5 }, (_, i) => `guest${i}@example.jp`);
  for (const email of emails) await phone.askCode(email);
  const codes = emails.map((email) => phone.mailedCode(email));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(new Set(codes).size).toBeGreaterThan(1);
});
