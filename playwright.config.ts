import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './scripts/chromium.ts';

const isRoot = process.getuid?.() === 0;

/** Launch options for the browser at `path`, without the services that call out by themselves. */
const launched = (path: string | undefined) => ({
  executablePath: path,
  args: [
    // Chromium refuses its sandbox to root.
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** These need the PDF viewer or notifications, which only the full browser has. */
const wholeBrowser = /(viewing|push)\.spec\.ts$/;

export default defineConfig({
  globalSetup: './tests/harness/fresh-build.ts',
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // More than cores: a test waits for its server and the network half of the time.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Only a failure waits this long; a busy machine needs a part of it.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // axe and screenshots would otherwise catch animations halfway.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording costs a fifth of the time: run `npx playwright test --trace retain-on-failure` to get one.
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
