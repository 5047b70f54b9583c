// Browser tests in a real Chromium on a phone's screen, against the app as `npm start` serves it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { openSettings } from '../apps/server/src/platform/operator/files/operator-settings.ts';
import { OPERATOR, OPERATOR_DIR } from './support/server/operator.ts';
import { makeIssuerKey } from './support/server/issuer-keys.ts';

// Each worker reads this file, and computes the railway's dates.
openSettings(OPERATOR_DIR);
const PORT = Number(process.env['E2E_PORT'] ?? 8471);
// Workers read this file again, and must all see the server's folder.
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'kippu-e2e-'));
makeIssuerKey(process.env['E2E_DATA_DIR']);
// Chooses the variants of this run (`support/walked-in.ts`). Workers must see the same day, also after midnight.
process.env['E2E_DAY'] ??= String(Math.floor(Date.now() / 86_400_000));
export const DESK_API_KEY = 'e2e-desk-key-0123456789';
/** A manager of the desk. The first person to sign in must change the password. */
export const MANAGER = { email: 'first-manager@kippu.example', password: 'Hozugawa-58-boat' };

export default defineConfig({
  testDir: '.',
  // On another railway only the main journey runs: the other tests name stations and products of the demonstration.
  testMatch: OPERATOR === 'kansai' ? '*.e2e.ts' : 'main-journey.e2e.ts',
  // Each test has its own accounts and tickets.
  fullyParallel: true,
  // While one of them waits for a server or a screen, two keep two cores busy.
  workers: 3,
  // A long timeout, because the machine may be busy. No test waits for real time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: '../var/e2e',
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 360, height: 740 },
    // A fourth of a phone's pixels to draw: nothing that the journeys check depends on them.
    deviceScaleFactor: 1,
    hasTouch: true,
    // The service worker caches the whole app on each new phone, which takes a third of the run. Tests that go offline enable
    // it.
    serviceWorkers: 'block',
    isMobile: true,
    locale: 'en-GB',
    // A visitor's phone. The app must show Tokyo's time all the same.
    timezoneId: 'America/New_York',
    // Traces take a sixth of the run. Use --trace if a failure's snapshot is not enough.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: join(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 240_000,
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env['E2E_DATA_DIR'],
      OPERATOR_DIR,
      DESK_API_KEY,
      DESK_MANAGER: MANAGER.email,
      DESK_MANAGER_PASSWORD: MANAGER.password,
      LOG_LEVEL: 'warn',
    },
  },
});
