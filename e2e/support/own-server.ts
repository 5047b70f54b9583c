// A server of the test's own, the same as every other but for its clock, which the test moves on instead of sleeping.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { DESK_API_KEY, MANAGER } from './playwright.config.ts';
import { runServer } from './run-server.ts';

export interface OwnServer {
  readonly origin: string;
  /** Its now, epoch milliseconds. */
  readonly now: () => number;
  /** Moves its clock on by milliseconds; everything it has promised until then ages. */
  readonly moveOn: (milliseconds: number) => Promise<void>;
}

/** `test` of Playwright whose pages and requests go to a server of this worker's own, `server`. */
export const test = base.extend<object, { server: OwnServer }>({
  server: [
    // Playwright reads what a fixture needs from this parameter: nothing.
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
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.origin),
});
