// Readiness, and calls while the database fails: 503 in time with Retry-After, and by themselves back afterwards.
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { onServer, openOnServer, TEST_LIMITS } from '../../../test/test-database.ts';
import { startPostgres } from '../../../test/programs.ts';
import { genCaptcha } from '@kippu/contract/routes/traveller/account';
import { ticketList } from '@kippu/contract/routes/traveller/ticket';
import { buildApp } from '../../app.ts';
import { newServer } from '../http/new-server.ts';
import { MAX_SKEW_MS } from './database-check.ts';
import { watchReadiness } from './health-routes.ts';
import { Readiness } from './readiness.ts';

/** Short, so that the test does not wait long. */
const LIMITS = { ...TEST_LIMITS, acquireMs: 400, answerMs: 400, firstAnswerMs: 600 };

const readyz = async (app: FastifyInstance) => {
  const { statusCode, body } = await app.inject('/readyz');
  return [statusCode, JSON.parse(body)] as const;
};
const OK = { process: 'ok', database: 'ok', clock: 'ok', keys: 'ok' };

describe('a process', () => {
  let deps: TestDeps;
  beforeAll(async () => {
    deps = await openTestDeps();
  });
  afterAll(() => deps.close());

  test('is ready, and not while its clock differs from the database’s', async () => {
    let offMs = 0;
    const app = await newServer({ ...deps, machineClock: () => Date.now() + offMs });
    expect(await readyz(app)).toEqual([200, { ok: true, parts: OK }]);
    for (offMs of [3 * MAX_SKEW_MS, -3 * MAX_SKEW_MS])
      expect(await readyz(app)).toEqual([503, { ok: false, parts: { ...OK, clock: 'skewed' } }]);
    offMs = MAX_SKEW_MS / 4;
    expect(await readyz(app)).toEqual([200, { ok: true, parts: OK }]);
    await app.close();
  });

  test('whose clock is wrong answers no call, from its start until it is right', async () => {
    let offMs = 3 * MAX_SKEW_MS;
    const app = await buildApp({ ...deps, machineClock: () => Date.now() + offMs });
    await (
      await watchReadiness(app)
    )();
    const answer = async (url: string) => {
      const { statusCode, headers, body } = await app.inject(url);
      return [statusCode, headers['retry-after'], /"code":"([^"]+)"/.exec(body)?.[1]];
    };
    expect(await answer(genCaptcha.path)).toEqual([503, '2', 'REQ-0010']);
    expect(await answer(ticketList.path)).toEqual([503, '2', 'REQ-0010']);
    expect(await answer('/healthz')).toEqual([200, undefined, undefined]);
    offMs = 0;
    await readyz(app);
    expect((await answer(genCaptcha.path))[0]).toBe(200);
    await app.close();
  });

  test('that stops is not ready, answers calls, and closes their connections', async () => {
    const app = await newServer(deps);
    expect((await app.inject('/healthz')).headers.connection).not.toBe('close');
    app.readiness.stop();
    expect(await readyz(app)).toEqual([503, { ok: false, parts: { ...OK, process: 'stopping' } }]);
    const { statusCode, headers } = await app.inject('/healthz');
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
    await app.close();
  });

  test('that stops logs no failure of its readiness', async () => {
    let log = '';
    let offMs = 3 * MAX_SKEW_MS;
    const config = { ...deps.config, logLevel: 'info' as const };
    const logStream = { write: (line: string) => void (log += line) };
    const app = await newServer({ ...deps, config, logStream, machineClock: () => Date.now() + offMs });
    await (
      await watchReadiness(app)
    )();
    expect(log).toContain('"clock":"skewed"');
    log = '';
    offMs = 0;
    app.readiness.stop();
    await (
      await watchReadiness(app)
    )();
    expect(log).toBe('');
    await app.close();
  });

  test('shares one check among probes, and names a check that fails or does not end', async () => {
    vi.useFakeTimers();
    const readiness = new Readiness();
    let runs = 0;
    readiness.add('a', async () => {
      runs += 1;
      return { a: 'ok', b: 'off' };
    });
    readiness.add('c', () => new Promise(() => undefined));
    readiness.add('d', async () => Promise.reject(new Error('a secret')));
    const states = Promise.all([readiness.state(), readiness.state()]);
    await vi.advanceTimersByTimeAsync(2_900);
    const state = { ok: false, parts: { process: 'ok', a: 'ok', b: 'off', c: 'silent', d: 'failed' } };
    expect(await states).toEqual([state, state]);
    expect(runs).toBe(1);
    vi.useRealTimers();
  });
});

