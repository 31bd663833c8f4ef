import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,server,web,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'build/**'],
    globalSetup: ['tests/harness/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs: a busy machine takes several times as long for all that does not.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    retry: 0,
    sequence: { shuffle: true },
    // A test left behind with .only would silently skip its neighbours.
    allowOnly: false,
    passWithNoTests: false,
    coverage: {
      provider: 'v8',
      include: ['contract/**', 'server/**'],
      reportsDirectory: 'coverage',
    },
  },
});
