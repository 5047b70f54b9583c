// The tests that must notice a fault in the code on the screen.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/ticket-code/src/**/*.test.ts'],
    setupFiles: ['bench/mutants/left-out.ts'],
    // Fewer mutated codes than usual: twenty thousand take most of a run.
    env: { KIPPU_FUZZ: '1000' },
    // Modules are loaded once for all files of a run.
    isolate: false,
    testTimeout: 60_000,
  },
});
