// Where metrics are served, and to whom.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { readSamples } from '../../../test/metrics.ts';
import { openOnServer, TEST_LIMITS, testServerUrl } from '../../../test/test-database.ts';
import { newMetrics } from './metrics.ts';
import { openMetrics } from './open-metrics.ts';

const TOKEN = 'a-token-of-the-monitor';
const log = { info: () => undefined, error: () => undefined };

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const withMetrics = (port: number | undefined, token: string | undefined): TestDeps => ({
  ...deps,
  metrics: newMetrics(),
  config: { ...deps.config, metrics: { port, host: '127.0.0.1', token } },
});

const READY = { state: async () => ({ ok: true, parts: { process: 'ok' } }) };

test('without a setting there is no endpoint', async () => {
  const app = await buildApp(deps);
  expect((await app.inject('/metrics')).statusCode).toBe(404);
  await app.close();
});

test('the port of the metrics serves them to everybody who reaches it, and the port of the server does not', async () => {
  const served = withMetrics(0, undefined);
  const app = await buildApp(served);
  const pool = () => ({ inUse: 3, idle: 2, waiting: 1, max: 8 });
  const server = await openMetrics(served, pool, READY, log);
  const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server?.port}${path}`, init);
  const answer = await at('/metrics');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const samples = readSamples(await answer.text());
  expect(samples.get('kippu_db_connections{state="in_use"}')).toBe(3);
  expect(samples.get('kippu_db_connections{state="idle"}')).toBe(2);
  expect(samples.get('kippu_db_waiting')).toBe(1);
  expect(samples.get('kippu_issuer_key_remaining_days')).toBeCloseTo(400, 0);
  expect(samples.get('kippu_timetable_generation')).toBe(0);
  expect(samples.get('kippu_timetable_age_seconds')).toBe(31 * 86_400 + 9 * 3600);
  expect(samples.get('kippu_timetable_remaining_days')).toBeGreaterThan(0);
  expect([...samples.keys()].filter((name) => name.startsWith('kippu_info'))).toHaveLength(1);
  expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  expect(samples.has('process_resident_memory_bytes')).toBe(true);
  expect((await at('/')).status).toBe(404);
  expect((await at('/metrics', { method: 'POST' })).status).toBe(405);
  expect((await app.inject('/metrics')).statusCode).toBe(404);
  await server?.close();
  await app.close();
});

test('the timetable ends with its last regular day, though an exceptional one is years later', async () => {
  const served = withMetrics(0, undefined);
  const { operator } = deps.timetable.current;
  const services = new Map(
    [...operator.services].map(([id, service]) => [
      id,
      { ...service, to: '2026-04-20', added: new Set(['2028-12-31']), removed: new Set<string>() },
    ]),
  );
  const timetable = {
    ...deps.timetable,
    current: { ...deps.timetable.current, operator: { ...operator, services, to: '2028-12-31' } },
  };
  const server = await openMetrics({ ...served, timetable }, undefined, READY, log);
  const samples = readSamples(await (await fetch(`http://127.0.0.1:${server?.port}/metrics`)).text());
  await server?.close();
  // From 09:00 on 1 April to the end of 20 April.
  expect(samples.get('kippu_timetable_remaining_days')).toBeCloseTo(19.625, 5);
});

