/**
 * Opens every screen once per role, with the sample company: it has its title and one heading, nothing is wider
 * than the page, also with text at 200 % and 1280 px at 400 % (WCAG 1.4.4 and 1.4.10), and axe finds nothing: on a
 * phone in light mode what drivers and visitors see, on a desktop in dark mode what the office sees, and the colors of
 * public pages. Screens of the office are enlarged in full runs only, which check everything in Spanish, at three
 * widths and in both modes.
 */
import type { Page } from '@playwright/test';
import type { Role } from '#contract/wire/access.ts';
import { pathIn } from '#contract/wire/page-languages.ts';
import { pageAt } from '../../web/portal/pages.ts';
import { axe, axeIn, expect, test } from '../harness/e2e.ts';
import { isFull } from '../harness/is-full.ts';
import { firstAdmin, sampleDriver } from '../harness/server.ts';
import { fits, hydrated, settled } from './check-a11y.ts';
import { moveTo, signedIn, visit } from './office-api.ts';
import { contents, publicScreens, screensOf } from './screens.ts';

test.use({ serverEnv: { SAMPLE_DATA: 'demo' } });
// The longest file: its tests would otherwise run alone at the end.
test.describe.configure({ mode: 'parallel' });
test.setTimeout(isFull ? 3_600_000 : 300_000);

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const narrow = { width: 320, height: 568 };
const looks = [narrow, phone, desktop].flatMap((viewport) => [
  { viewport, colorScheme: 'light' as const },
  { viewport, colorScheme: 'dark' as const },
]);
const languages = isFull ? (['en', 'es'] as const) : (['en'] as const);

/** Checks the open screen with text at 200 %, and with 1280 px at 400 %. */
async function checkEnlarged(page: Page): Promise<void> {
  await page.setViewportSize(narrow);
  for (const percent of [200, 100]) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    await fits(page);
  }
}

/** Checks the open screen in every look. */
async function checkFully(page: Page): Promise<void> {
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await fits(page);
    await axe(page);
  }
  await checkEnlarged(page);
}

/** Checks the open screen in the looks that differ most from what others have shown, on all but the first its own part. */
async function check(page: Page, role?: Role, isFirst = false): Promise<void> {
  await settled(page);
  if (isFull) return checkFully(page);
  const checkPart = (...rules: string[]) =>
    isFirst ? axe(page, ...rules) : axeIn(page, 'main', ...rules);
  if (role === 'admin') {
    await page.setViewportSize(narrow);
    await fits(page);
  } else {
    await checkEnlarged(page);
    await checkPart();
  }
  if (role === 'employee') return;
  await page.setViewportSize(desktop);
  await fits(page);
  if (role === 'admin') return checkPart();
  // The public pages' elements were seen in the first look.
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkPart('color-contrast');
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Opens these screens; those without a query, which may open a dialog, from inside the portal. */
async function walk(
  page: Page,
  role: Role,
  language: 'en' | 'es',
  paths: readonly string[],
): Promise<void> {
  if (!isFull) await page.emulateMedia({ colorScheme: role === 'admin' ? 'dark' : 'light' });
  for (const path of paths) {
    await test.step(path, async () => {
      const to = pathIn(language, path);
      if (path.includes('?')) await page.goto(to);
      else await visit(page, to);
      if (language === 'en') {
        const title = pageAt(path.replace(/\?.*/, ''))?.title ?? '';
        await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${title} \\| .* portal$`));
        const content = contents[role][path];
        if (content) await expect(page.getByText(content).first()).toBeVisible();
      }
      await check(page, role, path === paths[0]);
      if (role !== 'employee' || path !== '/chat') return;
      await page.getByRole('main').getByRole('listitem').first().click();
      await expect(page.getByRole('log').getByRole('listitem').first()).toBeVisible();
      await check(page, role);
    });
  }
}

test('every public page is accessible, also in Spanish', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 404/);
  const paths = await publicScreens(server);
  for (const language of ['en', 'es'] as const) {
    const titles = new Set<string>();
    await page.goto(pathIn(language, paths.at(-1) ?? ''));
    // Before that it can't move, and would show two pages.
    await hydrated(page);
    for (const path of paths) {
      const to = pathIn(language, path);
      await test.step(to, async () => {
        await moveTo(page, to);
        if (isFull || language === 'en') return check(page, undefined, path === paths[0]);
        // Spanish is longer. axe has seen the same elements in English.
        await settled(page);
        await checkEnlarged(page);
      });
      titles.add(await page.title());
    }
    if (!isFull) expect(titles.size, 'titles').toBe(paths.length);
  }
});

const walks = [
  { role: 'admin', of: 'the office', parts: 2 },
  { role: 'employee', of: 'a driver', parts: isFull ? 2 : 1 },
] as const;
for (const { role, of, parts } of walks) {
  for (const part of Array(parts).keys()) {
    const paths = screensOf(role).filter((_, index) => index % parts === part);
    test(`every screen of ${of} is filled, accessible and fits, part ${part + 1}`, async ({
      page,
      server,
    }) => {
      await signedIn(page, server, role === 'admin' ? firstAdmin : sampleDriver(server));
      for (const language of languages) await walk(page, role, language, paths);
    });
  }
}

test('forms with errors, menus and dialogs are accessible', async ({ page, server }) => {
  await page.setViewportSize(phone);
  /** Checks the part that the step before has changed. */
  const found = async (part = '[role=dialog]') => {
    await axeIn(page, part);
    await fits(page);
  };
  await page.goto('/inquiry');
  await hydrated(page);
  for (const [path, button, text] of [
    ['/inquiry', 'Send inquiry', 'Please correct the marked fields.'],
    ['/application', 'Submit application', 'Please fill in all required fields.'],
  ] as const) {
    await moveTo(page, path, path !== '/inquiry');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(text).first()).toBeVisible();
    await found('main');
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await found('header');

  await signedIn(page, server, firstAdmin);
  await page.goto('/applications');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(dialog).toBeVisible();
  await found();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'View details' }).first().click();
  await page.getByText('Self-identification (not for hiring decisions)').click();
  await found();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await found('[role=alertdialog]');

  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await visit(page, '/users');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await page.getByRole('button', { name: 'Add User & Employee', exact: true }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await found('form');

  await page.goto('/portal');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await found();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send notification' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByLabel('Message')).toHaveAccessibleDescription('This field is required.');
  await found();
});
