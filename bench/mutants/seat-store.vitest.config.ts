// The tests that must notice a fault in the seat store or its SQL. The quick ones run first: the first failure ends the run.
// They need PostgreSQL: on the embedded database, which has one connection, nobody notices a missing lock.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The fault to plant, as run.mjs gives it. */
const FAULT: { file: string; from: number; to: number; becomes: string } | null = JSON.parse(
  process.env['SQL_FAULT'] ?? 'null',
);
const ROOT = resolve(import.meta.dirname, '../..');
const TESTS = [
  'reservation/store/seat-store',
  'platform/db/locks',
  'reservation/hold/seat-booking',
  'reservation/booked/seat-change',
  'reservation/store/known-faults',
  'reservation/hold/seat-model',
].map((test) => `apps/server/src/${test}.test.ts`);

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => TESTS.findIndex((test) => moduleId.endsWith(test));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'sql-fault',
      enforce: 'pre',
      transform: (code, id) =>
        FAULT && id === resolve(ROOT, FAULT.file)
          ? code.slice(0, FAULT.from) + FAULT.becomes + code.slice(FAULT.to)
          : undefined,
    },
  ],
  test: {
    include: TESTS,
    sequence: { sequencer: InOrder },
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
