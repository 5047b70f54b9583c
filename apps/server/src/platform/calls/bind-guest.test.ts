// The behaviour that all calls share: strict bodies, sessions, idempotency, hidden internal errors.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { defineCall, strict } from '@kippu/contract/call';
import { IDEMPOTENCY_HOURS } from '@kippu/contract/limits';
import { inTransaction } from '../db/database.ts';
import { withCommit } from '../db/pipeline/pipeline.ts';
import { MAX_WRITES_OF_ACCOUNT } from '../limits/call-limits.ts';
import { AppError } from '../wire/app-error.ts';
import { bindGuestWrite } from './bind-guest.ts';
import { bindOpen } from './bind-open.ts';
import { bindMissing } from './call-route.ts';
import { SWEEP_EVERY } from './idempotency.ts';
import { newServer } from '../http/new-server.ts';
import { startSession, type Tokens } from '../../session/session.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';

const AddCall = defineCall(
  { name: 'test.add', method: 'POST', path: '/test/add', auth: 'guest' },
  { body: strict({ by: Type.Integer() }), data: strict({ total: Type.Integer() }) },
);
const RefuseCall = defineCall(
  { name: 'test.refuse', method: 'POST', path: '/test/refuse', auth: 'guest' },
  { data: strict({}) },
);
const HoldCall = defineCall(
  { name: 'test.hold', method: 'POST', path: '/test/hold', auth: 'guest' },
  { data: strict({}) },
);
const EchoCall = defineCall(
  { name: 'test.echo', method: 'GET', path: '/test/echo', auth: 'open' },
  { query: strict({ n: Type.Integer() }), data: strict({ n: Type.Integer() }) },
);
const BreakCall = defineCall({ name: 'test.break', method: 'DELETE', path: '/test/break', auth: 'open' });
const MissingCall = defineCall({ name: 'test.missing', method: 'GET', path: '/test/missing', auth: 'open' });

