import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { apply, newPerson, requestQuote, send, signedIn, tokenOf, unique } from './office-api.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Portal' });
const markAsRead = (page: Page) => panel(page).getByRole('button', { name: 'Mark as Read' });
const unread = (page: Page) =>
  expect(bell(page)).toHaveAccessibleName(/^Notifications, \d+ unread$/);
const nothingUnread = (page: Page) => expect(bell(page)).toHaveAccessibleName('Notifications');

const unavailable = { status: 503, json: { error: 'The service is not available right now.' } };

/** Opens the portal and waits for its live connection. */
async function connected(page: Page): Promise<void> {
  // From the start, because the connection may be ready before the page has loaded.
  const answered = page
    .waitForEvent('websocket', (ws) => ws.url().includes('/socket.io/'))
    .then((ws) =>
      ws.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')),
    );
  await page.goto('/portal');
  await answered;
}

test('an open page shows a notification at once, and it can be marked read (N3, N5)', async ({
  page,
  browser,
  server,
  baseURL,
}) => {
  await signedIn(page, server, 'admin');
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const driver = await context.newPage();
  await signedIn(driver, server, 'employee');
  await connected(driver);
  await nothingUnread(driver);
  await bell(driver).click();
  await expect(panel(driver).getByText('No new notifications')).toBeVisible();
  await driver.keyboard.press('Escape');
  await expect(bell(driver)).toBeFocused();
  await expect(driver.getByRole('button', { name: 'Send notification' })).toHaveCount(0);

  await connected(page);
  const message = unique('Ice on I-80');
  await page.getByRole('button', { name: 'Send notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByLabel('Message')).toHaveAccessibleDescription('This field is required.');
  await axe(page);
  await dialog.getByLabel('Message').fill(message);
  await dialog.getByRole('button', { name: 'Send' }).dblclick();
  await expect(page.getByText('Email sent successfully.')).toBeVisible();
  await expect(dialog).toBeHidden();

  // Without a reload: the toast, the count and the list.
  await expect(driver.getByRole('status').filter({ hasText: message })).toBeVisible({
    // The toast stays for 8 s.
    timeout: 5000,
  });
  await expect(bell(driver)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(
    rail(driver).getByRole('link', { name: 'Home 1 unread notifications' }),
  ).toBeVisible();
  await bell(driver).click();
  await expect(panel(driver).getByText(message)).toBeVisible();
  await axe(driver);
  await markAsRead(driver).click();
  await expect(panel(driver).getByText('No new notifications')).toBeVisible();
  await nothingUnread(driver);
  await expect(rail(driver).getByText('unread notifications')).toHaveCount(0);
  await driver.reload();
  await nothingUnread(driver);
  // The sender has it once, too.
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await context.close();
});

test('a notification sent while offline is shown after the reconnect', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_INTERNET_DISCONNECTED', 'WebSocket connection');
  await signedIn(page, server, 'employee');
  await connected(page);
  // Otherwise a list that is still loading could bring the message.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const message = unique('While you were away');
  await send(server, 'POST', '/api/send-notification', await tokenOf(server), { message });
  await page.waitForTimeout(500);
  await nothingUnread(page);
  await context.setOffline(false);
  await unread(page);
  await bell(page).click();
  await expect(panel(page).getByText(message)).toBeVisible();
});

test('either of the two steps can fail; a retry sends each once (N5)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  await signedIn(page, server, 'admin');
  await connected(page);
  const message = unique('Yard closed');
  await page.getByRole('button', { name: 'Send notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  await dialog.getByLabel('Message').fill(message);

  await page.route('**/api/send-notification', (route) => route.fulfill(unavailable), { times: 1 });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to send notification. Please try again.',
  );
  await expect(dialog.getByLabel('Message')).toHaveValue(message);

  await page.route('**/api/send-email', (route) => route.fulfill(unavailable), { times: 1 });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to send email. Please try again.');
  await expect(dialog.getByText('Notification sent.')).toBeVisible();
  await axe(page);
  // Closing and reopening keeps the state.
  await page.keyboard.press('Escape');
  await unread(page);
  await page.getByRole('button', { name: 'Send notification' }).click();
  await expect(dialog.getByLabel('Message')).toHaveValue(message);
  await dialog.getByRole('button', { name: 'Send email again' }).click();
  await expect(page.getByText('Email sent successfully.')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
});

test("a failed 'Mark as Read' shows the error and keeps the notification (N3)", async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  await signedIn(page, server, 'employee');
  await connected(page);
  const message = unique('Read me');
  await send(server, 'POST', '/api/send-notification', await tokenOf(server), { message });
  await unread(page);
  await bell(page).click();
  await page.route('**/api/mark-as-read', (route) => route.fulfill(unavailable), { times: 1 });
  await markAsRead(page).click();
  // The panel may also have an alert that this browser has no push.
  const failed = panel(page).getByRole('alert').filter({ hasText: 'mark' });
  await expect(failed).toHaveText('Failed to mark as read. Please try again.');
  await expect(panel(page).getByText(message)).toBeVisible();
  await markAsRead(page).click();
  await expect(panel(page).getByText('No new notifications')).toBeVisible();
});

test('the navigation counts new inquiries and applications', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  await connected(page);
  const link = (name: string | RegExp) => rail(page).getByRole('link', { name });
  await expect(link('Home')).toHaveAttribute('aria-current', 'page');
  await requestQuote(server);
  await expect(link(/^Inquiries \d+ new$/)).toBeVisible();
  await apply(server, {}, false);
  await expect(link(/^Applications \d+ new$/)).toBeVisible();
  await link(/^Applications/).click();
  await expect(link(/^Applications/)).toHaveAttribute('aria-current', 'page');
  // A new one appears in the open list.
  const last_name = unique('Latecomer');
  await apply(server, { last_name }, false);
  await expect(page.getByText(last_name)).toBeVisible();
});

test('the chat icon is in the header, and the payroll site opens in a new tab (N2, N4)', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'employee');
  await page.goto('/portal');
  const chat = page.getByRole('banner').getByRole('link', { name: 'Chat' });
  await expect(chat).toHaveAttribute('href', '/chat');
  const payroll = page.getByRole('main').getByRole('link', { name: /Payroll & HR/ });
  await expect(payroll).toHaveAttribute('target', '_blank');
  await expect(payroll).toHaveAttribute('rel', /noopener/);
});

test('a session that ends while its page is open leads to the login', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  const person = await newPerson(server, 'employee');
  const token = await signedIn(page, server, person);
  await connected(page);
  // On a slow connection the old page keeps running and must not take the alert of the new one.
  await page.route('**/login', async (route) => {
    await page.waitForTimeout(1_000);
    await route.continue();
  });
  const left = page.waitForRequest('**/login');
  await send(server, 'POST', '/api/logout', token);
  await left;
  await page.waitForLoadState('load');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible();
});

test('a message that repeats while the one before fades out is shown', async ({ page, server }) => {
  await page.context().grantPermissions(['clipboard-write']);
  await signedIn(page, server, 'employee');
  await page.goto('/Holiday');
  const copied = page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: 'Close' }) });
  const copy = page.getByRole('button', { name: 'Copy' });
  await copy.click();
  await expect(copied).toHaveCount(1);
  // Within 200 ms, while the library removes the first one.
  await copied.evaluate(
    async (toast, again) => {
      toast.querySelector('button')?.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
      (again as HTMLElement | null)?.click();
    },
    await copy.elementHandle(),
  );
  // Longer than any fade.
  await page.waitForTimeout(1000);
  await expect(copied).toHaveCount(1);
});
