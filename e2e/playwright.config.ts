// Browser journeys in a real Chromium, on a phone, against the app as `npm start` serves it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const PORT = Number(process.env['E2E_PORT'] ?? 8471);
// Workers read this file again: they must all see the folder that the server was given.
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'kippu-e2e-'));
export const DESK_API_KEY = 'e2e-desk-key-0123456789';
/** A manager of the desk who has the password changed by whoever signs in first. */
export const MANAGER = { email: 'first-manager@kippu.example', password: 'Hozugawa-58-boat' };

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  // Each test has accounts and tickets of its own.
  fullyParallel: true,
  workers: 2,
  // Generous: the machine may be busy. No test waits for time itself to pass.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: '../var/e2e',
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    // It keeps the whole app on each new phone, a third of the run: journeys that open it without a network allow it.
    serviceWorkers: 'block',
    isMobile: true,
    locale: 'en-GB',
    // A visitor's phone: the app must show Tokyo's time all the same.
    timezoneId: 'America/New_York',
    // A trace of each test costs a sixth of the run: ask for one with --trace when a failure's snapshot is not enough.
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
      DESK_API_KEY,
      DESK_MANAGER: MANAGER.email,
      DESK_MANAGER_PASSWORD: MANAGER.password,
      LOG_LEVEL: 'warn',
    },
  },
});
