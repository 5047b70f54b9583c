// What every call shares: strict bodies, sessions, idempotency, hidden faults.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineCall, strict } from '@kippu/contract/call';
import { IDEMPOTENCY_HOURS } from '@kippu/contract/limits';
import { inTransaction } from '../db/database.ts';
import { withCommit } from '../db/flight.ts';
import { AppError } from './app-error.ts';
import { bindGuestWrite, bindMissing, bindOpen } from './bind-call.ts';
import { SWEEP_EVERY } from './idempotency.ts';
import { newServer } from './new-server.ts';
import { startSession, type Tokens } from './session.ts';
import { openTestDeps, type TestDeps } from './test-deps.ts';

const AddCall = defineCall({
  name: 'test.add',
  method: 'POST',
  path: '/test/add',
  auth: 'guest',
  body: strict({ by: Type.Integer() }),
  data: strict({ total: Type.Integer() }),
});
const RefuseCall = defineCall({
  name: 'test.refuse',
  method: 'POST',
  path: '/test/refuse',
  auth: 'guest',
  data: strict({}),
});
const EchoCall = defineCall({
  name: 'test.echo',
  method: 'GET',
  path: '/test/echo',
  auth: 'open',
  query: strict({ n: Type.Integer() }),
  data: strict({ n: Type.Integer() }),
});
const BreakCall = defineCall({ name: 'test.break', method: 'DELETE', path: '/test/break', auth: 'open' });
const MissingCall = defineCall({ name: 'test.missing', method: 'GET', path: '/test/missing', auth: 'open' });

let deps: TestDeps;
let app: FastifyInstance;
let total = 0;
let tokens: Tokens;

const signIn = () => inTransaction(deps.db, (trx) => startSession(trx, 'a', 'phone', deps.clock()));
const add = (by: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/test/add',
    headers: { authorization: `Bearer ${tokens.token}`, ...headers },
    payload: { by },
  });

beforeAll(async () => {
  deps = await openTestDeps();
  const at = new Date(deps.clock());
  await deps.db
    .insertInto('account')
    .values({
      account_id: 'a',
      email: 'a@example.jp',
      username: 'a',
      fullname: 'A',
      country: 'JP',
      language: 'ja',
      password_hash: 'x',
      password_changed_at: at,
      status: 'active',
      created_at: at,
    })
    .execute();
  app = await newServer(deps);
  bindGuestWrite(app, deps, AddCall, async (trx, { body }) => {
    if (body.by === 99) throw new AppError('TKT-0005');
    if (body.by === 98) return { total: 0 };
    await trx.selectFrom('account').select('account_id').execute();
    if (body.by < 0) throw new AppError('TKT-0006');
    total += body.by;
    return { total, secret: 'never sent' };
  });
  bindGuestWrite(app, deps, RefuseCall, async (trx) => {
    await withCommit(trx, sql`select refuse('SEAT-0008')`);
    return {};
  });
  bindOpen(app, deps, EchoCall, async ({ query }) => ({ n: query.n }));
  bindOpen(app, deps, BreakCall, async () => {
    throw new Error('password of the database');
  });
  bindMissing(app, [AddCall, MissingCall]);
  await app.ready();
  tokens = await signIn();
});
afterAll(async () => {
  await app.close();
  await deps.close();
});

