// The tests that must notice a fault in the gate.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/gate/src/**/*.test.ts'],
    setupFiles: ['bench/mutants/quick-pin.ts'],
    // Modules are loaded once for all files of a run.
    isolate: false,
    // A mutant that hangs fails its test before Stryker has to restart.
    testTimeout: 8_000,
  },
});
