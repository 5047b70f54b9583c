// Password hashes and mails run outside transactions, few run for one account, and a wrong code costs none.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { refuseInTransaction } from '../../platform/db/transaction-scope.ts';
import {
  EMAIL,
  MEMBER,
  PASSWORD,
  WRONG,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../../test/account.ts';
import { PASSWORDS_KEPT } from '../record/account-store.ts';
import { hashPassword, withPasswords } from '../password-crypto/hash-password.ts';
import { aMail, SENT_AS } from '../../../test/mails.ts';

/** Counts hashes and comparisons of passwords; a comparison ends after `held`. */
const { work } = vi.hoisted(() => ({ work: { hash: 0, verify: 0, held: Promise.resolve() } }));
vi.mock('@node-rs/argon2', async () => {
  const quick = await import('../../../test/quick-argon2.ts');
  return {
    parseOptions: quick.parseOptions,
    hash: (...of: Parameters<typeof quick.hash>) => {
      work.hash += 1;
      return quick.hash(...of);
    },
    verify: async (...of: Parameters<typeof quick.verify>) => {
      work.verify += 1;
      await work.held;
      return quick.verify(...of);
    },
  };
});

let phone: AccountFixture;
let own: { token: string };

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  own = await phone.newAccount();
  phone.deps.advance(60_000);
  Object.assign(work, { hash: 0, verify: 0 });
});

