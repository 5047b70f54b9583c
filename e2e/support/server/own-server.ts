// A server for the tests of one worker. Its clock can be moved, so that the test need not sleep.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { DESK_API_KEY, MANAGER } from '../../playwright.config.ts';
import { runServer } from './run-server.ts';

export interface OwnServer {
  readonly origin: string;
  /** The server's time in epoch milliseconds. */
  readonly now: () => number;
  /** Moves the server's clock forward by milliseconds, which ages its data. */
  readonly moveOn: (milliseconds: number) => Promise<void>;
}

/** Playwright's `test` with pages and requests that go to this worker's own server, `server`. */
export const test = base.extend<object, { server: OwnServer }>({
  server: [
    // Playwright reads from this parameter which fixtures are needed. This one needs none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'kippu-e2e-own-'));
      const { origin, moveOn, stop } = await runServer({
        dataDir,
        clockAhead: 0,
        env: {
          DESK_API_KEY,
          DESK_MANAGER: MANAGER.email,
          DESK_MANAGER_PASSWORD: MANAGER.password,
          DEMO: '1',
        },
      });
      let ahead = 0;
      try {
        await use({
          now: () => Date.now() + ahead,
          origin,
          moveOn: async (milliseconds) => {
            ahead = await moveOn(milliseconds);
          },
        });
      } finally {
        await stop();
        await rm(dataDir, { recursive: true });
      }
    },
    // Longer than a server may take to start, so that its own error is reported.
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ server }, use) => use(server.origin),
});
