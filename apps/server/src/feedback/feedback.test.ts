// Feedback on the wire: kept whole with its picture, about one's own ticket, and only so often.
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { buildApp } from '../app.ts';
import { emptyTables } from '../db/test-database.ts';
import { startSession } from '../http/session.ts';
import { openTestDeps, type TestDeps } from '../http/test-deps.ts';
import type { FastifyInstance } from 'fastify';

const URL = '/jtr-jwqs-app/guest/feedback/save';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const picture = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;
let deps: TestDeps;
let app: FastifyInstance;
let token: string;
let accountId: string;

async function newAccount(): Promise<string> {
  const id = randomUUID();
  const at = new Date(deps.clock());
  await deps.db
    .insertInto('account')
    .values({
      ...{
        account_id: id,
        email: `${id}@example.jp`,
        username: 'u',
        fullname: 'f',
        country: 'TW',
        language: 'zh-TW',
      },
      ...{ password_hash: 'none', password_changed_at: at, status: 'active', created_at: at },
    })
    .execute();
  return id;
}
const signIn = async (id: string) =>
  (await inTransaction(deps.db, (trx) => startSession(trx, id, 'phone', deps.clock()))).token;

async function newTicket(owner: string): Promise<string> {
  const at = new Date(deps.clock());
  await deps.db
    .insertInto('product')
    .values({ product_id: 'p', kind: 'qr', trip_type: null, pass_days: 1, reservations: 0, data: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = randomUUID();
  await deps.db
    .insertInto('ticket')
    .values({
      ...{
        ticket_id: id,
        ticket_no: id,
        issued_ticket_no: id,
        link_token: id,
        product_id: 'p',
        account_id: owner,
      },
      ...{
        voucher_no: null,
        redeem_code: null,
        status: 'bound',
        status_before_suspend: null,
        reissue_of: null,
      },
      ...{
        passenger_category: 'adult',
        order_id: 'o',
        order_time: at,
        issuer: 'i',
        seller: 's',
        sales_site: 'w',
      },
      ...{
        sales_company: 's',
        sale_price: 100,
        station_from_date: null,
      },
      ...{
        station_depart_date: null,
        use_expire_date: at,
        abt_expire_date: null,
        use_date: null,
      },
      created_at: at,
    })
    .execute();
  return id;
}
const save = (change: object = {}, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: URL,
    payload: { topic: 'gate', text: 'The gate at 京都 refused me.', ...change },
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'zh-TW', ...headers },
  });
const codeOf = async (change: object) => (await save(change)).json().code;
const rows = () => deps.db.selectFrom('feedback').selectAll().execute();

beforeAll(async () => {
  deps = await openTestDeps();
  app = await buildApp(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});
beforeEach(async () => {
  await emptyTables(deps.db);
  accountId = await newAccount();
  token = await signIn(accountId);
});

test('words, ticket and picture are kept as they were sent', async () => {
  const ticketId = await newTicket(accountId);
  const bytes = Buffer.concat([PNG, randomBytes(64)]);
  const answer = await save({ ticketId, text: '  改札で\n止まった。 ', screenshot: picture('png', bytes) });
  expect(answer.json()).toMatchObject({ state: 'success', data: { feedbackId: expect.any(String) } });
  const [row] = await rows();
  expect(row).toMatchObject({
    ...{ account_id: accountId, topic: 'gate', body: '改札で\n止まった。', ticket_id: ticketId },
    ...{ picture_type: 'png', language: 'zh-TW' },
  });
  expect(Buffer.from(row?.picture ?? [])).toEqual(bytes);
});

test('only with a session, and only about a ticket of one’s own', async () => {
  expect((await save({}, { authorization: 'Bearer nobody' })).statusCode).toBe(401);
  const foreign = await newTicket(await newAccount());
  const answer = await save({ ticketId: foreign });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'TKT-0001']);
  expect(await codeOf({ ticketId: 'nothing' })).toBe('TKT-0001');
  expect(await rows()).toEqual([]);
});

test('a picture must be what it says', async () => {
  const jpeg = Buffer.from('ffd8ffe000104a46', 'hex');
  const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
  expect(await codeOf({ screenshot: picture('jpeg', jpeg) })).toBe('OK');
  expect(await codeOf({ screenshot: picture('webp', webp) })).toBe('OK');
  expect(await codeOf({ screenshot: picture('png', jpeg) })).toBe('REQ-0001');
  expect(await codeOf({ screenshot: picture('jpeg', Buffer.from('<svg onload=alert(1)>')) })).toBe(
    'REQ-0001',
  );
  expect(await codeOf({ screenshot: picture('svg+xml', PNG) })).toBe('REQ-0001');
  expect(await codeOf({ screenshot: 'data:image/png;base64,iVBORw0KGg' })).toBe('REQ-0001');
  expect(await rows()).toHaveLength(2);
});

test('a picture of one megabyte passes, one byte more does not', async () => {
  const most = Buffer.concat([PNG, Buffer.alloc(1024 * 1024 - PNG.length)]);
  expect(picture('png', most).length).toBeGreaterThan(1_398_000);
  expect((await save({ screenshot: picture('png', most) })).statusCode).toBe(200);
  const answer = await save({ screenshot: picture('png', Buffer.concat([most, PNG])) });
  expect([400, 413]).toContain(answer.statusCode);
  const huge = await save({ text: 'x'.repeat(3 * 1024 * 1024) });
  expect([huge.statusCode, huge.json().code]).toEqual([413, 'REQ-0003']);
});

test('words are needed, and fit', async () => {
  expect(await codeOf({ text: ' \n ' })).toBe('REQ-0001');
  expect(await codeOf({ text: '🚆'.repeat(2000) })).toBe('OK');
  expect(await codeOf({ text: 'x'.repeat(2001) })).toBe('REQ-0001');
  expect(await codeOf({ topic: '' })).toBe('REQ-0001');
});

test('ten an hour, then told how long to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => save()));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(10);
  const refused = answers.find((answer) => answer.statusCode === 429);
  expect([refused?.json().code, refused?.headers['retry-after']]).toEqual(['REQ-0004', '3600']);
  deps.advance(3_600_001);
  token = await signIn(accountId);
  expect((await save()).statusCode).toBe(200);
});

test('the same wish sent again is kept once', async () => {
  const headers = { 'idempotency-key': 'wish-0001' };
  const first = await save({}, headers);
  const second = await save({}, headers);
  expect(second.json().data).toEqual(first.json().data);
  expect(await rows()).toHaveLength(1);
});
