// Prepares what the tests need, runs them and ends with 'N passed, N failed'. `node scripts/test.mjs` runs everything
// except `long`; `unit`, `db`, `e2e` and `long` are the parts.
import { lint, types } from './check.mjs';
import { needsNode } from './node.mjs';
import { install } from './prepare.mjs';
import {
  counts,
  databaseTests,
  end,
  journeys,
  pooledTests,
  releaseTests,
  step,
  unitTests,
} from './steps.mjs';

const buildPages = () => step('pages', 'node', 'scripts/prepare.mjs');

/** Needs neither a database server nor a browser. */
const unit = () => unitTests('unit', ['embedded', 'apart', 'screens']);

/** Makes tests try all their inputs, and journeys run in all their languages. */
const LONG = { LONG_TESTS: '1' };

/**
 * The browser journeys, and the main journey on the other railways of `operators/`.
 * @param {Readonly<Record<string, string>>} [env] settings of the tests
 */
async function allJourneys(env = {}) {
  await journeys(env);
  await journeys({ ...env, E2E_OPERATOR: 'alpine' });
}

const PARTS = {
  unit,
  db: databaseTests,
  e2e: async () => {
    await buildPages();
    await allJourneys();
  },
  /** Tests that are too slow for every change; run them before a release. */
  long: async () => {
    await unitTests('server on the embedded database', ['server'], LONG);
    await releaseTests();
    await pooledTests();
    await buildPages();
    await allJourneys(LONG);
    await step('a million mutated codes', 'node', 'bench/fuzz.ts');
    await step('50 gates, 1,000 events each', 'node', 'bench/gate-sync.ts');
    await step('kill -9 in storms of bookings', 'node', 'bench/crash.mjs');
    await step('release from a clean clone', 'node', 'scripts/release/try-release.mjs', '--clean');
    await step('the last release beside this one', 'node', 'scripts/release/try-upgrade.mjs');
    await step('restore', 'node', 'scripts/release/try-restore.mjs');
    await step('flash sale', 'node', 'bench/flash-sale.mjs');
    await step('each security claim broken', 'node', 'scripts/claims/check-claims.mjs', '--break');
    await step('mutants', 'node', 'bench/mutants/run.mjs');
  },
};

/** All of `npm test`. If the compiler or the linter fails, no test runs. */
async function all() {
  const checks = async () => {
    await lint();
    await buildPages();
    await step('browsers', 'node', 'scripts/check-browsers.mjs');
    await step('web size', 'node', 'scripts/check-web-size.mjs');
    await step('licenses', 'node', 'scripts/check-licenses.mjs');
  };
  await Promise.all([types(), checks()]);
  if (counts.failed > 0) return;
  await unit();
  await databaseTests();
  await step('release', 'node', 'scripts/release/try-release.mjs');
  await step('kill -9 in a storm of bookings', 'node', 'bench/crash.mjs', '1', '60');
  await allJourneys();
}

await needsNode();
await install();
const [name] = process.argv.slice(2);
const part = name === undefined ? all : PARTS[name];
if (!part) throw new Error(`${name} is no part of the tests: ${Object.keys(PARTS).join(', ')}`);
await part();
end();
