// `npm test`: gets what the tests need, runs them all, and ends with 'N passed, N failed'.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromiumPath } from './chromium.mjs';
import { withPostgres } from './postgres.mjs';

const work = mkdtempSync(path.join(tmpdir(), 'kippu-test-'));
let passed = 0;
let failed = 0;
const run = (cmd, args, env = {}) =>
  spawnSync(cmd, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

function step(name, cmd, args) {
  const ok = run(cmd, args);
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`);
  if (ok) passed++;
  else failed++;
}

/** Runs vitest and adds its counts; a run that gives no report counts as a failure. */
function vitest(name, args, env) {
  const report = path.join(work, `${name}.json`);
  const ok = run(
    'npx',
    ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...args],
    env,
  );
  if (!existsSync(report)) return void (failed += 1);
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  failed += numFailedTests;
  if (!ok && numFailedTests === 0) failed += 1;
  if (numPassedTests === 0) failed += 1;
}

/** Runs the browser journeys and adds their counts. */
function journeys() {
  const chromium = chromiumPath();
  if (!chromium) {
    console.log('FAILED: no Chromium for the browser journeys; apt-get install chromium');
    failed += 1;
    return;
  }
  const report = path.join(work, 'journeys.json');
  const ok = run('npx', ['playwright', 'test', '--config', 'e2e', '--reporter=line,json'], {
    CHROMIUM_PATH: chromium,
    E2E_DATA_DIR: path.join(work, 'e2e'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  if (!existsSync(report)) return void (failed += 1);
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, 'utf8')).stats;
  passed += expected;
  failed += unexpected + flaky;
  if (expected === 0 || (!ok && unexpected + flaky === 0)) failed += 1;
}

if (!existsSync('node_modules/.package-lock.json') && !run('npm', ['ci', '--no-audit', '--no-fund']))
  process.exit(1);
step('structure', 'node', ['scripts/check-structure.mjs']);
step('types', 'npx', ['tsc', '--noEmit']);
step('lint', 'npx', ['oxlint', '--quiet']);
step('format', 'npx', ['prettier', '--check', '.', '--log-level', 'warn']);
step('web build', 'npx', ['vite', 'build', 'web', '--logLevel', 'warn']);
step('web size', 'node', ['scripts/check-web-size.mjs']);
// Passwords are hashed slowly on purpose: what mostly hashes runs once, on PostgreSQL below.
vitest('pglite', ['--exclude', 'server/src/account/{refusals,reset-password,login,log-off}.test.ts']);
if (existsSync('server/src/db')) {
  const ok = await withPostgres((url) => vitest('postgres', ['server'], { TEST_DATABASE_URL: url }));
  if (!ok) failed += 1;
}
step('kill -9 in a storm of bookings', 'node', ['--import', 'tsx', 'bench/crash.mjs', '1', '60']);
journeys();
rmSync(work, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
