// The time of an answer does not reveal who is registered: both cases do the same work. The tests count the work and measure no time.
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  EMAIL,
  OPEN,
  AUTH,
  PASSWORD,
  WRONG,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../../test/account.ts';
import { deliverMails, mailRunner } from '../../../test/app-context.ts';

/** The work done, in order: `verify` and `hash` of a password, and each statement by kind and tables. */
const { done } = vi.hoisted(() => ({ done: [] as string[] }));
vi.mock('@node-rs/argon2', async () => {
  const quick = await import('../../../test/quick-argon2.ts');
  return {
    parseOptions: quick.parseOptions,
    hash: (...of: Parameters<typeof quick.hash>) => {
      done.push('hash');
      return quick.hash(...of);
    },
    verify: (...of: Parameters<typeof quick.verify>) => {
      done.push('verify');
      return quick.verify(...of);
    },
  };
});

const noteStatements: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const tables = [...JSON.stringify(node).matchAll(/"table":\{[^}]*?"name":"(\w+)"/g)].map(
      ([, name]) => name,
    );
    done.push([node.kind, ...tables].join(' '));
    return node;
  },
  transformResult: async ({ result }) => result,
};

const NOBODY = 'nobody@example.jp';
let phone: AccountFixture;
/** Whether a call is followed by the sending of its mails, which is no work of the call. */
let delivers = true;

beforeAll(async () => {
  phone = await openAccountApp((deps) => ({
    ...deps,
    db: deps.db.withPlugin(noteStatements),
    queue: { ...deps.queue, takeWake: () => delivers && deps.queue.takeWake() },
  }));
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  await phone.newAccount();
  phone.deps.advance(60_000);
});

/** Returns the work of one call and the code of its answer. */
async function workOf(run: () => ReturnType<AccountFixture['call']>) {
  done.length = 0;
  delivers = false;
  const code = await codeOf(run());
  const work = [...done];
  delivers = true;
  const { db, clock } = phone.deps;
  const { rows } = await sql<{ stored: number; mails: number }>`
    select count(*)::int as stored, count(*) filter (where expires_at > ${new Date(clock())}::timestamptz)::int as mails
    from job`.execute(db);
  await deliverMails(phone.deps);
  await db.deleteFrom('job').execute();
  const { stored = 0, mails = 0 } = rows[0] ?? {};
  return { code, work, stored, mails };
}

const loginOf = (account: string) => ({
  loginType: 'password',
  loginAgent: 'guest',
  saasId: 11950,
  deviceId: 'phone-0001',
  account,
  password: phone.encrypted(WRONG),
});
const sendReset = (email: string) => phone.call('POST', `${OPEN}/resetPasswordSend`, { email });

test('a failed login does the same work for a registered and an unknown email', async () => {
  for (const url of [`${OPEN}/login`, `${AUTH}/auth/login`]) {
    await phone.deps.db.deleteFrom('login_failure').execute();
    const unknown = await workOf(() => phone.call('POST', url, loginOf(NOBODY)));
    const known = await workOf(() => phone.call('POST', url, loginOf(EMAIL)));
    expect(unknown).toEqual(known);
    expect(known.code).toBe('AccountOrPwdError');
    expect(known.work.filter((step) => step === 'verify')).toHaveLength(1);
    expect(known.work).not.toContain('hash');
    expect(known.work.length).toBeGreaterThan(5);
  }
});

test('a locked login runs the same queries for both and checks no password', async () => {
  for (const account of [EMAIL, NOBODY]) await phone.failLogin(5, { account });
  const [unknown, known] = [
    await workOf(() => phone.call('POST', `${OPEN}/login`, loginOf(NOBODY))),
    await workOf(() => phone.call('POST', `${OPEN}/login`, loginOf(EMAIL))),
  ];
  expect(unknown).toEqual(known);
  expect(known.code).toBe('MFA-0011');
  expect(known.work).not.toContain('verify');
});

test('a sign-up code does the same work for a registered email, and sends one mail', async () => {
  const unknown = await workOf(() => phone.askCode(NOBODY));
  const known = await workOf(() => phone.askCode(EMAIL));
  expect(unknown).toEqual(known);
  expect(known).toMatchObject({ code: 'OK', mails: 1 });
});

test('a reset code and its check do the same work for an unknown email', async () => {
  const unknown = await workOf(() => sendReset(NOBODY));
  const known = await workOf(() => sendReset(EMAIL));
  expect([unknown.work, unknown.stored]).toEqual([known.work, known.stored]);
  expect([unknown.code, known.code]).toEqual(['OK', 'OK']);
  // No mail goes to an unknown email. The answer does not wait for a mail; see the next test.
  expect([unknown.mails, known.mails]).toEqual([0, 1]);
  const wrong = phone.mailedCode() === '000000' ? '000001' : '000000';
  const check = (email: string) =>
    workOf(() => phone.call('POST', `${OPEN}/resetPasswordCheck`, { email, verifyCode: wrong }));
  expect(await check(NOBODY)).toEqual(await check(EMAIL));
  expect((await check(EMAIL)).code).toBe('ACC-0004');
});

test('no answer waits for the mail server', async () => {
  // A relay that takes a mail and never answers.
  const mail = { ...phone.deps.mail, send: () => new Promise<never>(() => undefined) };
  const runner = mailRunner({ ...phone.deps, mail });
  phone.deps.queue.onWake(() => runner.fill());
  expect(await codeOf(sendReset(EMAIL))).toBe('OK');
  expect(await codeOf(phone.askCode(EMAIL))).toBe('OK');
  phone.deps.queue.noteWakes();
});

test('the count notices a difference: a successful login does more work', async () => {
  const failed = await workOf(() => phone.login(WRONG));
  const succeeded = await workOf(() => phone.login(PASSWORD));
  expect(succeeded.work.length).toBeGreaterThan(failed.work.length);
  expect(succeeded.work.join()).toContain('account');
});