describe.runIf(process.env['TEST_DATABASE_URL'])('while PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let deps: TestDeps;
  let app: FastifyInstance;
  let log = '';
  beforeAll(async () => {
    server = await startPostgres({ durable: false });
    deps = await openTestDeps(undefined, openOnServer(server.url, { limits: LIMITS }));
    const config = { ...deps.config, logLevel: 'info' as const };
    app = await buildApp({ ...deps, config, logStream: { write: (line) => void (log += line) } });
  });
  afterAll(async () => {
    await app.close();
    // Its tables are deleted with the server.
    await deps.db.destroy();
    server.close();
  });

  const read = () =>
    app.inject({
      method: ticketList.method,
      url: ticketList.path,
      headers: { authorization: `Bearer ${'a'.repeat(43)}` },
    });
  let callers = 0;
  /** Stores the captcha that it makes. Each comes from another line: one may ask for 60 in ten minutes, and a slow machine asks more often. */
  const write = () => {
    callers += 1;
    const remoteAddress = `10.${callers >> 8}.${callers & 255}.7`;
    return app.inject({ url: genCaptcha.path, remoteAddress });
  };
  const statuses = async () => [(await read()).statusCode, (await write()).statusCode];
  let normal: readonly number[];
  const backAgain = () =>
    vi.waitFor(
      async () => expect([await readyz(app), await statuses()]).toEqual([[200, expect.anything()], normal]),
      { timeout: 60_000 },
    );
  const expectRefused = async (answer: Awaited<ReturnType<typeof read>>) => {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(answer.json()).toMatchObject({ state: 'fail', code: 'REQ-0010', data: null });
    expect(answer.json().msg.length).toBeGreaterThan(10);
  };
  const expectNotReady = async (words: readonly string[]) => {
    const [status, { ok, parts }] = await readyz(app);
    expect([status, ok]).toEqual([503, false]);
    expect(words).toContain(parts.database);
  };

  test('works, calls are answered', async () => {
    normal = await statuses();
    expect(normal).toEqual([406, 200]);
    await backAgain();
  });

  test('is frozen, calls and the probe are refused in time, and served when it goes on', async () => {
    server.freeze();
    await Promise.all([expectRefused(await read()), expectRefused(await write())]);
    await expectNotReady(['silent', 'unreachable', 'busy']);
    expect(log).toMatch(/"database":"(silent|unreachable|busy)"/);
    server.thaw();
    await backAgain();
  });

  test('is killed, calls are refused until it is started again', async () => {
    await server.kill();
    await vi.waitFor(async () => expectNotReady(['unreachable', 'lost', 'stopping']), { timeout: 60_000 });
    await expectRefused(await read());
    await expectRefused(await write());
    server.start();
    await backAgain();
  });

  test('accepts no writes, it is not ready and writes are refused', async () => {
    await onServer(server.url, 'alter system set default_transaction_read_only = on');
    await onServer(server.url, 'select pg_reload_conf()');
    await vi.waitFor(() => expectNotReady(['readOnly']), { timeout: 60_000 });
    await expectRefused(await write());
    expect(log).toContain('"database":"readOnly"');
    await onServer(server.url, 'alter system reset default_transaction_read_only');
    await onServer(server.url, 'select pg_reload_conf()');
    await backAgain();
  });

  test('has no space left, writes are refused and the log says why', async () => {
    await sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(deps.db);
    await sql`create trigger full_disk before insert on captcha execute function full_disk()`.execute(
      deps.db,
    );
    await expectRefused(await write());
    expect(log).toContain('"database":"diskFull"');
    await expectNotReady(['diskFull']);
    await sql`drop trigger full_disk on captcha`.execute(deps.db);
    await backAgain();
  });

  test('is a standby, the process is not ready', async () => {
    server.becomeStandby();
    await vi.waitFor(() => expectNotReady(['standby']), { timeout: 60_000 });
    await expectRefused(await write());
  });
});
