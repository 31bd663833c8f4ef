import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/journey.ts';
import { apply, ask, postJob, signedIn } from './office-api.ts';

test.use({ serverEnv: {} });

const widths = [390, 1440];

/** Waits until the page's script is there, so that what it draws is judged too. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Asserts that nothing is wider than the page, which would let a phone scroll sideways. */
async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `what stands out of ${page.url()}`).toBeLessThanOrEqual(0);
}

for (const width of widths) {
  test(`every public page is open to everyone at ${width} px`, async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/status of 404/);
    await page.setViewportSize({ width, height: 900 });
    const id = await postJob(server);
    const paths = ['/', '/about', '/inquiry', '/careers', '/careers?q=nothing', '/login'];
    const more = [`/careers/${id}`, `/application/${id}`, '/careers/99999', '/no/such/page'];
    for (const path of [...paths, ...more]) {
      await page.goto(path);
      await settled(page);
      await axe(page);
      await fits(page);
    }
  });

  test(`forms with errors and the receipt are open to everyone at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/inquiry');
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
    await axe(page);
    await fits(page);
    await page.goto('/application');
    await page.getByRole('button', { name: 'Submit application' }).click();
    await expect(page.getByText('Please fill in all required fields.')).toBeVisible();
    await axe(page);
    await fits(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await axe(page);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every portal screen is open to everyone at ${width} px, ${colorScheme}`, async ({
      page,
      server,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await postJob(server);
      await apply(server);
      await apply(server, { certification: '0', last_name: 'Ochoa' }, false);
      await ask(server);
      await signedIn(page, server, 'admin');
      const paths = ['/portal', '/portaljobs', '/applications', '/inquiries', '/signup', '/chat'];
      for (const path of paths) {
        await page.goto(path);
        await settled(page);
        await axe(page);
        await fits(page);
      }
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('This field is required.').first()).toBeVisible();
      await axe(page);

      await page.goto('/applications');
      const card = page.getByRole('main').getByRole('listitem').first();
      await card.getByRole('button', { name: 'Expand' }).click();
      await axe(page);
      await card.getByRole('button', { name: 'View details' }).click();
      await page.getByText('Self-identification (not for hiring decisions)').click();
      await axe(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await axe(page);

      await page.goto('/inquiries');
      await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await axe(page);
      await fits(page);
    });
  }

  test(`an empty portal and an employee's are open to everyone at ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const none = (route: { fulfill: (answer: { json: unknown }) => Promise<void> }) =>
      route.fulfill({ json: [] });
    for (const call of ['careers', 'applications', 'inquiries']) {
      await page.route(`**/api/${call}`, none);
    }
    for (const role of ['admin', 'employee'] as const) {
      await signedIn(page, server, role);
      const paths = ['/portal', '/portaljobs', '/applications'];
      for (const path of [...paths, ...(role === 'admin' ? ['/inquiries'] : [])]) {
        await page.goto(path);
        await settled(page);
        await axe(page);
        await fits(page);
      }
    }
  });
}

test('the open menus are open to everyone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await axe(page);
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await axe(page);
});
