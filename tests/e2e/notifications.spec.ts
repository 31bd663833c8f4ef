import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { send, signedIn, tokenOf } from './office-api.ts';
import { addDamage, newStaff } from './users-api.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const archive = (page: Page) => page.getByRole('list', { name: 'All notifications' });
const message = 'Your PTO hours changed from 40 to 32.';

test('changed hours refresh the open page and raise a notification that leads there', async ({
  page,
  browser,
  server,
  baseURL,
}) => {
  const driver = await newStaff(server, { pto_hours: 40 });
  await signedIn(page, server, driver);
  await page.goto('/Hours');
  const pto = page.getByRole('spinbutton', { name: /^PTO/ });
  await expect(pto).toHaveValue('40');
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const other = await context.newPage();
  await signedIn(other, server, driver);
  await other.goto('/portal');
  await expect(bell(other)).toHaveAccessibleName('Notifications');

  const token = await tokenOf(server);
  await send(server, 'PUT', `/api/employees/${driver.employeeId}`, token, { pto_hours: 32 });
  await expect(pto).toHaveValue('32');
  for (const device of [page, other]) {
    await expect(bell(device)).toHaveAccessibleName('Notifications, 1 unread');
  }
  // Opening the linked page marks it read on every device.
  await bell(other).click();
  await panel(other).getByRole('link', { name: message }).click();
  await expect(other).toHaveURL('/Hours');
  await expect(panel(other)).toHaveCount(0);
  for (const device of [page, other]) {
    await expect(bell(device)).toHaveAccessibleName('Notifications');
  }
  await context.close();
});

test('read notifications stay in the archive, page by page, and all can be marked at once', async ({
  page,
  server,
}) => {
  const driver = await newStaff(server, { pto_hours: 40 });
  await signedIn(page, server, driver);
  await page.goto('/notifications');
  await expect(page.getByText('No notifications yet', { exact: true })).toBeVisible();
  await axe(page);
  const token = await tokenOf(server);
  await send(server, 'PUT', `/api/employees/${driver.employeeId}`, token, { pto_hours: 32 });
  const items = archive(page).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await items.getByRole('button', { name: 'Mark as Read' }).click();
  await expect(items.getByRole('button', { name: 'Mark as Read' })).toHaveCount(0);
  await expect(items).toBeFocused();

  for (let n = 0; n < 50; n += 1) await addDamage(server, driver.employeeId);
  await page.goto('/portal');
  await bell(page).click();
  await panel(page).getByRole('link', { name: 'All notifications' }).click();
  await expect(page).toHaveURL('/notifications');
  // Several of a kind are one row.
  const group = archive(page).locator('> li').first();
  await expect(group).toContainText('and 49 more');
  await group.getByRole('button', { name: 'Show all 50' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(50);
  const first = group.getByRole('listitem').first().getByRole('link');
  await expect(first).toHaveAttribute('href', /^\/damages\?damage=\d+$/);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(archive(page).locator('> li').last()).toContainText(message);
  await axe(page);

  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(items.getByRole('button', { name: 'Mark as Read' })).toHaveCount(0);
});

test('a row of several opens their page and clears all of them; one opens its item', async ({
  page,
  server,
}) => {
  const driver = await newStaff(server, { pto_hours: 40 });
  for (let n = 0; n < 2; n += 1) await addDamage(server, driver.employeeId);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, driver);
  await page.goto('/portal');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(page).click();
  await panel(page)
    .getByRole('listitem')
    .filter({ hasText: 'and 1 more' })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL('/damages');
  await expect(bell(page)).toHaveAccessibleName('Notifications');

  await addDamage(server, driver.employeeId);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await panel(page).getByRole('listitem').getByRole('link').click();
  await expect(page).toHaveURL(/\/damages\?damage=\d+$/);
  await expect(page.getByRole('listitem').and(page.locator(':focus'))).toBeVisible();
});

test('a kind that is turned off stays out of the bell, and quiet hours are kept', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const driver = await newStaff(server, { pto_hours: 40 });
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, driver);
  await page.goto('/portal');
  await bell(page).click();
  await panel(page).getByRole('link', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Notification settings' });
  await expect(settings.getByLabel('Messages from the office: Portal')).toBeDisabled();
  await settings.getByLabel('Damages: Portal').uncheck();
  await settings.getByLabel('Hours: Mail').check();
  await settings.getByLabel('Quiet hours').check();
  await settings.locator('[name=from]').fill('21:30');
  await settings.locator('[name=to]').fill('');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('Enter both times.')).toBeVisible();
  await settings.locator('[name=to]').fill('05:15');
  await axe(page);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Notification settings saved.')).toBeVisible();
  await expect(settings).toHaveCount(0);

  await addDamage(server, driver.employeeId);
  await page.reload();
  await expect(archive(page).getByRole('listitem')).toHaveCount(1);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expect(settings.getByLabel('Damages: Portal')).not.toBeChecked();
  await expect(settings.getByLabel('Hours: Mail')).toBeChecked();
  await expect(settings.locator('[name=from]')).toHaveValue('21:30');
  await expect(settings.locator('[name=to]')).toHaveValue('05:15');

  // Another device saves meanwhile.
  const path = '/api/notifications/settings';
  const token = await tokenOf(server, driver);
  const stored = await send<{ choices: unknown; version: number }>(server, 'GET', path, token);
  await send(server, 'PUT', path, token, { ...stored, quiet_from: null, quiet_to: null });
  await settings.getByLabel('Quiet hours').uncheck();
  await settings.getByLabel('Time off: Push').uncheck();
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(settings.getByText(/^Someone else changed this/)).toBeVisible();
  await settings.getByRole('button', { name: 'Save my version' }).click();
  await expect(settings).toHaveCount(0);
});

test.describe('on an iPhone', () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
  test.use({ userAgent, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('says how to install the portal, until it is read', async ({ page, server }) => {
    await signedIn(page, server, 'employee');
    await page.goto('/portal');
    await bell(page).click();
    await expect(panel(page).getByText('Choose “Add to Home Screen”.')).toBeVisible();
    await axe(page);
    await panel(page).getByRole('button', { name: 'Got it' }).click();
    await page.reload();
    await bell(page).click();
    await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeVisible();
    await expect(panel(page).getByText(/Home Screen/)).toHaveCount(0);
  });
});
