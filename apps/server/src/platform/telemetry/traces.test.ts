// Traces: a receiver on this machine sees the span of a call with its route and those of its transactions, and no id in them.
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { seatClient, seedSeats } from '../../../test/reservation/seat-client.ts';
import { inTransaction } from '../db/database.ts';
import { keepRunning, type Outcome } from '../jobs/job-runner.ts';
import { openTraces, type Traces } from './traces.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

let deps: TestDeps;
let receiver: Server;
let endpoint: string;
let bodies: string[] = [];
let traces: Traces;
const reported: unknown[] = [];
/** The receiver takes traces with its key only. */
const KEY = 's3cret';

const sent = (): Sent[] => bodies.map((body) => JSON.parse(body) as Sent);
const spans = (): SentSpan[] =>
  sent().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const attributesOf = ({ attributes }: Pick<SentSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

beforeAll(async () => {
  deps = await openTestDeps();
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    if (isTraces && request.headers['api-key'] === KEY) bodies.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await deps.close();
});
beforeEach(() => {
  bodies = [];
  traces = openTraces(
    { endpoint, share: 1, headers: { 'api-key': KEY } },
    { trustedProxies: 'loopback' },
    (error) => reported.push(error),
  );
});
afterEach(() => traces.close());

test('a booking is spans of its calls by route, with their transactions below, and no id in any', async () => {
  let log = '';
  const logStream = { write: (line: string) => void (log += line) };
  const config = { ...deps.config, logLevel: 'info' as const };
  const app = await buildApp({ ...deps, traces, config, logStream });
  await seedSeats(deps.db, deps.operator, deps.clock());
  const traveller = await seatClient(app, deps.db, 'a0', deps.clock());
  const reservationId = await traveller.book(['in'], ['4-1A']);
  const refused = await traveller.post('seatSave', { holdId: 'hold-of-nobody' });
  // No page either: the built pages, if there are any, answer only GET.
  await app.inject({ method: 'POST', url: '/nowhere/a-secret-id?email=hanako@example.jp' });
  await app.inject('/healthz');
  await app.close();
  await traces.close();

  expect(reservationId).toMatch(/^[0-9a-f-]{36}$/);
  expect(refused.code).toBe('SEAT-0008');
  const all = spans();
  const SEAT = '/jtr-jwqs-app/guest/seat/info';
  expect(
    all.filter(({ parentSpanId = '' }) => parentSpanId === '').map((span) => [span.name, attributesOf(span)]),
  ).toEqual(
    [
      ['seatHold', 200],
      ['seatSave', 200],
      ['seatSave', 422, 'SEAT-0008'],
      ['unknown', 404, 'REQ-0005'],
    ].map(([call, status, code]) => {
      const [method, route] = call === 'unknown' ? ['any', 'unknown'] : ['POST', `${SEAT}/${call}`];
      return [
        `${method} ${route}`,
        {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          ...(code === undefined ? {} : { 'error.type': code }),
        },
      ];
    }),
  );
  const hold = all.find(({ name }) => name.endsWith('/seatHold'));
  const below = all.filter(({ parentSpanId }) => parentSpanId === hold?.spanId);
  expect(below.map((span) => [span.name, span.traceId, attributesOf(span)])).toEqual([
    ['transaction', hold?.traceId, { 'db.system.name': 'postgresql' }],
  ]);
  expect(all.filter(({ status }) => status.code === 2)).toEqual([]);
  const [first] = sent();
  expect(attributesOf(first?.resourceSpans[0]?.resource ?? { attributes: [] })).toMatchObject({
    'service.name': 'kippu',
    'service.version': expect.stringMatching(/^\d/),
  });
  for (const personal of [
    reservationId,
    'a-secret-id',
    'hanako',
    '"a0"',
    '4-1A',
    'hold-of-nobody',
    '127.0.0.1',
  ])
    expect(bodies.join(), personal).not.toContain(personal);
  const line = log.split('\n').find((each) => each.includes('/seatHold'));
  expect(JSON.parse(line ?? '')).toMatchObject({ msg: 'call', traceId: hold?.traceId });
});

test('a job is a span of its own with its transactions below, in no trace of the call that wakes it', async () => {
  const ends: Outcome[] = [{ end: 'done' }, { end: 'refused', reason: 'by the test' }];
  const stop = keepRunning(
    { ...deps, report: () => undefined, failed: (error) => reported.push(error) },
    deps.queue,
    [
      {
        kind: 'mail',
        atOnce: 1,
        run: async () => {
          await inTransaction(deps.db, (trx) => trx.selectFrom('job').select('kind').execute());
          return ends.shift() ?? { end: 'done' };
        },
        probe: async () => ({ end: 'done' }),
        remains: () => null,
      },
    ],
  );
  const app = await buildApp({ ...deps, traces });
  const url = '/jtr-jwqs-app/open/account/info/sendVerifyCode';
  for (const email of ['first@example.jp', 'second@example.jp'])
    await app.inject({ method: 'POST', url, payload: { email, purpose: 'registry' } });
  await expect
    .poll(() => deps.db.selectFrom('job').select('reason').where('reason', 'is not', null).execute())
    .toEqual([{ reason: 'by the test' }]);
  await stop();
  await app.close();
  await traces.close();
  await deps.db.deleteFrom('job').execute();

  const all = spans();
  const jobs = all.filter(({ name }) => name.startsWith('job '));
  const attributes = { 'kippu.job.kind': 'mail', 'kippu.job.topic': 'registry' };
  expect(
    jobs.map((span) => [span.name, span.parentSpanId ?? '', span.status.code === 2, attributesOf(span)]),
  ).toEqual([
    ['job mail', '', false, { ...attributes, 'kippu.job.end': 'done' }],
    ['job mail', '', true, { ...attributes, 'kippu.job.end': 'refused' }],
  ]);
  for (const job of jobs) {
    const below = all.filter(({ parentSpanId }) => parentSpanId === job.spanId);
    expect(below.map(({ name, traceId }) => [name, traceId])).toEqual([['transaction', job.traceId]]);
  }
  const calls = all.filter(({ name }) => name === `POST ${url}`);
  expect(calls).toHaveLength(2);
  for (const { spanId, traceId } of calls)
    expect(all.filter((span) => span.traceId === traceId && span.parentSpanId !== spanId)).toHaveLength(1);
  expect(reported).toEqual([]);
});

test('traceparent counts from a trusted proxy alone', async () => {
  const app = await buildApp({ ...deps, traces });
  const [theirs, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { traceparent: `00-${theirs}-${parent}-01` };
  const url = '/uw-auth-center/auth/genWork';
  await app.inject({ url, headers, remoteAddress: '127.0.0.1' });
  await app.inject({ url, headers, remoteAddress: '198.51.100.7' });
  await app.close();
  await traces.close();
  const calls = spans().filter(({ name }) => name === `GET ${url}`);
  expect(calls.map(({ traceId, parentSpanId = '' }) => [traceId === theirs, parentSpanId])).toEqual([
    [true, parent],
    [false, ''],
  ]);
});

test('a receiver that is down is reported once, and stops neither calls nor the end of the process', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const errors: unknown[] = [];
  const lost = openTraces(
    { endpoint: `http://127.0.0.1:${port}`, share: 1, headers: {} },
    { trustedProxies: 'loopback' },
    (error) => errors.push(error),
  );
  const app = await buildApp({ ...deps, traces: lost });
  expect((await app.inject('/uw-auth-center/auth/genWork')).statusCode).toBe(200);
  await app.close();
  await lost.close();
  expect(errors.length).toBeLessThanOrEqual(1);
});

test('OpenTelemetry is imported by one file, which only the start imports, when it is asked for', () => {
  const folder = join(import.meta.dirname, '../..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const having = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(folder, file), 'utf8')));
  expect(having(/from '@opentelemetry\//)).toEqual(['platform/telemetry/traces.ts']);
  expect(having(/^import (?!type )[^;]*\/traces\.ts'/m)).toEqual([]);
  expect(having(/import\('[^']*\/traces\.ts'\)/)).toEqual(['main.ts']);
});
