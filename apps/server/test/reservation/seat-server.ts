// The server for tests of seats: one for each file, with new tables and tickets before each test.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { emptyTables } from '../test-database.ts';
import { openTestDeps, type TestDeps } from '../app-context.ts';
import { seatClient, seedSeats, type SeatClient } from './seat-client.ts';

/** An hour and a quarter before train 14 leaves. */
export const START = Date.parse('2026-04-01T09:00:00+09:00');

interface SeatServer {
  /** The running server's; available in hooks and tests only. */
  readonly deps: TestDeps;
  /** Signs an account in at the test clock's time. */
  readonly enter: (accountId: string) => Promise<SeatClient>;
}

/** Registers the server's hooks in a test file, before the file's own. Its clock is at START when a test begins. */
export function seatServer(): SeatServer {
  let open: { readonly deps: TestDeps; readonly app: FastifyInstance } | undefined;
  const running = () => {
    if (!open) throw new Error('the server runs inside hooks and tests only');
    return open;
  };
  beforeAll(async () => {
    const deps = await openTestDeps(START);
    open = { deps, app: await buildApp(deps) };
  });
  afterAll(async () => {
    await running().app.close();
    await running().deps.close();
  });
  beforeEach(async () => {
    const { deps } = running();
    deps.advance(START - deps.clock());
    await emptyTables(deps.db);
    await seedSeats(deps.db, deps.operator, START);
  });
  return {
    get deps() {
      return running().deps;
    },
    enter: (accountId) => seatClient(running().app, running().deps.db, accountId, running().deps.clock()),
  };
}
