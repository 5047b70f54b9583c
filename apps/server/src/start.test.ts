// The server process: unsafe or wrong settings stop its start with one line, and good production settings start it.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockDataDir } from './platform/db/data-dir/data-dir-lock.ts';
import { freePort } from '../test/programs.ts';
import { openPostgres } from './platform/db/open-database.ts';
import { DEMO_PASSWORD } from './platform/start/demo-people.ts';
import { readConfig } from './platform/start/config.ts';
import { startFault } from './platform/start/start-fault.ts';
import { startProcess, type Process } from '../test/start-process.ts';
import { testServerUrl } from '../test/test-database.ts';

const MAIN = 'apps/server/src/main.ts';
/** All that production needs; nothing listens at the database's address. */
const GOOD = {
  PUBLIC_ORIGIN: 'https://tickets.example',
  DATABASE_URL: 'postgres://kippu@127.0.0.1:1/kippu',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kippu-start-'));
});
const running: Process[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  rmSync(dir, { recursive: true });
});

/** Starts the server and waits until it is ready, or has ended: a start on a busy machine may take minutes. */
async function ready(env: Readonly<Record<string, string>>): Promise<Process & { readonly origin: string }> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const started = startProcess(MAIN, { DATA_DIR: join(dir, 'data'), PORT: port, ...env });
  running.push(started);
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  let code: number | null | undefined;
  void started.ended.then((ended) => (code = ended));
  while (!(await isReady())) {
    if (code !== undefined) throw new Error(`it ended with ${code}: ${started.stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { ...started, origin };
}

/** Starts the process, which must end with one line. Returns the line. */
async function refusal(env: Readonly<Record<string, string>>, file = MAIN): Promise<string> {
  const started = startProcess(file, { DATA_DIR: join(dir, 'data'), ...env });
  expect(await started.ended).toBe(1);
  const [line, ...more] = started.stderr().split('\n');
  expect(more, started.stderr()).toEqual(['']);
  expect(started.stdout()).toBe('');
  return line ?? '';
}

/** Returns the line that a start with these settings prints, without starting a process. */
function refusedSetting(env: Readonly<Record<string, string>>): string {
  try {
    readConfig({ DATA_DIR: join(dir, 'data'), ...env });
  } catch (error) {
    return `kippu: ${startFault(error, undefined)}`;
  }
  return 'no refusal';
}

const isProduction = '(this is production: PUBLIC_ORIGIN https://tickets.example is not loopback)';

describe('production refuses', () => {
  test.each([
    [
      'the embedded database, also without NODE_ENV',
      { PUBLIC_ORIGIN: GOOD.PUBLIC_ORIGIN, SMTP_URL: GOOD.SMTP_URL },
      `kippu: DATABASE_URL: must name a PostgreSQL server, because a power cut may damage the embedded database ${isProduction}`,
    ],
    [
      'the dev mailbox, also without NODE_ENV',
      { PUBLIC_ORIGIN: GOOD.PUBLIC_ORIGIN, DATABASE_URL: GOOD.DATABASE_URL },
      `kippu: SMTP_URL: must name a mail relay, because without it anybody can read mailed codes at /dev/mail ${isProduction}`,
    ],
    [
      'the demonstration',
      { ...GOOD, DEMO: '1' },
      `kippu: DEMO: must be 0, because it makes accounts whose passwords are published ${isProduction}`,
    ],
    [
      'plain HTTP at another host',
      { ...GOOD, PUBLIC_ORIGIN: 'http://192.0.2.7:8080' },
      'kippu: PUBLIC_ORIGIN: must begin with https://, because passwords and tickets are sent to it (this is production: PUBLIC_ORIGIN http://192.0.2.7:8080 is not loopback)',
    ],
    [
      'a bound address of the network with all the defaults of a demonstration',
      { HOST: '0.0.0.0' },
      'kippu: DATABASE_URL: must name a PostgreSQL server, because a power cut may damage the embedded database (this is production: PUBLIC_ORIGIN http://0.0.0.0:8080 is not loopback)',
    ],
    [
      'a bound address of the network, whatever the origin says',
      { HOST: '::', PUBLIC_ORIGIN: 'https://localhost', DATABASE_URL: GOOD.DATABASE_URL },
      'kippu: SMTP_URL: must name a mail relay, because without it anybody can read mailed codes at /dev/mail (this is production: HOST :: is not loopback)',
    ],
    [
      'NODE_ENV=production with the defaults',
      { NODE_ENV: 'production' },
      'kippu: DATABASE_URL: must name a PostgreSQL server, because a power cut may damage the embedded database (this is production: NODE_ENV is production)',
    ],
    [
      'the published password for its first manager',
      { ...GOOD, DESK_MANAGER: 'head@rail.example', DESK_MANAGER_PASSWORD: DEMO_PASSWORD },
      `kippu: DESK_MANAGER_PASSWORD: must not be the demonstration's password, which is published ${isProduction}`,
    ],
  ])('%s', (_what, env, line) => {
    expect(refusedSetting(env)).toBe(line);
  });

  test('a setting with one line of the process', async () => {
    expect(await refusal({ ...GOOD, DEMO: '1' })).toBe(
      `kippu: DEMO: must be 0, because it makes accounts whose passwords are published ${isProduction}`,
    );
  });
});

