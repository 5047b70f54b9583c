// Stryker's settings; run.mjs fills in the area by environment.
import path from 'node:path';

const {
  MUTANTS_FILES = '[]',
  MUTANTS_TESTS = '',
  MUTANTS_REPORT = '',
  MUTANTS_CONCURRENCY = '2',
} = process.env;

export default {
  plugins: [path.join(import.meta.dirname, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
  testRunner: 'vitest',
  vitest: { configFile: MUTANTS_TESTS, related: false },
  mutate: JSON.parse(MUTANTS_FILES),
  ignorePatterns: [
    '**/dist',
    'var',
    'e2e',
    'docs',
    'bench/*',
    '!bench/mutants',
    'bench/mutants/node_modules',
  ],
  coverageAnalysis: 'perTest',
  // A comparison of words in a message decides nothing.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  concurrency: Number(MUTANTS_CONCURRENCY),
  timeoutMS: 30_000,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: MUTANTS_REPORT },
  tempDirName: 'var/mutants/sandbox',
  allowEmpty: false,
};
