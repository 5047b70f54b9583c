import { defineConfig } from 'vitest/config';

const testsOf = (folders: string) => `${folders}/src/**/*.test.{ts,tsx}`;
/** Puts a module in another's place, so it must be the first to load it. */
const REPLACES_A_MODULE = 'server/src/account/equal-work.test.ts';
/** Passwords are hashed slowly on purpose: `npm test` runs what mostly hashes once, on PostgreSQL. */
const MOSTLY_HASHES = 'server/src/account/{refusals,reset-password,login,log-off}.test.ts';
const shared = { testTimeout: 60_000, hookTimeout: 60_000 };
/** A third of the work less: the embedded database is compiled once for all files of a worker. */
const together = { ...shared, isolate: false };

export default defineConfig({
  test: {
    // Vitest would leave one core of two idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          include: [testsOf('server')],
          exclude: [REPLACES_A_MODULE, MOSTLY_HASHES],
          ...together,
        },
      },
      { test: { name: 'passwords', include: [MOSTLY_HASHES], ...together } },
      {
        test: {
          name: 'apart',
          include: [testsOf('{contract,domain,ticket-code,web,gate,desk}'), REPLACES_A_MODULE],
          ...shared,
        },
      },
    ],
  },
});
