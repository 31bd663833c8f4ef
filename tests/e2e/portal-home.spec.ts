/** The portal's home, the bell with its notifications, and announcements. */
import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import {
  connected,
  create,
  newPerson,
  newStaff,
  type Person,
  type Server,
  send,
  signedIn,
  tokenOf,
  unique,
  visit,
} from './office-api.ts';
import { addDamage, addDocument, returnFile } from './records-api.ts';

const phone = { width: 390, height: 844 };
const today = (page: Page) => page.getByRole('region', { name: 'What needs you today' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const archive = (page: Page) => page.getByRole('list', { name: 'All notifications' });

/** Announces to this person something to confirm. */
const announce = (server: Server, message: string, { userId }: Person) =>
  create(server, '/api/announcements', { message, user_ids: [userId], must_confirm: 1 });

/** Confirms everything the office has announced to that person. */
async function confirmAll(server: Server, person: Person): Promise<void> {
  const token = await tokenOf(server, person);
  type Reply = { notifications: { notification_id: number }[] };
  const { notifications } = await send<Reply>(server, 'GET', '/api/notifications', token);
  for (const { notification_id } of notifications) {
    await send(server, 'POST', `/api/notifications/${notification_id}/confirm`, token);
  }
}

test('home and the archive lead a driver to what must be done', async ({ page, server }) => {
  const driver = await newStaff(server, { pto_hours: 40 });
  await addDocument(server, 'settlements', [driver]);
  const form = await addDocument(server, 'employee-files', [driver]);
  const version = await returnFile(server, driver, form.id);
  const message = unique('New tie-down rules');
  await announce(server, message, driver);
  await signedIn(page, server, driver);
  await page.setViewportSize(phone);
  await connected(page);
  await expect(today(page).getByRole('link', { name: '1 settlement to open' })).toHaveAttribute(
    'href',
    '/Settlements',
  );
  await today(page).getByRole('link', { name: '1 announcement to confirm' }).click();
  const notice = archive(page).getByRole('listitem').filter({ hasText: message });
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(notice).toContainText(/Confirmed \d\d\/\d\d\/\d{4}/);
  await page.goBack();
  await expect(today(page).getByRole('listitem')).toHaveText([
    ...['5 documents to hand in', '1 settlement to open', '1 form to open'],
    '2 unread notifications',
  ]);
  // The form is rejected while the page is open.
  const path = `/api/employee-files/${version}/status`;
  const rejection = { status: 'Rejected', reason: 'Unsigned' };
  await send(server, 'PUT', path, await tokenOf(server), rejection);
  await today(page).getByRole('link', { name: '1 rejected form to send again' }).click();
  await expect(page).toHaveURL('/EmployeeFiles');

  await visit(page, '/notifications');
  const markAll = page.getByRole('button', { name: 'Mark all as read' });
  await markAll.click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  const settings = page.getByRole('dialog', { name: 'Notification settings' });
  const save = settings.getByRole('button', { name: 'Save' });
  await test.step('turn hours off', async () => {
    await page.getByRole('link', { name: 'Notification settings' }).click();
    await expect(settings.getByLabel('Messages from the office: Portal')).toBeDisabled();
    await settings.getByLabel('Hours: Portal').uncheck();
    await settings.getByLabel('Quiet hours').check();
    await settings.locator('[name=from]').fill('21:30');
    await settings.locator('[name=to]').fill('');
    await save.click();
    await expect(settings.getByText('Enter both times.')).toBeVisible();
    await settings.locator('[name=to]').fill('05:15');
    await axe(page);
    await save.click();
    await expect(page.getByText('Notification settings saved.')).toBeVisible();
    await page.getByRole('link', { name: 'Notification settings' }).click();
    await expect(settings.getByLabel('Hours: Portal')).not.toBeChecked();
    await expect(settings.locator('[name=from]')).toHaveValue('21:30');
    await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
  });

  await test.step('read the archive', async () => {
    const path = `/api/employees/${driver.employeeId}`;
    await send(server, 'PUT', path, await tokenOf(server), { pto_hours: 32 });
    const { name } = await addDocument(server, 'settlements', [driver]);
    for (let n = 0; n < 2; n += 1) await addDamage(server, driver.employeeId);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');
    const items = archive(page).locator('> li');
    const hours = items.filter({ hasText: 'changed from 40 to 32.' });
    await expect(hours).toBeVisible();
    await expect(hours.getByRole('button', { name: 'Mark as Read' })).toHaveCount(0);
    const group = items.first();
    await expect(group).toContainText('and 1 more');
    await group.getByRole('button', { name: 'Show all 2' }).click();
    await expect(group.getByRole('listitem')).toHaveCount(2);
    const single = items.filter({ hasText: name });
    await single.getByRole('button', { name: 'Mark as Read' }).click();
    await expect(single).toBeFocused();
    await markAll.click();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await expect(archive(page).getByRole('button', { name: 'Mark as Read' })).toHaveCount(0);
  });

  await addDamage(server, driver.employeeId);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await panel(page).getByRole('listitem').getByRole('link').click();
  await expect(page).toHaveURL(/\/damages\?damage=\d+$/);
  await expect(page.getByRole('listitem').and(page.locator(':focus'))).toBeVisible();
});

test('the navigation fits, and new rules are confirmed', async ({ page, server }) => {
  const [driver, other] = [
    await newPerson(server, 'employee'),
    await newPerson(server, 'employee'),
  ];
  const message = unique('New tie-down rules');
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, server, 'admin');
  await page.goto('/announcements');
  const nav = page.getByRole('navigation', { name: 'Portal' });
  await expect(nav.getByRole('link').last()).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'New announcement' }).first().click();
  const form = page.getByRole('dialog', { name: 'New announcement' });
  await form.getByRole('textbox', { name: 'Message' }).fill(message);
  await form.getByLabel('To', { exact: true }).selectOption('Chosen people');
  const submit = form.getByRole('button', { name: 'Send' });
  await submit.click();
  await expect(form.getByText('Please select at least one user.')).toBeVisible();
  for (const { username } of [driver, other]) await form.getByLabel(username).check();
  await form.getByLabel('Ask each person to confirm that they have read it').check();
  await submit.click();
  const row = page.getByRole('listitem').filter({ hasText: message });
  await expect(row).toContainText('Confirmed by 0 of 2');
  await confirmAll(server, driver);
  await expect(row).toContainText('Confirmed by 1 of 2');
  await row.getByRole('button', { name: /Who has confirmed/ }).click();
  const readers = page.getByRole('dialog', { name: 'Who has confirmed' });
  const first = readers.getByRole('listitem').first();
  await expect(first).toContainText(other.username);
  await expect(first).toContainText('Not confirmed');
  await readers.getByRole('button', { name: /^Remind/ }).click();
  await expect(page.getByText('1 person was reminded.')).toBeVisible();
});