/** Lets no comparison of a password end until the returned function is called. */
function holdComparisons(): () => void {
  let release: () => void = () => undefined;
  work.held = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

const passwordOf = (i: number) => `Ginkaku-${100 + i}-moss`;
function change(oldPassword: string, password: string, key?: string) {
  const { encrypted } = phone;
  const body = {
    oldPassword: encrypted(oldPassword),
    password: encrypted(password),
    passwordRepeat: encrypted(password),
  };
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return phone.call('PUT', `${MEMBER}/changePassword`, body, { ...own, headers });
}
const signIn = async (password: string) => {
  own = (await phone.login(password)).json().data;
};

test('slow work inside a transaction is refused', async () => {
  const { db, mail } = phone.deps;
  await expect(inTransaction(db, () => hashPassword(PASSWORD))).rejects.toThrow('inside a transaction');
  await expect(inTransaction(db, () => mail.send(aMail(EMAIL), SENT_AS))).rejects.toThrow(
    'inside a transaction',
  );
  await inTransaction(db, async () => undefined);
  expect(() => refuseInTransaction('a hash')).not.toThrow();
});

test('the newest 24 passwords are refused, an older one is allowed again, and the history stays short', async () => {
  const { db } = phone.deps;
  const { account_id } = await db.selectFrom('account').select('account_id').executeTakeFirstOrThrow();
  let last = PASSWORD;
  for (let i = 0; i < PASSWORDS_KEPT; i += 1) {
    phone.deps.advance(60_000);
    expect(await codeOf(change(last, passwordOf(i)))).toBe('OK');
    last = passwordOf(i);
    await signIn(last);
  }
  const kept = await db
    .selectFrom('password_history')
    .selectAll()
    .where('account_id', '=', account_id)
    .execute();
  expect(kept).toHaveLength(PASSWORDS_KEPT);
  Object.assign(work, { hash: 0, verify: 0 });
  expect(await codeOf(change(last, passwordOf(0)))).toBe('ACC-0008');
  expect(work).toMatchObject({ hash: 0, verify: 1 + PASSWORDS_KEPT });
  // The next 24 passwords pushed the first one out.
  expect(await codeOf(change(last, PASSWORD))).toBe('OK');
}, 120_000);

test('of ten changes at once one is made, and few of the others check a password', async () => {
  const release = holdComparisons();
  const codes: string[] = [];
  const all = Array.from({ length: 10 }, async (_, i) =>
    codes.push(await codeOf(change(PASSWORD, passwordOf(i)))),
  );
  // The first is still being compared: one runs, two wait, the others are refused at once.
  await vi.waitFor(() => expect(codes).toHaveLength(7), { timeout: 60_000 });
  expect(new Set(codes)).toEqual(new Set(['REQ-0004']));
  expect(work.verify).toBe(1);
  release();
  await Promise.all(all);
  expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
  expect(work.verify).toBeLessThanOrEqual(6);
});

test('a change sent again with its key gets the first answer and counts no failed try', async () => {
  const first = change(PASSWORD, passwordOf(1), 'change-0001');
  const again = change(PASSWORD, passwordOf(1), 'change-0001');
  // The bodies differ by their encryption, so the key alone would be refused as used for another request.
  expect((await Promise.all([first, again].map(codeOf))).toSorted()).toEqual(['OK', 'REQ-0002']);
  const { encrypted, call } = phone;
  const body = { oldPassword: encrypted(passwordOf(1)), password: encrypted(passwordOf(2)) };
  const payload = { ...body, passwordRepeat: encrypted(passwordOf(2)) };
  await signIn(passwordOf(1));
  const send = () =>
    call('PUT', `${MEMBER}/changePassword`, payload, {
      ...own,
      headers: { 'idempotency-key': 'change-0002' },
    });
  expect(await Promise.all([send(), send()].map(codeOf))).toEqual(['OK', 'OK']);
  expect(await phone.deps.db.selectFrom('login_failure').selectAll().execute()).toEqual([]);
});

test('a refusal after the right password counts no failed try', async () => {
  for (let i = 0; i < 8; i += 1) expect(await codeOf(change(PASSWORD, PASSWORD))).toBe('AUTH-0022');
  for (let i = 0; i < 4; i += 1) expect(await codeOf(change(WRONG, passwordOf(1)))).toBe('AUTH-0020');
  expect(await codeOf(change(PASSWORD, passwordOf(1)))).toBe('OK');
});

test('a sign-up with a wrong code hashes nothing, and five tries void the code', async () => {
  const email = 'taro@example.jp';
  await phone.askCode(email);
  const right = phone.mailedCode(email);
  const wrong = right === '000000' ? '000001' : '000000';
  const signUp = (verifyCode: string) => codeOf(phone.register({ email, emailRepeat: email, verifyCode }));
  Object.assign(work, { hash: 0, verify: 0 });
  for (let i = 0; i < 4; i += 1) expect(await signUp(wrong)).toBe('ACC-0004');
  expect(work).toMatchObject({ hash: 0, verify: 0 });
  expect(await signUp(right)).toBe('OK');
  expect(work.hash).toBe(1);
});

test('of parallel sign-ups with one right code one succeeds, and five at most are hashed', async () => {
  const email = 'taro@example.jp';
  await phone.askCode(email);
  const verifyCode = phone.mailedCode(email);
  Object.assign(work, { hash: 0, verify: 0 });
  const codes = await Promise.all(
    Array.from({ length: 9 }, () => codeOf(phone.register({ email, emailRepeat: email, verifyCode }))),
  );
  expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
  expect(codes.filter((code) => code === 'ACC-0004' || code === 'ACC-0005')).toHaveLength(8);
  expect(work.hash).toBeLessThanOrEqual(5);
});

test('an account that changed during its password check is not written', async () => {
  const { db } = phone.deps;
  const leave = { password: phone.encrypted(PASSWORD) };
  // A reset at the same time: the checked password is no longer the account's.
  const other = await hashPassword(WRONG);
  phone.deps.advance(20 * 24 * 3_600_000);
  await signIn(PASSWORD);
  const release = holdComparisons();
  const leaving = phone.call('POST', `${MEMBER}/logOff`, leave, own);
  await vi.waitFor(() => expect(work.verify).toBeGreaterThan(1), { timeout: 60_000, interval: 1 });
  await db.updateTable('account').set({ password_hash: other }).execute();
  release();
  expect(await codeOf(leaving)).toBe('AUTH-0020');
  expect(await db.selectFrom('account').select('status').execute()).toEqual([{ status: 'active' }]);
});

test('an address with too many callers is refused, nothing is counted, and other addresses are served', async () => {
  const address = '198.51.100.7';
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const full = Array.from({ length: 12 }, () => withPasswords(address, () => held));
  for (const password of [PASSWORD, WRONG]) {
    const answer = await phone.login(password, {}, address);
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
      429,
      'REQ-0008',
      '3',
    ]);
  }
  expect(await phone.deps.db.selectFrom('login_failure').selectAll().execute()).toEqual([]);
  expect(await codeOf(phone.login(PASSWORD))).toBe('OK');
  end();
  await Promise.all(full);
  expect(await codeOf(phone.login(PASSWORD, {}, address))).toBe('OK');
});
