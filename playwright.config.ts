import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './scripts/chromium.ts';

const isRoot = process.getuid?.() === 0;

/** Launch options for the browser at `path`, without background services that use the network. */
const launched = (path: string | undefined) => ({
  executablePath: path,
  args: [
    // Chromium can't use its sandbox as root.
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Optimizing compilers take a seventh of the run time and never pay off in such short pages.
    '--js-flags=--no-opt,--no-maglev',
  ],
});

/** These need the PDF viewer or notifications, which only the full browser has. */
const wholeBrowser = /(viewing|push)\.spec\.ts$/;

export default defineConfig({
  globalSetup: './tests/harness/fresh-build.ts',
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // More workers than cores: a test spends half its time waiting for its server and the network.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Only failures wait this long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Otherwise axe and screenshots would catch animations midway.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording takes a fifth of the run time: use `npx playwright test --trace retain-on-failure` to get one.
    trace: 'off',
  },
  projects: [
    {
      name: 'shell',
      testIgnore: wholeBrowser,
      use: { launchOptions: launched(findHeadlessShell() ?? findChromium()) },
    },
    {
      name: 'browser',
      testMatch: wholeBrowser,
      use: { launchOptions: launched(findChromium()) },
    },
  ],
});
