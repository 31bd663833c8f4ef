/** What every screen is judged by: axe finds nothing, and nothing stands out at the side. */
import type { Page } from '@playwright/test';
import { axe, expect } from '../harness/e2e.ts';

const bothShifts = ['light', 'dark'] as const;

/** Waits until the page's script is there and its lists are, so that what it draws is judged too. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Asserts that nothing is wider than the page, which would let a phone scroll sideways. */
export async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `what stands out of ${page.url()}`).toBeLessThanOrEqual(0);
}

/**
 * Checks the page as it is now: a phone in dark mode and a desktop in light mode, since each takes seconds.
 * With FULL=1 both are judged by day and by night.
 */
export async function checkA11y(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 800;
  const shifts = process.env.FULL === '1' ? bothShifts : ([isPhone ? 'dark' : 'light'] as const);
  for (const colorScheme of shifts) {
    await page.emulateMedia({ colorScheme });
    await axe(page);
  }
  await fits(page);
}

/** Opens each address and judges it. */
export async function checkA11yAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    await checkA11y(page);
  }
}
