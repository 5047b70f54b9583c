import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,domain,ticket-code,server,web,gate,desk}/src/**/*.test.{ts,tsx}'],
    // Vitest would leave one core of two idle.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
