/** Checks of every screen: axe finds nothing, and nothing is wider than the page. */
import type { Page } from '@playwright/test';
import { axe, expect } from '../harness/e2e.ts';

/** Waits until the page's scripts and lists have loaded. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Asserts that nothing is wider than the page; otherwise a phone would scroll sideways. */
export async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `wider than ${page.url()}`).toBeLessThanOrEqual(0);
}

/**
 * Checks the page as it is now: a phone in dark mode, a desktop in light mode, because each check takes
 * seconds. With FULL=1 both are checked in both modes.
 */
export async function checkA11y(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 800;
  const both = ['light', 'dark'] as const;
  const modes = process.env.FULL === '1' ? both : ([isPhone ? 'dark' : 'light'] as const);
  for (const colorScheme of modes) {
    await page.emulateMedia({ colorScheme });
    await axe(page);
  }
  await fits(page);
}

/** Opens and checks each page. */
export async function checkA11yAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    await checkA11y(page);
  }
}
