// The tests that must notice a fault in the hooks that guard money and privacy. None of them opens the whole app.
import { defineConfig } from 'vitest/config';

/** The names of the test files, by folder. */
const TESTS = {
  account: ['use-secret-write'],
  app: [
    'account-memory',
    'api',
    'guest-call',
    'inactivity',
    'kept-answers',
    'kept-answers-storage',
    'queries',
    'session',
    'session-end',
    'token-hand-over',
    'use-write',
    'watch-inactivity',
  ],
  reservation: ['held-seats', 'held-seats-kept', 'use-seat-hold', 'use-time-left'],
  ticket: ['code-source', 'code-state', 'code-text', 'phone-codes', 'ticket-view', 'use-code'],
};

export default defineConfig({
  test: {
    include: Object.entries(TESTS).flatMap(([folder, names]) =>
      names.map((name) => `apps/web/src/${folder}/**/${name}.test.{ts,tsx}`),
    ),
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost/' } },
    setupFiles: ['./apps/web/test/setup.ts', './bench/mutants/short-waits.ts'],
    // A mutant that hangs fails its test before Stryker has to restart.
    testTimeout: 5_000,
    hookTimeout: 5_000,
  },
});