/** A promise, and the function that resolves it. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

test.runIf(testServerUrl)(
  'the pool of PostgreSQL is counted while transactions use it and wait for it',
  async () => {
    const { db, pool, close } = await openOnServer(testServerUrl, { limits: TEST_LIMITS });
    const served = withMetrics(0, undefined);
    const server = await openMetrics(served, pool, READY, log);
    const samples = async () =>
      readSamples(await (await fetch(`http://127.0.0.1:${server?.port}/metrics`)).text());
    const most = (await samples()).get('kippu_db_connections_max') ?? 0;
    expect(most).toBeGreaterThanOrEqual(8);
    const [held, full] = [gate(), gate()];
    let begun = 0;
    const work = () =>
      db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx);
        begun += 1;
        if (begun === most) full.open();
        await held.opened;
      });
    const all = Array.from({ length: most + 3 }, work);
    await full.opened;
    const during = await samples();
    held.open();
    await Promise.all(all);
    const after = await samples();
    const state = (found: ReadonlyMap<string, number>) => [
      found.get('kippu_db_connections{state="in_use"}'),
      found.get('kippu_db_connections{state="idle"}'),
      found.get('kippu_db_waiting'),
    ];
    expect(state(during)).toEqual([most, 0, 3]);
    expect(state(after)).toEqual([0, most, 0]);
    await server?.close();
    await close();
  },
);

test('with a token, both ports answer only to it', async () => {
  const served = withMetrics(0, TOKEN);
  const app = await buildApp(served);
  const server = await openMetrics(served, undefined, READY, log);
  const onOwnPort = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const { status } = await fetch(`http://127.0.0.1:${server?.port}/metrics`, { headers });
    return status;
  };
  const onServer = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    return (await app.inject({ url: '/metrics', headers })).statusCode;
  };
  for (const ask of [onOwnPort, onServer]) {
    for (const wrong of [undefined, TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`])
      expect(await ask(wrong), wrong).toBe(401);
    expect(await ask(`Bearer ${TOKEN}`)).toBe(200);
  }
  const refused = await app.inject('/metrics');
  expect(refused.headers['www-authenticate']).toBe('Bearer');
  await server?.close();
  await app.close();
});

test('the queue is a gauge for each kind of job; while it cannot be read, the other metrics stay', async () => {
  const served = withMetrics(0, undefined);
  const at = new Date(deps.clock() - 90_000);
  await deps.db
    .insertInto('job')
    .values({
      job_id: 'a-job',
      kind: 'mail',
      topic: 'transferSent',
      job_key: null,
      account_id: null,
      payload: 'sealed',
      queued_at: at,
      run_at: at,
      expires_at: null,
      attempts: 0,
      dead_at: null,
      reason: null,
    })
    .execute();
  const errors: unknown[] = [];
  let isBroken = false;
  const db = new Proxy(served.db, {
    get: (target, name) => {
      if (isBroken) throw new Error('no database');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const server = await openMetrics({ ...served, db }, undefined, READY, {
    ...log,
    error: (line: unknown) => void errors.push(line),
  });
  const samples = async () =>
    readSamples(await (await fetch(`http://127.0.0.1:${server?.port}/metrics`)).text());
  const fine = await samples();
  expect(fine.get('kippu_queue_jobs{kind="mail"}')).toBe(1);
  expect(fine.get('kippu_queue_oldest_seconds{kind="mail"}')).toBe(90);
  expect(fine.get('kippu_queue_dead_jobs{kind="mail"}')).toBe(0);
  isBroken = true;
  const broken = await samples();
  expect([...broken.keys()].filter((name) => name.startsWith('kippu_queue_'))).toEqual([]);
  expect(broken.has('kippu_issuer_key_remaining_days')).toBe(true);
  expect(errors).toMatchObject([{ event: 'server.failed' }]);
  await server?.close();
  await deps.db.deleteFrom('job').execute();
});

test('each part of /readyz is a gauge, and a part that is named while it fails alone is gone afterwards', async () => {
  const served = withMetrics(0, undefined);
  let parts: Record<string, string> = { process: 'ok', clock: 'skewed', mail: 'degraded', queue: 'failed' };
  const server = await openMetrics(served, undefined, { state: async () => ({ ok: false, parts }) }, log);
  const ready = async () => {
    const text = await (await fetch(`http://127.0.0.1:${server?.port}/metrics`)).text();
    return Object.fromEntries([...readSamples(text)].filter(([name]) => name.startsWith('kippu_ready')));
  };
  expect(await ready()).toEqual({
    'kippu_ready{part="process"}': 1,
    'kippu_ready{part="clock"}': 0,
    'kippu_ready{part="mail"}': 1,
    'kippu_ready{part="queue"}': 0,
  });
  parts = { database: 'silent', clock: 'unknown' };
  expect(await ready()).toEqual({ 'kippu_ready{part="database"}': 0 });
  parts = { process: 'ok', clock: 'ok' };
  expect(await ready()).toEqual({ 'kippu_ready{part="process"}': 1, 'kippu_ready{part="clock"}': 1 });
  await server?.close();
});

test('a state that cannot be read is a fault of that scrape alone', async () => {
  const served = withMetrics(0, undefined);
  const errors: unknown[] = [];
  let isBroken = true;
  const pool = () => {
    if (isBroken) throw new Error('no pool');
    return { inUse: 0, idle: 0, waiting: 0, max: 8 };
  };
  const server = await openMetrics(served, pool, READY, {
    ...log,
    error: (line: unknown) => void errors.push(line),
  });
  const status = async () => (await fetch(`http://127.0.0.1:${server?.port}/metrics`)).status;
  expect(await status()).toBe(500);
  expect(errors).toMatchObject([{ event: 'server.failed', err: { message: 'no pool' } }]);
  isBroken = false;
  expect(await status()).toBe(200);
  await server?.close();
});
