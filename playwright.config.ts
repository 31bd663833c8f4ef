import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './scripts/chromium.ts';

const isRoot = process.getuid?.() === 0;

/** A browser is started from path with nothing that calls out by itself. */
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

/** These need what only the whole browser has: its viewer of PDFs, and notices. */
const wholeBrowser = /(viewing|push)\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // More than cores: a journey waits for its server and its line half of the time.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // What is right comes when it is ready, on a busy machine late: nobody waits that long but for a mistake.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Animations would be measured half-way, by axe and by screenshots.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording one takes a fifth of the time: `npx playwright test --trace retain-on-failure` has them.
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
