/** Checks of every screen: axe finds nothing, and nothing is wider than the page. */
import type { Locator, Page } from '@playwright/test';
import { axe, expect } from '../harness/e2e.ts';
import { isFull } from '../harness/is-full.ts';

/** Waits until React answers on the page, which a public page shows before its scripts. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[type=module]') === null ||
      Object.keys(document.body).some((key) => key.startsWith('__reactProps')),
  );
}

/** Waits until the page's scripts and lists have loaded. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await hydrated(page);
  // Not two: the former page is shown until the next one is there.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Cargando)/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Asserts that nothing is wider than the page, once it has the size of the window; otherwise a phone would scroll sideways. */
export async function fits(page: Page): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(over, `wider than ${page.url()}`).toBeLessThanOrEqual(0);
}

/** Checks the page as it is now, in full runs in both color schemes. */
export async function checkA11y(page: Page): Promise<void> {
  for (const colorScheme of isFull ? (['dark', 'light'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    await axe(page);
  }
  await fits(page);
}

/** The entries of a navigation that forced colors show with a border: the current one. */
export function markedEntries(navigation: Locator): Promise<(string | null)[]> {
  return navigation.getByRole('link').evaluateAll((entries) =>
    entries
      .filter((entry) => {
        const { borderLeftWidth, borderLeftColor, borderBottomColor } = getComputedStyle(entry);
        const color = borderLeftWidth === '0px' ? borderBottomColor : borderLeftColor;
        return color !== 'rgb(255, 255, 255)';
      })
      .map((entry) => entry.textContent),
  );
}
