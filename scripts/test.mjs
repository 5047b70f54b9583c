// `npm test`: gets what the tests need, runs them all, and ends with 'N passed, N failed'.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

if (!existsSync('node_modules/.package-lock.json') && !run('npm', ['ci', '--no-audit', '--no-fund']))
  process.exit(1);
step('structure', 'node', ['scripts/check-structure.mjs']);
step('types', 'npx', ['tsc', '--noEmit']);
step('lint', 'npx', ['oxlint', '--quiet']);
step('format', 'npx', ['prettier', '--check', '.', '--log-level', 'warn']);
vitest('pglite', []);
if (existsSync('server/src/db')) {
  const ok = await withPostgres((url) => vitest('postgres', ['server'], { TEST_DATABASE_URL: url }));
  if (!ok) failed += 1;
}
rmSync(work, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
