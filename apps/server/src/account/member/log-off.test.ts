// Deleting an account: what blocks it, what is erased, and that the email can register again.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { besideTransaction } from '../../platform/db/transaction-scope.ts';
import {
  EMAIL,
  MEMBER,
  PASSWORD,
  WRONG,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../../test/account.ts';

let phone: AccountFixture;
let token = '';
const FEEDBACK = '/jtr-jwqs-app/guest/feedback/save';
const WEEK = 7 * 24 * 3_600_000;

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  ({ token } = await phone.newAccount());
});

const check = async () =>
  (await phone.call('POST', `${MEMBER}/logOffCheck`, undefined, { token })).json().data;
const leave = (password = PASSWORD) =>
  phone.call('POST', `${MEMBER}/logOff`, { password: phone.encrypted(password) }, { token });
/** Signs in again two weeks later. */
async function later(): Promise<void> {
  phone.deps.advance(2 * WEEK);
  ({ token } = (await phone.login()).json().data);
}

/** Inserts a ticket of the account. */
async function addTicket(status: string, ends: Date, before: string | null = null): Promise<void> {
  const { account_id: owner } = await phone.deps.db
    .selectFrom('account')
    .select('account_id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow();
  const at = new Date(phone.deps.clock());
  await sql`insert into product (product_id, kind, reservations, data) values ('p', 'qr', 0, '{}') on conflict do nothing`.execute(
    phone.deps.db,
  );
  const id = `${status}-${ends.getTime()}-${before ?? ''}`;
  await sql`insert into ticket (ticket_id, ticket_no, issued_ticket_no, link_token, product_id, account_id, status,
    status_before_suspend, passenger_category, order_id, order_time, issuer, seller, sales_site, sales_company, sale_price,
    use_expire_date, created_at) values (${id}, ${id}, ${id}, ${id}, 'p', ${owner}, ${status}, ${before}, 'adult', 'o', ${at},
    'i', 's', 's', 's', 1, ${ends}, ${at})`.execute(phone.deps.db);
}

test('a password changed within two weeks blocks deletion, to the second', async () => {
  expect(await check()).toEqual({ allowed: false, reasons: ['passwordChangedRecently'] });
  const refused = await leave();
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'ACC-0011']);
  expect(refused.json().values).toEqual({ reasons: 'passwordChangedRecently' });
  phone.deps.advance(2 * WEEK - 1000);
  ({ token } = (await phone.login()).json().data);
  expect((await check()).allowed).toBe(false);
  phone.deps.advance(1000);
  expect(await check()).toEqual({ allowed: true, reasons: [] });
});

test('valid tickets block deletion, others do not', async () => {
  await later();
  const [tomorrow, gone] = [
    new Date(phone.deps.clock() + 86_400_000),
    new Date(phone.deps.clock() - 86_400_000),
  ];
  await addTicket('bound', gone);
  await addTicket('used', tomorrow);
  await addTicket('refunded', tomorrow);
  await addTicket('suspended', gone, 'bound');
  expect(await check()).toEqual({ allowed: true, reasons: [] });
  await addTicket('suspended', tomorrow, 'bound');
  expect((await check()).reasons).toEqual(['unusedTickets']);
  await addTicket('inUse', tomorrow);
  expect((await check()).reasons).toEqual(['unusedTickets', 'ticketsInUse']);
  expect((await leave()).json().values).toEqual({ reasons: 'unusedTickets,ticketsInUse' });
  expect((await phone.load(token)).statusCode).toBe(200);
});

test('deletion needs the password, and wrong ones are counted', async () => {
  await later();
  for (let i = 0; i < 5; i += 1) expect(await codeOf(leave(WRONG))).toBe('AUTH-0020');
  expect(await codeOf(leave())).toBe('MFA-0011');
  phone.deps.advance(10 * 60_000);
  expect(await codeOf(leave())).toBe('OK');
});

