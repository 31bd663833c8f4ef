import { defineConfig } from 'vitest/config';

const everywhere = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // For what hangs: a busy machine takes several times as long for all that does not.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  teardownTimeout: 20_000,
  retry: 0,
  // A test left behind with .only would silently skip its neighbours.
  allowOnly: false,
};
const never = ['**/node_modules/**', 'build/**'];

/** What changes the clock, globals or the environment, or measures the process that it is in. */
const alone = [
  '{contract,web}/**/*.test.{ts,tsx}',
  'tests/faults/**/*.test.ts',
  'server/platform/**/*.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/postgres.ts'],
    // More than cores: a test waits for its database and its server some of the time.
    maxWorkers: 3,
    passWithNoTests: false,
    projects: [
      {
        test: {
          ...everywhere,
          name: 'alone',
          include: alone,
          exclude: never,
          // Most wait for a process that starts, ends or is silent.
          maxWorkers: 4,
          sequence: { shuffle: true, groupOrder: 0 },
        },
      },
      {
        test: {
          ...everywhere,
          name: 'api',
          include: ['{server,tests}/**/*.test.ts'],
          exclude: [...never, ...alone],
          // Each starts an app of its own; to load the whole server anew for it would take a second each time.
          isolate: false,
          sequence: { shuffle: true, groupOrder: 1 },
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['contract/**', 'server/**'],
      reportsDirectory: 'coverage',
    },
  },
});
