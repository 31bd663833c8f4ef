/** What open pages of the portal show without a reload: notifications and counts. */
import type { Page, Route, WebSocket } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { connected, create, type Server, signedIn, unique, visit } from './office-api.ts';
import { apply, requestQuote } from './records-api.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Portal' });
const nothingUnread = (page: Page) => expect(bell(page)).toHaveAccessibleName('Notifications');

/** Sends a notification to everyone; returns its text. */
async function notify(server: Server, text: string): Promise<string> {
  const message = unique(text);
  await create(server, '/api/send-notification', { message });
  return message;
}

const fail = (route: Route) =>
  route.fulfill({ status: 503, json: { error: 'The service is not available right now.' } });

test('open pages show what others do (N3, N5)', async ({ page, context, server, allowConsole }) => {
  allowConsole(/status of 503/, 'ERR_INTERNET_DISCONNECTED', 'WebSocket connection');
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  await signedIn(page, server, 'admin');
  await connected(page);
  await nothingUnread(page);
  await bell(page).click();
  await expect(panel(page)).toBeFocused();
  await expect(panel(page).getByText('No new notifications')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();

  await test.step('send one and its email', async () => {
    const message = unique('Bridge closed');
    const open = page.getByRole('button', { name: 'Send notification' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Send notification' });
    const submit = dialog.getByRole('button', { name: 'Send' });
    const alert = dialog.getByRole('alert');
    await dialog.getByLabel('Message').fill(message);
    await page.route('**/api/send-notification', fail, { times: 1 });
    await submit.click();
    await expect(alert).toContainText('Failed to send notification. Please try again.');
    await page.route('**/api/send-email', fail, { times: 1 });
    await submit.click();
    await expect(alert).toContainText('Failed to send email. Please try again.');
    await expect(dialog.getByText('Notification sent.')).toBeVisible();
    // Closing and reopening keeps the state.
    await page.keyboard.press('Escape');
    await open.click();
    await expect(dialog.getByLabel('Message')).toHaveValue(message);
    await dialog.getByRole('button', { name: 'Send email again' }).click();
    await expect(page.getByText('Email sent successfully.')).toBeVisible();
    await expect(dialog).toBeHidden();
    // The sender has it once, too.
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  });

  await test.step('receive one of another admin and mark both as read', async () => {
    const message = await notify(server, 'Ice on I-80');
    // The toast stays for 8 s.
    await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
    const home = rail(page).getByRole('link', { name: 'Home 2 unread notifications' });
    await expect(home).toBeVisible();
    await bell(page).click();
    await page.route('**/api/mark-as-read', fail, { times: 1 });
    const markAsRead = panel(page).getByRole('button', { name: 'Mark as Read' });
    await markAsRead.first().click();
    // The panel may also have an alert that this browser has no push.
    await expect(panel(page).getByRole('alert').filter({ hasText: 'mark' })).toHaveText(
      'Failed to mark as read. Please try again.',
    );
    await expect(panel(page).getByText(message)).toBeVisible();
    await markAsRead.first().click();
    await expect(panel(page).getByText(message)).toBeHidden();
    await markAsRead.click();
    await expect(panel(page).getByText('No new notifications')).toBeVisible();
    await nothingUnread(page);
    await expect(rail(page).getByRole('link', { name: 'Home', exact: true })).toBeVisible();
  });

  await test.step('count what is new and show it in open lists', async () => {
    await visit(page, '/applications');
    await requestQuote(server);
    await expect(rail(page).getByRole('link', { name: /^Inquiries \d+ new$/ })).toBeVisible();
    const last_name = unique('Latecomer');
    await apply(server, { last_name });
    await expect(rail(page).getByRole('link', { name: /^Applications \d+ new$/ })).toBeVisible();
    await expect(page.getByRole('main').getByText(last_name)).toBeVisible();
    await nothingUnread(page);
  });

  await test.step('bring what was missed after a reconnect', async () => {
    await context.setOffline(true);
    await expect.poll(() => sockets.every((socket) => socket.isClosed())).toBe(true);
    const message = await notify(server, 'While you were away');
    await context.setOffline(false);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
    await bell(page).click();
    await expect(panel(page).getByText(message)).toBeVisible();
  });
});
