import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const testsOf = (folders: string) => `${folders}/{src,test}/**/*.test.{ts,tsx}`;
/** Put a module in another's place, so they must be the first to load it. */
const REPLACES_A_MODULE =
  'apps/server/src/{account/login/equal-work,account/password/slow-passwords,partner/{orders/lock-order,webhooks/rebinding},platform/push/push-address,reservation/mails/eve-hours}.test.ts';
/** Hashes passwords for real. All other server tests use a stand-in for the package, without its cost. */
const REAL_PASSWORDS = 'apps/server/src/account/password-crypto/hash-password.test.ts';
const QUICK_PASSWORDS = {
  alias: { '@node-rs/argon2': join(import.meta.dirname, 'apps/server/test/quick-argon2.ts') },
};
/**
 * What differs between PostgreSQL and the embedded database: opening it, its folder and lock, migrations, the driver with its
 * pipeline, transactions that roll back or keep what was written, the start of the process, and the rows that forbid a double
 * sale. `npm test` runs these on both, and all other server tests on PostgreSQL only, which production uses. The browser
 * journeys run on the embedded database; `npm run test:long` runs all server tests on it.
 */
const ON_BOTH_DATABASES = [
  'apps/server/src/demo/seed-demo.test.ts',
  'apps/server/src/platform/calls/bind-guest.test.ts',
  'apps/server/src/platform/db/**/*.test.ts',
  'apps/server/src/reservation/store/*.test.ts',
  'apps/server/src/reservation/hold/seat-booking.test.ts',
  'apps/server/src/transfer/*.test.ts',
];
/** Without TEST_DATABASE_URL every server test runs on the embedded database, each in one project. */
const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);
/** Screens and hooks, rendered in a page without a browser. */
const SCREENS = 'apps/{web,desk,gate,board}/src/**/*.test.tsx';
/** What a process or a page sets once when it starts. */
const RAILWAY = ['./packages/domain/test/our-railway.ts', './packages/words/test/demo-railway.ts'];
/** Longer than a minute, which a test waits for one thing on a busy machine. */
const shared = { testTimeout: 180_000, hookTimeout: 180_000, setupFiles: RAILWAY };
/** A third of the work less: the embedded database is compiled once for all files of a worker. */
const together = { ...shared, isolate: false };

export default defineConfig({
  test: {
    // Vitest would leave one core of two idle.
    maxWorkers: '100%',
    projects: [
      {
        resolve: QUICK_PASSWORDS,
        test: {
          name: 'server',
          include: [testsOf('apps/server')],
          exclude: [REPLACES_A_MODULE, REAL_PASSWORDS, ...(onPostgres ? [] : ON_BOTH_DATABASES)],
          ...together,
        },
      },
      {
        resolve: QUICK_PASSWORDS,
        test: { name: 'embedded', include: ON_BOTH_DATABASES, env: { TEST_DATABASE_URL: '' }, ...together },
      },
      {
        test: {
          name: 'apart',
          include: [
            testsOf('packages/*'),
            testsOf('apps/{web,gate,desk,board}'),
            'packages/page-build/*.test.ts',
            'deploy/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            REPLACES_A_MODULE,
            REAL_PASSWORDS,
          ],
          exclude: [SCREENS],
          ...shared,
        },
      },
      {
        test: {
          name: 'screens',
          include: [SCREENS],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://localhost/' } },
          ...shared,
          setupFiles: [...RAILWAY, './apps/web/test/setup.ts'],
        },
      },
    ],
  },
});