test('personal data is erased, bookkeeping stays, and the email can register again', async () => {
  await later();
  await addTicket('used', new Date(phone.deps.clock()));
  const headers = { 'idempotency-key': 'name-0001' };
  await phone.call('PUT', `${MEMBER}/updateInfo`, { fullname: 'Hanako Yamada' }, { token, headers });
  const words = { topic: 'other', text: 'I am Hanako Yamada' };
  expect(await codeOf(phone.call('POST', FEEDBACK, words, { token }))).toBe('OK');
  expect((await leave()).json()).toMatchObject({ code: 'OK', data: null });
  expect((await phone.load(token)).statusCode).toBe(406);
  expect(phone.mails()[0]?.subject).toBe('アカウントを削除しました');
  const { db } = phone.deps;
  const everything = [];
  for (const table of [
    'account',
    'session',
    'session_token',
    'idempotency',
    'verify_code',
    'password_history',
    'login_failure',
    'attempt',
    'one_time_pass',
    'feedback',
  ] as const)
    everything.push(await db.selectFrom(table).selectAll().execute());
  expect(JSON.stringify(everything)).not.toMatch(/hanako|yamada|花子|phone-0001|argon2/i);
  expect(await db.selectFrom('ticket').select('status').execute()).toEqual([{ status: 'used' }]);
  expect(await db.selectFrom('account').select(['email', 'status']).execute()).toEqual([
    { email: null, status: 'deleted' },
  ]);
  expect(await codeOf(phone.login())).toBe('AccountOrPwdError');
  const again = await phone.newAccount();
  expect((await phone.load(again.token)).json().data.email).toBe(EMAIL);
});

test('two accounts can be deleted: their erased rows do not conflict', async () => {
  const second = 'taro@example.jp';
  await phone.newAccount(second);
  await later();
  expect(await codeOf(leave())).toBe('OK');
  ({ token } = (await phone.login(PASSWORD, { account: second })).json().data);
  expect(await codeOf(leave())).toBe('OK');
  const left = await phone.deps.db.selectFrom('account').select('email').execute();
  expect(left).toEqual([{ email: null }, { email: null }]);
});

test('a deletion that fails at its commit sends no mail, and the account stays', async () => {
  await later();
  const { db } = phone.deps;
  await sql`create function fail_late() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$`.execute(
    db,
  );
  await sql`create constraint trigger fail_late after update on account deferrable initially deferred
    for each row execute function fail_late()`.execute(db);
  const before = phone.mails().length;
  expect((await leave()).statusCode).toBe(500);
  await sql`drop function fail_late cascade`.execute(db);
  expect(phone.mails()).toHaveLength(before);
  expect((await leave()).json().code).toBe('OK');
  expect(phone.mails()).toHaveLength(before + 1);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a call that waits while its account is deleted writes nothing into it',
  async () => {
    const { db } = phone.deps;
    const account = db.selectFrom('account').select(['account_id', 'username']);
    const { account_id: id } = await account.executeTakeFirstOrThrow();
    // A token seen before is checked within the call's transaction.
    await phone.load(token);
    const waits = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    };
    const calls = await inTransaction(db, async (trx) => {
      await sql`update account set status = 'deleted', username = '' where account_id = ${id}`.execute(trx);
      // Only what waits for an answer sends the request.
      const sent = besideTransaction(() =>
        [
          phone.call('PUT', `${MEMBER}/updateInfo`, { username: 'hanako' }, { token }),
          phone.call('POST', FEEDBACK, { topic: 'gate', text: 'I am Hanako' }, { token }),
        ].map(async (answer) => (await answer).json().code),
      );
      while ((await besideTransaction(waits)) < sent.length) await setImmediate();
      return { sent };
    });
    expect(await Promise.all(calls.sent)).toEqual(['SES-0003', 'SES-0003']);
    expect((await account.executeTakeFirstOrThrow()).username).toBe('');
    expect(await db.selectFrom('feedback').select('body').execute()).toEqual([]);
  },
);
