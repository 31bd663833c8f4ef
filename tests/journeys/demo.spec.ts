import { axe, expect, test } from '../harness/journey.ts';
import { firstAdmin } from '../harness/server.ts';
import { signedIn } from './office-api.ts';

test.use({ serverEnv: { SAMPLE_DATA: 'demo' } });

test('the sample company fills every list', async ({ page, server }) => {
  await page.goto('/careers');
  await expect(page.getByText('14 Results', { exact: true })).toBeVisible();
  await signedIn(page, server, firstAdmin);
  await page.goto('/applications');
  await expect(page.getByText('40 applications', { exact: true })).toBeVisible();
  await page.goto('/inquiries');
  await expect(page.getByText('25 inquiries', { exact: true })).toBeVisible();
});

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test(`full lists are open to everyone at ${width} px, ${colorScheme}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signedIn(page, server, firstAdmin);
    for (const path of ['/careers', '/portaljobs', '/applications', '/inquiries']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await axe(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `what stands out of ${path}`).toBeLessThanOrEqual(0);
    }
  });
}
