import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, firefox, webkit } from '@playwright/test';
import { findChromium, launchOptions } from './scripts/chromium.ts';
import { isFull } from './tests/harness/is-full.ts';

/** Optimizing compilers take a seventh of the run time and never pay off in such short pages. */
const unoptimized = '--js-flags=--no-opt,--no-maglev';

/**
 * Each new window would start a second process for its first page, which has a Cross-Origin-Opener-Policy: 8 % of the
 * run time. A later list replaces Playwright's own, whose features of pages stay off.
 */
const inOneProcess = `--disable-features=${[
  ...['CrossOriginOpenerPolicy', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  'AvoidCorsURLLoaderRestartOnRedirect',
].join()}`;

function launched(path?: string, ...flags: string[]) {
  const { args, ...options } = launchOptions(path);
  return { ...options, args: [...args, unoptimized, ...flags] };
}

/** These need the PDF viewer, notifications or a service worker, which only the full browser has. */
const wholeBrowser = /(viewing|push|offline-app)\.spec\.ts$/;

/** Calls and screens of visitors, drivers and the office, without what Chromium's own protocol simulates. */
const otherEngines =
  /(hours|inquiries|live-updates|portal-pages|public-pages|store|users)\.spec\.ts$/;

/** In full runs also the engines of Firefox and Safari, where `npx playwright install` can bring Playwright's own builds. */
const engines = [firefox, webkit]
  .filter((engine) => {
    if (isFull && !existsSync(engine.executablePath())) {
      console.log(`Skipped ${engine.name()}: needs ${engine.executablePath()}`);
    }
    return isFull && existsSync(engine.executablePath());
  })
  .map((engine) => ({
    name: engine.name(),
    testMatch: otherEngines,
    use: { browserName: engine.name() as 'firefox' | 'webkit' },
  }));

export default defineConfig({
  globalSetup: './tests/harness/fresh-build.ts',
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: isFull ? [] : '**/*.full.spec.ts',
  outputDir: 'test-results',
  // With one more than cores, pages wait for each other: on two cores 490 s instead of 414.
  workers: Math.min(4, availableParallelism()),
  retries: 0,
  forbidOnly: true,
  // What only full runs have, in files that the short run reads too.
  grepInvert: isFull ? [] : /@full/,
  // Only failures wait this long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Few tests need one, and Playwright routes none of its requests.
    serviceWorkers: 'block',
    // Otherwise axe and screenshots would catch animations midway.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording takes a fifth of the run time: use `npx playwright test --trace retain-on-failure` to get one.
    trace: 'off',
  },
  projects: [
    // First, because its few tests would otherwise run alone at the end.
    {
      name: 'browser',
      testMatch: wholeBrowser,
      use: { launchOptions: launched(findChromium()) },
    },
    {
      name: 'shell',
      testIgnore: isFull ? wholeBrowser : [wholeBrowser, '**/*.full.spec.ts'],
      use: { launchOptions: launched(undefined, ...(isFull ? [] : [inOneProcess])) },
    },
    ...engines,
  ],
});
