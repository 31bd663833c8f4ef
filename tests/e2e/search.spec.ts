/** The search over the whole portal. */
import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { newStaff, pressLogout, signedIn, unique } from './office-api.ts';
import { addDocument } from './records-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const options = (page: Page) => dialog(page).getByRole('option');
const chosen = (page: Page) => dialog(page).getByRole('option', { selected: true });

test('by keyboard alone a page is found', async ({ page, context, server, allowConsole }) => {
  allowConsole('ERR_INTERNET_DISCONNECTED', 'WebSocket connection');
  const driver = await newStaff(server);
  const name = unique("O'Neill load");
  await addDocument(server, 'settlements', [driver], { name });
  await signedIn(page, server, driver);
  await page.goto('/portal');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await page.keyboard.insertText('holi');
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
  await page.keyboard.insertText('sick');
  await asked;
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(name.replace("'", '’').toUpperCase());
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
  await context.setOffline(true);
  await page.keyboard.insertText('chat');
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
