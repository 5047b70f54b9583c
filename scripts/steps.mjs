// The steps of a script: each is a command that passes or fails, or a test run with its own counts.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromiumPath } from './programs/chromium.mjs';
import { startPgBouncer } from './programs/pgbouncer.mjs';
import { installPostgresReleases } from './programs/postgres-releases.mjs';
import { withPostgres } from './programs/postgres.mjs';

/** @typedef {Readonly<Record<string, string>>} Env */

/** How many steps and tests passed and failed so far. */
export const counts = { passed: 0, failed: 0 };

/** Prints the counts and ends the process: exit code 1 when anything failed. */
export function end() {
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed > 0 ? 1 : 0);
}

/**
 * Runs a command and prints its output once it has ended, so that commands side by side do not mix their lines.
 * @param {string} cmd
 * @param {readonly string[]} args
 * @param {Env} env settings beside those of this process
 * @returns {Promise<boolean>} whether it ended with exit code 0
 */
function run(cmd, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(cmd, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    /** @type {Buffer[]} */
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

/**
 * Counts a finished step and prints its result.
 * @param {string} name
 * @param {{ passed: number, failed: number }} result
 * @param {number} began its start, from `performance.now()`
 */
function add(name, { passed, failed }, began) {
  counts.passed += passed;
  counts.failed += failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const many = passed + failed > 1 ? `: ${passed} passed, ${failed} failed` : '';
  console.log(`${failed > 0 ? 'FAILED' : 'ok'}: ${name}${many} (${seconds} s)`);
}

/**
 * Runs a command and counts it as one.
 * @param {string} name what the log calls it
 * @param {string} cmd
 * @param {string[]} args
 */
export async function step(name, cmd, ...args) {
  const began = performance.now();
  const ok = await run(cmd, args);
  add(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, began);
}

/**
 * Runs tests that write a report in JSON and adds its counts. A missing report, no test at all, and an exit code that the
 * counts do not explain are one failure.
 * @template Report
 * @param {string} name what the log calls it
 * @param {(file: string) => { args: readonly string[], env: Env }} how the command of `npx` that writes the report to `file`
 * @param {(report: Report) => { passed: number, failed: number }} read reads the counts of the report
 */
async function tests(name, how, read) {
  const began = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const { args, env } = how(file);
    const ok = await run('npx', args, env);
    const { passed, failed } = existsSync(file)
      ? read(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failed: 0 };
    const unexplained = passed === 0 || (!ok && failed === 0) ? 1 : 0;
    add(name, { passed, failed: failed + unexplained }, began);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs projects of vitest.config.ts.
 * @param {string} name what the log calls it
 * @param {readonly string[]} projects
 * @param {Env} [env] settings of the tests
 */
export const unitTests = (name, projects, env = {}) =>
  tests(
    name,
    (file) => ({
      args: [
        'vitest',
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      // A thousand coloured dots are a long line in a log.
      env: { NO_COLOR: '1', ...env },
    }),
    (/** @type {{ numPassedTests: number, numFailedTests: number }} */ report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
    }),
  );

/** Runs the server's tests on a PostgreSQL of their own. */
export async function databaseTests() {
  const began = performance.now();
  const ran = await withPostgres(
    (url) => unitTests('server on PostgreSQL', ['server'], { TEST_DATABASE_URL: url }),
    { durable: false },
  );
  if (!ran) add('PostgreSQL', { passed: 0, failed: 1 }, began);
}

/** Runs the server's tests on each supported release of PostgreSQL, one after the other. */
export async function releaseTests() {
  let installed;
  try {
    installed = installPostgresReleases();
  } catch (error) {
    console.error(`PostgreSQL's releases: ${error instanceof Error ? error.message : error}`);
    return add('PostgreSQL 15 to 18', { passed: 0, failed: 1 }, performance.now());
  }
  const { releases, remove } = installed;
  try {
    for (const { major, bin } of releases) {
      const began = performance.now();
      process.env.POSTGRES_BIN = bin;
      const name = `server on PostgreSQL ${major}`;
      const ran = await withPostgres((url) => unitTests(name, ['server'], { TEST_DATABASE_URL: url }), {
        durable: false,
      });
      if (!ran) add(name, { passed: 0, failed: 1 }, began);
    }
  } finally {
    delete process.env.POSTGRES_BIN;
    remove();
  }
}

/** Runs the server's tests through PgBouncer in transaction mode, on a PostgreSQL of their own. */
export async function pooledTests() {
  const began = performance.now();
  const ran = await withPostgres(
    async (url) => {
      const pooler = await startPgBouncer(url);
      try {
        await unitTests('server behind PgBouncer', ['server'], {
          TEST_DATABASE_URL: pooler.url,
          TEST_DATABASE_POOLER: 'transaction',
          TEST_DATABASE_DIRECT_URL: url,
        });
      } finally {
        await pooler.close();
      }
    },
    { durable: false },
  );
  if (!ran) add('PgBouncer', { passed: 0, failed: 1 }, began);
}

/**
 * Runs the browser journeys. A journey that passes only when it is repeated counts as failed.
 * @param {Env} [env] settings of the tests
 */
export async function journeys(env = {}) {
  const name = env.E2E_OPERATOR ? `browser journey on ${env.E2E_OPERATOR}` : 'browser journeys';
  const chromium = chromiumPath();
  if (!chromium) {
    console.log('There is no Chromium for the browser journeys: apt-get install chromium');
    add(name, { passed: 0, failed: 1 }, performance.now());
    return;
  }
  const data = mkdtempSync(path.join(tmpdir(), 'kippu-e2e-'));
  try {
    await tests(
      name,
      (file) => ({
        args: ['playwright', 'test', '--config', 'e2e', '--reporter=dot,json'],
        env: { ...env, CHROMIUM_PATH: chromium, E2E_DATA_DIR: data, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      }),
      (/** @type {{ stats: { expected: number, unexpected: number, flaky: number } }} */ { stats }) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
      }),
    );
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
