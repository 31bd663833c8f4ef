/** What open pages of the portal show without a reload: notifications and counts. */
import type { Page, WebSocket } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { connected, send, signedIn, tokenOf, unique } from './office-api.ts';
import { apply, requestQuote } from './records-api.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Portal' });
const nothingUnread = (page: Page) => expect(bell(page)).toHaveAccessibleName('Notifications');
const unavailable = { status: 503, json: { error: 'The service is not available right now.' } };

test('a notification reaches an open page at once, each failed step can be repeated, and it is marked as read (N3, N5)', async ({
  page,
  browser,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  const driver = await context.newPage();
  await signedIn(driver, server, 'employee');
  await connected(driver);
  await nothingUnread(driver);
  await bell(driver).click();
  await expect(panel(driver)).toBeFocused();
  await expect(panel(driver).getByText('No new notifications')).toBeVisible();
  await driver.keyboard.press('Escape');
  await expect(bell(driver)).toBeFocused();
  await expect(driver.getByRole('button', { name: 'Send notification' })).toHaveCount(0);

  await signedIn(page, server, 'admin');
  await connected(page);
  const message = unique('Ice on I-80');
  const open = page.getByRole('button', { name: 'Send notification' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  const submit = dialog.getByRole('button', { name: 'Send' });
  await dialog.getByLabel('Message').fill(message);
  await page.route('**/api/send-notification', (route) => route.fulfill(unavailable), { times: 1 });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to send notification. Please try again.',
  );
  await page.route('**/api/send-email', (route) => route.fulfill(unavailable), { times: 1 });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to send email. Please try again.');
  await expect(dialog.getByText('Notification sent.')).toBeVisible();
  // Without a reload. The toast stays for 8 s.
  await expect(driver.getByRole('status').filter({ hasText: message })).toBeVisible();
  await axe(page);
  // Closing and reopening keeps the state.
  await page.keyboard.press('Escape');
  await open.click();
  await expect(dialog.getByLabel('Message')).toHaveValue(message);
  await dialog.getByRole('button', { name: 'Send email again' }).click();
  await expect(page.getByText('Email sent successfully.')).toBeVisible();
  await expect(dialog).toBeHidden();
  // The sender has it once, too.
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

  await expect(bell(driver)).toHaveAccessibleName('Notifications, 1 unread');
  const home = rail(driver).getByRole('link', { name: 'Home 1 unread notifications' });
  await expect(home).toBeVisible();
  await bell(driver).click();
  await axe(driver);
  await driver.route('**/api/mark-as-read', (route) => route.fulfill(unavailable), { times: 1 });
  const markAsRead = panel(driver).getByRole('button', { name: 'Mark as Read' });
  await markAsRead.click();
  // The panel may also have an alert that this browser has no push.
  await expect(panel(driver).getByRole('alert').filter({ hasText: 'mark' })).toHaveText(
    'Failed to mark as read. Please try again.',
  );
  await expect(panel(driver).getByText(message)).toBeVisible();
  await markAsRead.click();
  await expect(panel(driver).getByText('No new notifications')).toBeVisible();
  await nothingUnread(driver);
  await expect(home).toHaveCount(0);
  await context.close();
});

test('the navigation counts what is new, lists show it, and a reconnect brings what was missed', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_INTERNET_DISCONNECTED', 'WebSocket connection');
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  await signedIn(page, server, 'admin');
  await connected(page, '/applications');
  const link = (name: RegExp) => rail(page).getByRole('link', { name });
  await requestQuote(server);
  await expect(link(/^Inquiries \d+ new$/)).toBeVisible();
  const last_name = unique('Latecomer');
  await apply(server, { last_name });
  await expect(link(/^Applications \d+ new$/)).toBeVisible();
  await expect(page.getByRole('main').getByText(last_name)).toBeVisible();
  await nothingUnread(page);

  await context.setOffline(true);
  await expect.poll(() => sockets.every((socket) => socket.isClosed())).toBe(true);
  const message = unique('While you were away');
  await send(server, 'POST', '/api/send-notification', await tokenOf(server), { message });
  await context.setOffline(false);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await expect(panel(page).getByText(message)).toBeVisible();
});