let deps: TestDeps;
let app: FastifyInstance;
let total = 0;
let tokens: Tokens;
/** What a call of HoldCall waits for, and how many of them run. */
let held = Promise.resolve();
let holding = 0;

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
  bindGuestWrite(app, deps, HoldCall, async () => {
    holding += 1;
    await held;
    holding -= 1;
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

test('an unknown field is refused, whatever its name, and is repeated only as JSON text', async () => {
  const name = '","state":"success","x":"</script>\u2028';
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.token}` };
  for (const odd of [name, '__proto__', 'constructor', 'by2']) {
    const payload = `{"by":1,${JSON.stringify(odd)}:{"a":1}}`;
    const answer = await app.inject({ method: 'POST', url: '/test/add', headers, payload });
    expect(answer.json(), odd).toMatchObject({ state: 'fail', code: 'REQ-0001', values: { field: odd } });
  }
});

test('a session is taken from its header alone, which other sites cannot make a browser send', async () => {
  expect((await add(1)).json().code).toBe('OK');
  const { token } = tokens;
  for (const [query, headers] of [
    ['', { cookie: `token=${token}; authorization=Bearer ${token}` }],
    [`?token=${token}&access_token=${token}`, {}],
  ] as const) {
    const answer = await app.inject({
      method: 'POST',
      url: `/test/add${query}`,
      headers,
      payload: { by: 1 },
    });
    expect(answer.json().code).toBe('SES-0001');
  }
});

test('an address is decoded once', async () => {
  expect((await app.inject('/test/echo?n=%35')).json().data).toEqual({ n: 5 });
  expect((await app.inject('/test/echo?n=%2535')).json().code).toBe('REQ-0001');
});

test('a key works once, another body with it is refused, and a failed call can be retried', async () => {
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

test('the writes of one account run one after the other; some wait, more are refused before they need a connection', async () => {
  let release: () => void = () => undefined;
  held = new Promise((resolve) => (release = resolve));
  const hold = () =>
    app.inject({
      method: 'POST',
      url: HoldCall.path,
      headers: { authorization: `Bearer ${tokens.token}` },
      payload: {},
    });
  // From now on, this process knows the session.
  expect((await add(1)).statusCode).toBe(200);
  const statuses: number[] = [];
  const answers = Array.from({ length: MAX_WRITES_OF_ACCOUNT + 9 }, async () => {
    const { statusCode, headers } = await hold();
    statuses.push(statusCode);
    return { statusCode, retryAfter: Number(headers['retry-after'] ?? 0) };
  });
  try {
    await vi.waitFor(() => expect(statuses).toEqual(Array(9).fill(429)));
    expect(holding).toBeLessThanOrEqual(1);
  } finally {
    release();
  }
  const all = await Promise.all(answers);
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAX_WRITES_OF_ACCOUNT);
  for (const { statusCode, retryAfter } of all) expect(retryAfter > 0).toBe(statusCode === 429);
  expect((await hold()).statusCode).toBe(200);
});

test('expired keys of all accounts are deleted; live ones stay', async () => {
  tokens = await signIn();
  const lapsed = new Date(deps.clock() - IDEMPOTENCY_HOURS * 3_600_000 - 1);
  const key = (n: number, at: Date) => ({
    account_id: 'gone',
    key: `old-key-${n}`,
    fingerprint: 'f',
    answer: 'null',
    created_at: at,
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

test('a refusal by the database at the commit is answered like any other, and undoes the call', async () => {
  tokens = await signIn();
  const headers = { authorization: `Bearer ${tokens.token}`, 'idempotency-key': 'refused-at-commit' };
  const refuse = () => app.inject({ method: 'POST', url: '/test/refuse', headers, payload: {} });
  for (const answer of [await refuse(), await refuse()])
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'SEAT-0008']);
  const stored = await deps.db
    .selectFrom('idempotency')
    .select('key')
    .where('key', '=', 'refused-at-commit')
    .execute();
  expect(stored).toEqual([]);
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

test('no answer reveals anything before the session is checked, whatever fails first', async () => {
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

test('internal errors are hidden, and a call without a handler says so', async () => {
  const broken = await app.inject({ method: 'DELETE', url: '/test/break' });
  expect(broken.statusCode).toBe(500);
  expect(broken.body).not.toContain('password');
  expect((await app.inject('/test/missing')).json().code).toBe('REQ-0006');
  expect((await app.inject('/nowhere')).json().code).toBe('REQ-0005');
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  expect((await app.inject('/docs/json')).json().openapi).toBe('3.1.0');
});

test('a malformed address is refused in the same form and not repeated', async () => {
  const answer = await app.inject('/%ff?to=taro@example.jp');
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'REQ-0001']);
  expect(answer.body).not.toContain('taro');
});

test('no refusal is cached', async () => {
  for (const url of ['/test/missing', '/nowhere', '/test/echo?n=x', '/%ff'])
    expect((await app.inject(url)).headers['cache-control'], url).toBe('no-store');
});

test('no answer is cached', async () => {
  for (const answer of [await add(0), await app.inject('/test/echo?n=5')])
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
});

test('an answer contains only the fields of its schema', async () => {
  const answer = await add(0);
  expect(Object.keys(answer.json().data)).toEqual(['total']);
  expect(answer.body).not.toContain('never sent');
});

test('a field given twice in an address is refused, and a body does not replace the query', async () => {
  for (const query of ['n=1&n=2', 'n=1&n=1', 'n[]=1&n[]=2'])
    expect((await app.inject(`/test/echo?${query}`)).json().code, query).toBe('REQ-0001');
  const answer = await app.inject({ method: 'GET', url: '/test/echo', payload: { n: 5 } });
  expect(answer.json().code).toBe('REQ-0001');
});

test('a visitor’s body is limited in size, and every request in time', async () => {
  const payload = { by: 'x'.repeat(40_000) };
  const answer = await app.inject({ method: 'DELETE', url: '/test/break', payload });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'REQ-0003']);
  expect(app.server.requestTimeout).toBe(60_000);
});