describe('any start refuses', () => {
  test('a folder that others use too', async () => {
    const shared = join(dir, 'shared');
    mkdirSync(shared);
    writeFileSync(join(shared, 'theirs'), '');
    chmodSync(shared, 0o755);
    expect(await refusal({ ...GOOD, DATA_DIR: shared })).toMatch(
      /^kippu: DATA_DIR: .* is used by others; name/,
    );
  });

  test('a folder that another process uses', async () => {
    const held = join(dir, 'held');
    const unlock = await lockDataDir(held);
    expect(await refusal({ DATA_DIR: held })).toBe(
      `kippu: DATA_DIR: another Kippu that is running uses ${held}; stop it first, or give this one a DATA_DIR of its own`,
    );
    await unlock();
  });

  test('a database where nothing answers', async () => {
    expect(await refusal(GOOD)).toBe(
      'kippu: DATABASE_URL: nothing answers at 127.0.0.1:1; start PostgreSQL there or correct the setting',
    );
  });

  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await refusal({ DEMO: '0', PORT: String(port) })).toBe(
      `kippu: PORT: ${port} is used by another process at 127.0.0.1; stop that one or choose another PORT`,
    );
    other.close();
  });
});

test('a process that stops says so before it stops listening, and answers calls meanwhile', async () => {
  const { origin, ...started } = await ready({ DEMO: '0', STOP_DELAY_SECONDS: '3' });
  const get = (path: string) => fetch(`${origin}${path}`).catch(() => undefined);
  const ended = started.stop();
  const stopping = await vi.waitFor(
    async () => {
      const answer = await get('/readyz');
      expect(answer?.status).toBe(503);
      return answer;
    },
    { timeout: 60_000 },
  );
  expect(await stopping?.json()).toMatchObject({ ok: false, parts: { process: 'stopping', database: 'ok' } });
  expect((await get('/healthz'))?.headers.get('connection')).toBe('close');
  expect(await ended).toBe(0);
  expect(await get('/healthz')).toBeUndefined();
});

/** The server itself: a process behind a pooler is tested by pooled.test.ts. */
const server = testServerUrl || undefined;

describe.skipIf(server === undefined)('with PostgreSQL', () => {
  const name = `start_${randomBytes(6).toString('hex')}`;
  const url = new URL(server ?? 'postgres://none');
  url.pathname = `/${name}`;
  const onServer = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  beforeAll(() => onServer(`create database ${name}`));
  afterAll(() => onServer(`drop database ${name} with (force)`));

  test('production refuses a demonstration’s accounts until they are closed, and a demonstration is refused afterwards', async () => {
    const demo = await ready({ DATABASE_URL: url.href, DEMO: '1' });
    // The server accepts requests before it prints the notice.
    await vi.waitFor(() => expect(demo.stdout()).toContain(DEMO_PASSWORD), { timeout: 60_000 });
    expect(await demo.stop()).toBe(0);

    const production = { ...GOOD, DATABASE_URL: url.href };
    expect(await refusal(production)).toBe(
      "kippu: the database holds demonstration accounts with the published password (demo@kippu.example, counter@kippu.example, editor@kippu.example, manager@kippu.example); close them with `node apps/server/src/commands/close-demo.ts`, run with the server's settings, and start again",
    );
    const closing = startProcess('apps/server/src/commands/close-demo.ts', {
      DATA_DIR: join(dir, 'data'),
      ...production,
    });
    expect(await closing.ended).toBe(0);
    expect(closing.stderr()).toBe('');
    expect(closing.stdout()).toBe(
      'Closed: demo@kippu.example, counter@kippu.example, editor@kippu.example, manager@kippu.example. Void: 12 tickets, 2 gate codes. Closed gates: 0.\n',
    );

    const real = await ready(production);
    expect(real.stderr()).toBe('');
    expect(statSync(join(dir, 'data', 'keys')).mode & 0o777).toBe(0o700);
    expect(await real.stop()).toBe(0);

    expect(await refusal({ DATABASE_URL: url.href, DEMO: '1' })).toMatch(
      /^kippu: DEMO: must be 0, because this database has been used in production since 20.*; give the demonstration/,
    );
    const { db, close } = await openPostgres(url.href);
    const open = await db.selectFrom('staff').select('email').where('closed_at', 'is', null).execute();
    await close();
    expect(open).toEqual([]);
  }, 240_000);
});
