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
  await expect(items).toHaveCount(50);
  await expect(items.first().getByRole('link')).toHaveAttribute('href', '/damages');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(items).toHaveCount(51);
  await expect(items.last()).toContainText(message);
  await axe(page);

  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(items.getByRole('button', { name: 'Mark as Read' })).toHaveCount(0);
});