test('a body is strict, a query is coerced', async () => {
  expect((await add('5')).json()).toMatchObject({ state: 'fail', code: 'REQ-0001', values: { field: 'by' } });
  expect((await add(undefined)).statusCode).toBe(400);
  expect((await app.inject('/test/echo?n=5')).json().data).toEqual({ n: 5 });
  expect((await app.inject('/test/echo?n=x')).statusCode).toBe(400);
  const broken = { method: 'POST', url: '/test/add', payload: '{', headers: {} } as const;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.token}` };
  expect((await app.inject({ ...broken, headers })).statusCode).toBe(400);
});

test('the same key answers once, another body is refused, a failed call may be retried', async () => {
  const headers = { 'idempotency-key': 'key-0001' };
  const before = total;
  expect((await add(2, headers)).json()).toMatchObject({ code: 'OK', data: { total: before + 2 } });
  expect((await add(2, headers)).json().data).toEqual({ total: before + 2 });
  expect(total).toBe(before + 2);
  const other = await add(3, headers);
  expect([other.statusCode, other.json().code]).toEqual([422, 'REQ-0002']);
  const both = await Promise.all([1, 2].map(() => add(1, { 'idempotency-key': 'key-0002' })));
  expect(both.map((answer) => answer.json().data.total)).toEqual([before + 3, before + 3]);
  for (let i = 0; i < 2; i += 1) {
    expect((await add(-1, { 'idempotency-key': 'key-0003' })).json().code).toBe('TKT-0006');
  }
  deps.advance(25 * 3_600_000);
  tokens = await signIn();
  expect((await add(4, headers)).json().data).toEqual({ total: before + 7 });
});

test('lapsed keys do not pile up, whoever they were of; living ones stay', async () => {
  tokens = await signIn();
  const lapsed = new Date(deps.clock() - IDEMPOTENCY_HOURS * 3_600_000 - 1);
  const key = (n: number, at: Date) => ({
    ...{ account_id: 'gone', key: `old-key-${n}`, fingerprint: 'f', answer: 'null', created_at: at },
  });
  const old = Array.from({ length: SWEEP_EVERY }, (_, n) => key(n, lapsed));
  await deps.db
    .insertInto('idempotency')
    .values([...old, key(SWEEP_EVERY, new Date(lapsed.getTime() + 2))])
    .execute();
  for (let n = 0; n < SWEEP_EVERY; n += 1) await add(1, { 'idempotency-key': `sweeping-${n}` });
  const left = await deps.db
    .selectFrom('idempotency')
    .select('key')
    .where('account_id', '=', 'gone')
    .execute();
  expect(left).toEqual([{ key: `old-key-${SWEEP_EVERY}` }]);
});

test('what the database refuses with the commit is told like any refusal, and undoes the call', async () => {
  tokens = await signIn();
  const headers = { authorization: `Bearer ${tokens.token}`, 'idempotency-key': 'refused-at-commit' };
  const refuse = () => app.inject({ method: 'POST', url: '/test/refuse', headers, payload: {} });
  for (const answer of [await refuse(), await refuse()])
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'SEAT-0008']);
  const kept = await deps.db
    .selectFrom('idempotency')
    .select('key')
    .where('key', '=', 'refused-at-commit')
    .execute();
  expect(kept).toEqual([]);
});

test('sessions answer 401, 406, 409, 498 and time out', async () => {
  const code = async (token: string) => (await add(0, { authorization: token })).statusCode;
  expect(await code('')).toBe(401);
  expect(await code(`Bearer ${'x'.repeat(43)}`)).toBe(406);
  const old = tokens.token;
  tokens = await signIn();
  expect(await code(`Bearer ${old}`)).toBe(409);
  deps.advance(31 * 60_000);
  expect(await code(`Bearer ${tokens.token}`)).toBe(498);
  deps.advance(2 * 3_600_000);
  expect((await add(0)).json().code).toBe('SES-0005');
});

test('a call is told nothing before its session is checked, whatever it asks and wherever it fails', async () => {
  tokens = await signIn();
  const codes = async (key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const asked = [0, 99, 98, 'no number'].map(async (by) => (await add(by, headers)).json().code);
    const short = (await add(0, { 'idempotency-key': 'short' })).json().code;
    return [...(await Promise.all(asked)), short];
  };
  expect(await codes()).toEqual(['OK', 'TKT-0005', 'OK', 'REQ-0001', 'REQ-0001']);
  await signIn();
  const before = total;
  expect(await codes()).toEqual(Array(5).fill('SES-0004'));
  expect(await codes('key-of-an-ended-session')).toEqual(Array(5).fill('SES-0004'));
  expect(total).toBe(before);
});

test('a session used in a transaction counts as used, refused or not', async () => {
  for (const by of [0, 99]) {
    tokens = await signIn();
    await add(0);
    deps.advance(31_000);
    await add(by);
    const { last_seen_at } = await deps.db
      .selectFrom('session')
      .select('last_seen_at')
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(last_seen_at.getTime()).toBe(deps.clock());
  }
});

test('our own faults are hidden, unserved calls say so', async () => {
  const broken = await app.inject({ method: 'DELETE', url: '/test/break' });
  expect(broken.statusCode).toBe(500);
  expect(broken.body).not.toContain('password');
  expect((await app.inject('/test/missing')).json().code).toBe('REQ-0006');
  expect((await app.inject('/nowhere')).json().code).toBe('REQ-0005');
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  expect((await app.inject('/docs/json')).json().openapi).toBe('3.1.0');
});

test('an address that is none is refused in the same form, and does not come back', async () => {
  const answer = await app.inject('/%ff?to=taro@example.jp');
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'REQ-0001']);
  expect(answer.body).not.toContain('taro');
});

test('no refusal is kept by a cache', async () => {
  for (const url of ['/test/missing', '/nowhere', '/test/echo?n=x', '/%ff'])
    expect((await app.inject(url)).headers['cache-control'], url).toBe('no-store');
});

test('a visitor may send little, and nobody for long', async () => {
  const payload = { by: 'x'.repeat(40_000) };
  const answer = await app.inject({ method: 'DELETE', url: '/test/break', payload });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'REQ-0003']);
  expect(app.server.requestTimeout).toBe(60_000);
});
