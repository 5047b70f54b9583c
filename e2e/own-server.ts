// A server of the test's own, the same as every other but for its clock, which the test moves on instead of sleeping.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { DESK_API_KEY } from './playwright.config.ts';

const ROOT = join(import.meta.dirname, '..');

export interface OwnServer {
  readonly origin: string;
  /** Its now, epoch milliseconds. */
  readonly now: () => number;
  /** Moves its clock on by milliseconds; everything it has promised until then ages. */
  readonly moveOn: (milliseconds: number) => Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** What such a server is told beside its port and folder; a test file may say otherwise by `test.use`. */
type Told = Readonly<Record<string, string>>;

function startServer(port: number, dataDir: string, told: Told): ChildProcess {
  const clock = join(import.meta.dirname, 'move-clock.mjs');
  return spawn(process.execPath, ['--import', 'tsx', '--import', clock, 'server/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...told,
    },
  });
}

/** `test` of Playwright whose pages and requests go to a server of this worker's own, `server`. */
export const test = base.extend<object, { server: OwnServer; told: Told }>({
  told: [
    { DESK_API_KEY, LOG_LEVEL: 'warn', DEMO: '1' },
    { scope: 'worker', option: true },
  ],
  server: [
    async ({ told }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'kippu-e2e-own-'));
      const port = await freePort();
      const child = startServer(port, dataDir, told);
      const exited = once(child, 'exit');
      try {
        // The demo's notice is printed when it listens.
        const ended = exited.then(() => Promise.reject(new Error('the server did not start')));
        if (!child.stdout) throw new Error('the server has no output');
        await Promise.race([once(child.stdout, 'data'), ended]);
        ended.catch(() => undefined);
        let ahead = 0;
        await use({
          now: () => Date.now() + ahead,
          origin: `http://127.0.0.1:${port}`,
          moveOn: async (milliseconds) => {
            const moved = once(child, 'message');
            child.send(milliseconds);
            [ahead] = (await moved) as [number];
          },
        });
      } finally {
        child.kill('SIGTERM');
        await exited;
        await rm(dataDir, { recursive: true });
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.origin),
});
