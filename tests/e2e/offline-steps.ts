import type { Page } from '@playwright/test';
import { expect } from '../harness/e2e.ts';

/**
 * Waits until the service worker answers for the page and has saved all pages. It controls the page only once it is
 * installed; a page may be saved before that, and an installation that loses its connection is undone.
 */
export async function waitForWorker(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.match('/time-off', { ignoreSearch: true }))?.status),
    )
    .toBe(200);
}
