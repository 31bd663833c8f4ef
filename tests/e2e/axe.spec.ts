import { axe, expect, test } from '../harness/e2e.ts';
import { fits, settled } from './check-a11y.ts';
import { postJob, signedIn } from './office-api.ts';
import { newLink } from './testimonials-api.ts';

const widths = [390, 1440];

for (const width of widths) {
  test(`every public page is accessible at ${width} px`, async ({ page, server, allowConsole }) => {
    allowConsole(/status of 404/);
    await page.setViewportSize({ width, height: 900 });
    const id = await postJob(server);
    const { pathname } = new URL((await newLink(server)).url);
    const paths = ['/', '/about', '/inquiry', '/careers', '/careers?q=nothing', '/login'];
    const more = [`/careers/${id}`, `/application/${id}`, '/careers/99999', '/no/such/page'];
    const rest = [
      '/testimonials',
      '/privacy',
      '/terms',
      '/reset/a-code-of-twenty-letters',
      pathname,
    ];
    for (const path of [...paths, ...more, ...rest]) {
      await page.goto(path);
      await settled(page);
      await axe(page, true);
      await fits(page);
    }
  });

  test(`forms with errors and the confirmation are accessible at ${width} px`, async ({ page }) => {
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
}

test('the open menus are accessible', async ({ page, server }) => {
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
