// The tests that must notice a fault in the hooks that guard money and privacy. None of them opens the whole app.
import { defineConfig } from 'vitest/config';

const APP = [
  ...[
    'account-memory',
    'api',
    'guest-call',
    'inactivity',
    'kept-answers',
    'kept-answers-storage',
    'queries',
    'session',
    'session-end',
  ],
  ...['token-hand-over', 'use-write', 'watch-inactivity'],
];
const ACCOUNT = ['use-secret-write'];
const TICKET = ['code-source', 'code-state', 'code-text', 'phone-codes', 'ticket-view', 'use-code'];
const RESERVATION = ['held-seats', 'held-seats-kept', 'use-seat-hold', 'use-time-left'];

export default defineConfig({
  test: {
    include: [
      `account/**/{${ACCOUNT.join()}}`,
      `app/**/{${APP.join()}}`,
      `ticket/**/{${TICKET.join()}}`,
      `reservation/**/{${RESERVATION.join()}}`,
    ].map((files) => `apps/web/src/${files}.test.{ts,tsx}`),
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost/' } },
    setupFiles: ['./apps/web/test/setup.ts', './bench/mutants/short-waits.ts'],
    // A mutant that hangs fails its test before Stryker has to restart.
    testTimeout: 5_000,
    hookTimeout: 5_000,
  },
});
