// `npm test`: gets what the tests need, runs them all, and ends with 'N passed, N failed'.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromiumPath } from './chromium.mjs';
import { withPostgres } from './postgres.mjs';
import { install } from './prepare.mjs';

const work = mkdtempSync(path.join(tmpdir(), 'kippu-test-'));
let passed = 0;
let failed = 0;
const run = (cmd, args, env = {}) =>
  spawnSync(cmd, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

/** Runs a command beside others, tells what it said when it has ended, and counts it; never rejects. */
const step = (name, cmd, ...args) =>
  new Promise((resolve) => {
    execFile(cmd, args, { maxBuffer: 1e8 }, (error, stdout, stderr) => {
      process.stdout.write(stdout + stderr);
      console.log(`${error ? 'FAILED' : 'ok'}: ${name}`);
      if (error) failed++;
      else passed++;
      resolve();
    });
  });

/** Runs vitest and adds its counts; a run that gives no report counts as a failure. */
function vitest(name, args, env) {
  const report = path.join(work, `${name}.json`);
  const ok = run(
    'npx',
    ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...args],
    // A thousand coloured dots are a long line in a log.
    { NO_COLOR: '1', ...env },
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

install();
await Promise.all([
  step('types', 'npx', 'tsc', '--noEmit'),
  (async () => {
    await step('structure', 'node', 'scripts/check-structure.mjs');
    await step('lint', 'npx', 'oxlint');
    await step('format', 'npx', 'prettier', '--check', '.', '--log-level', 'warn');
    await step('pages', 'node', 'scripts/prepare.mjs');
    await step('web size', 'node', 'scripts/check-web-size.mjs');
  })(),
]);
vitest('pglite', ['--project', 'server', '--project', 'apart']);
if (existsSync('server/src/db')) {
  const ok = await withPostgres((url) => vitest('postgres', ['server'], { TEST_DATABASE_URL: url }));
  if (!ok) failed += 1;
}
await step('kill -9 in a storm of bookings', 'node', '--import', 'tsx', 'bench/crash.mjs', '1', '60');
journeys();
rmSync(work, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
