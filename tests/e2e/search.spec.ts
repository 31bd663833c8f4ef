/** The search over the whole portal, and the groups of the side navigation. */
import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { newPerson, newStaff, pressLogout, signedIn, unique, visit } from './office-api.ts';
import { addDocument } from './records-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const options = (page: Page) => dialog(page).getByRole('option');
const chosen = (page: Page) => dialog(page).getByRole('option', { selected: true });

test('by keyboard alone a person finds a page and a file; a late answer replaces none, and logging out forgets', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_INTERNET_DISCONNECTED', 'WebSocket connection');
  const driver = await newStaff(server);
  const name = unique("O'Neill load");
  await addDocument(server, 'settlements', [driver], { name });
  await signedIn(page, server, driver);
  await page.goto('/portal');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await page.keyboard.type('holi');
  await expect(chosen(page)).toContainText('Holiday Tracker');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/Holiday');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  // What was opened last is first.
  await expect(chosen(page)).toContainText('Holiday Tracker');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/search?q=sick*', async (route) => {
    await held;
    await route.fulfill({ json: [{ kind: 'job', title: 'Late', detail: '', path: '/late' }] });
  });
  const asked = page.waitForRequest('**/api/search?q=sick*');
  await page.keyboard.type('sick');
  await asked;
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(name.replace("'", '’').toUpperCase());
  await expect(options(page)).toHaveCount(1);
  release();
  await expect(chosen(page)).toContainText(name);
  await expect(dialog(page).getByRole('status')).toHaveText('1 found.');
  await expect(dialog(page).getByText('Late')).toHaveCount(0);
  await axe(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/Settlements\?file=\d+$/);
  await expect(page.getByRole('listitem').and(page.locator(':focus'))).toContainText(name);

  const button = page.getByRole('button', { name: 'Find anything' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(options(page).first()).toContainText(name);
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toContainText('Holiday Tracker');
  await page.keyboard.press('ArrowUp');
  await expect(chosen(page)).toContainText(name);
  await context.setOffline(true);
  await page.keyboard.type('chat');
  await expect(dialog(page).getByRole('status')).toHaveText(/^You're offline\./);
  await expect(chosen(page)).toContainText('Chat');
  await context.setOffline(false);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();
  await pressLogout(page);
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("O'Neill");
});

test('the navigation remembers which groups a person opened, and shows what waits in a closed one', async ({
  page,
  server,
}) => {
  const driver = await newPerson(server, 'employee');
  await addDocument(server, 'training', [driver]);
  await signedIn(page, server, driver);
  await page.goto('/portal');
  const rail = page.getByRole('navigation', { name: 'Portal' });
  const group = (name: string) => rail.getByRole('button', { name });
  await expect(rail.getByRole('link')).toHaveCount(8);
  await expect(group('My work')).toBeDisabled();
  await group('Documents and pay').press('Enter');
  await expect(group('Documents and pay 1 waiting')).toHaveAttribute('aria-expanded', 'false');
  await group('Fleet').press('Enter');
  await expect(rail.getByRole('link', { name: 'Damages' })).toBeVisible();
  await page.reload();
  await expect(group('Fleet')).toHaveAttribute('aria-expanded', 'true');
  await expect(rail.getByRole('link')).toHaveCount(7);
  // The page's own group is open, whatever is remembered.
  await visit(page, '/Settlements');
  await expect(rail.getByRole('link', { name: 'Training 1 to open' })).toBeVisible();
});
