// A call is one line of the log, with its route's pattern; a probe is a line only if it fails.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppError } from '../wire/app-error.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { newServer } from './new-server.ts';

type Line = Record<string, unknown>;

let deps: TestDeps;
let written = '';
let lineWritten: (() => void) | undefined;
const calls = (): Line[] =>
  written
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'call');

const serve = (db = deps.db) =>
  newServer({
    ...deps,
    db,
    config: { ...deps.config, logLevel: 'trace' },
    logStream: {
      write: (line) => {
        written += line;
        lineWritten?.();
      },
    },
  });

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(() => {
  written = '';
  lineWritten = undefined;
});

test('each call is one line: method, route, status, milliseconds, id of the request, and our code if it is refused', async () => {
  const app = await serve();
  app.get('/tickets/:id', async () => ({}));
  app.post('/tickets/:id', async () => {
    throw new AppError('TKT-0006');
  });
  const answers = [
    await app.inject('/tickets/504712345678?token=abc'),
    await app.inject({ method: 'POST', url: '/tickets/504712345678' }),
    await app.inject('/nowhere/504712345678'),
    await app.inject('/%ff/504712345678'),
  ];
  await app.close();
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  const line = { level: 30, ms: expect.any(Number), time: expect.any(String) };
  expect(calls()).toEqual(
    [
      { method: 'GET', path: '/tickets/:id', status: 200, reqId: ids[0] },
      { method: 'POST', path: '/tickets/:id', status: 422, code: 'TKT-0006', reqId: ids[1] },
      { method: 'GET', path: 'unknown', status: 404, code: 'REQ-0005', reqId: ids[2] },
      { method: 'GET', path: 'unknown', status: 400, code: 'REQ-0001', reqId: expect.any(String) },
    ].map((call) => expect.objectContaining({ ...line, ...call })),
  );
  expect(written).not.toContain('504712345678');
  expect(written).not.toMatch(/incoming request|request completed/);
});

test('a probe is a line only if it fails', async () => {
  const fine = await serve();
  for (const url of ['/healthz', '/readyz', '/healthz/', '/readyz?x=1']) await fine.inject(url);
  await fine.close();
  expect(written).toBe('');
  const broken = await openTestDeps();
  await broken.close();
  const app = await serve(broken.db);
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  await app.close();
  expect(calls()).toMatchObject([{ method: 'GET', path: '/readyz', status: 503 }]);
});

test('a call whose caller hangs up before the answer is a line too', async () => {
  const app = await serve();
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    app.get('/slow', async () => {
      resolve();
      await new Promise<void>((done) => (answer = done));
      return {};
    });
  });
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), hostname);
  const logged = new Promise<void>((resolve) => (lineWritten = () => calls().length > 0 && resolve()));
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked;
  socket.destroy();
  await once(socket, 'close');
  await logged;
  answer();
  await app.close();
  expect(calls()).toMatchObject([{ method: 'GET', path: '/slow', aborted: true }]);
  expect(calls()[0]).not.toHaveProperty('status');
});

test('the health probe answers with the version of package.json', async () => {
  const app = await serve();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect((await app.inject('/healthz')).json()).toEqual({ ok: true, version });
  await app.close();
});
