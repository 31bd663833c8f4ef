/** The portal's home, the bell with its notifications, and announcements. */
import type { Page } from '@playwright/test';
import { axe, expect, reloadAfterDialog, test } from '../harness/e2e.ts';
import {
  connected,
  newPerson,
  newStaff,
  send,
  signedIn,
  storeToken,
  tokenOf,
  unique,
} from './office-api.ts';
import { addDamage, addDocument, openDocument, returnFile } from './records-api.ts';

const phone = { width: 390, height: 844 };
const today = (page: Page) => page.getByRole('region', { name: 'What needs you today' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const archive = (page: Page) => page.getByRole('list', { name: 'All notifications' });

test('home lists what a driver must open, confirm and resend, one click each', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const driver = await newStaff(server);
  await addDocument(server, 'settlements', [driver]);
  const { id } = await addDocument(server, 'training', [driver], { acknowledge: 1 });
  await openDocument(server, 'training', id, driver);
  const form = await addDocument(server, 'employee-files', [driver]);
  const version = await returnFile(server, driver, form.id);
  const token = await signedIn(page, server, driver);
  await page.setViewportSize(phone);
  await page.route('**/api/badges', (route) => route.fulfill({ status: 503, json: {} }));
  // Connecting loads it again, which must be over before the button is pressed.
  await connected(page);
  await expect(today(page).getByRole('alert')).toContainText("Couldn't load what needs you today.");
  await page.unroute('**/api/badges');
  await today(page).getByRole('button', { name: 'Try again' }).click();
  await expect(today(page).getByRole('link', { name: '1 settlement to open' })).toBeVisible();
  await expect(today(page).getByText('rejected')).toHaveCount(0);
  // The form is rejected while the page is open.
  await send(server, 'PUT', `/api/employee-files/${version}/status`, await tokenOf(server), {
    status: 'Rejected',
    reason: 'Unsigned',
  });
  for (const [name, path] of [
    ['1 rejected form to send again', '/EmployeeFiles'],
    ['1 settlement to open', '/Settlements'],
    ['1 training file to confirm', '/TrainingFiles'],
  ] as const) {
    await today(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
  }
  await send(server, 'POST', `/api/documents/${id}/acknowledge`, token);
  await expect(today(page).getByText('to confirm')).toHaveCount(0);
});

test('home lists what the office must do, and the side navigation fits a screen of 900 px', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, server, 'admin');
  await page.route('**/api/badges', async (route) => {
    const counts = await (await route.fetch()).json();
    for (const name of Object.keys(counts)) counts[name] = 0;
    const urgent = { overdue_claims: 1, expired_driver_documents: 2, drop_files_to_publish: 8 };
    const waiting = { new_inquiries: 3, overdue_inquiries: 2, new_applications: 4, ...urgent };
    const more = { submissions_to_review: 5, open_orders: 1, never_opened_settlements: 6 };
    await route.fulfill({ json: { ...counts, ...waiting, ...more, testimonials_to_approve: 7 } });
  });
  await page.goto('/portal');
  const wanted = [
    ['1 overdue claim', '/claims?status=overdue'],
    ['2 expired driver documents', '/driver-file?status=expired'],
    ['2 overdue inquiries', '/inquiries?view=overdue'],
    ['3 new inquiries', '/inquiries?status=new'],
    ['4 new applications', '/applications?show=new'],
    ['5 forms to review', '/AdminFiles?show=awaiting'],
    ['8 settlements to publish', '/Settlements'],
    ['1 store order to get ready', '/Store?view=orders'],
    ['7 testimonials to approve', null],
    ['6 settlements nobody has opened', '/Settlements?show=unopened'],
  ] as const;
  await expect(today(page).getByRole('listitem')).toHaveText(wanted.map(([name]) => name));
  for (const [name, path] of wanted) {
    if (path) await expect(today(page).getByRole('link', { name })).toHaveAttribute('href', path);
  }
  const nav = page.getByRole('navigation', { name: 'Portal' });
  await expect(nav.getByRole('link').last()).toBeInViewport({ ratio: 1 });
  await today(page).getByRole('button', { name: '7 testimonials to approve' }).click();
  await expect(page.getByRole('dialog', { name: 'Testimonial Approval' })).toBeVisible();
});

test('a kind that is turned off stays out of the bell; the archive groups the others, which lead to their items', async ({
  page,
  server,
}) => {
  const driver = await newStaff(server, { pto_hours: 40 });
  await page.setViewportSize(phone);
  await signedIn(page, server, driver);
  await page.goto('/notifications');
  const openSettings = page.getByRole('link', { name: 'Notification settings' });
  await openSettings.click();
  const settings = page.getByRole('dialog', { name: 'Notification settings' });
  const save = settings.getByRole('button', { name: 'Save' });
  await expect(settings.getByLabel('Messages from the office: Portal')).toBeDisabled();
  await settings.getByLabel('Damages: Portal').uncheck();
  await settings.getByLabel('Quiet hours').check();
  await settings.locator('[name=from]').fill('21:30');
  await settings.locator('[name=to]').fill('');
  await save.click();
  await expect(settings.getByText('Enter both times.')).toBeVisible();
  await settings.locator('[name=to]').fill('05:15');
  await axe(page);
  await save.click();
  await expect(page.getByText('Notification settings saved.')).toBeVisible();
  await addDamage(server, driver.employeeId);
  await reloadAfterDialog(page);
  await expect(archive(page).getByRole('listitem')).toHaveCount(1);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await openSettings.click();
  await expect(settings.locator('[name=from]')).toHaveValue('21:30');
  await expect(settings.locator('[name=to]')).toHaveValue('05:15');
  await settings.getByLabel('Damages: Portal').check();
  await save.click();
  await expect(settings).toBeHidden();

  const token = await tokenOf(server);
  await send(server, 'PUT', `/api/employees/${driver.employeeId}`, token, { pto_hours: 32 });
  for (let n = 0; n < 2; n += 1) await addDamage(server, driver.employeeId);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');
  const group = archive(page).locator('> li').first();
  await expect(group).toContainText('and 1 more');
  await group.getByRole('button', { name: 'Show all 2' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(2);
  const hours = archive(page).locator('> li').filter({ hasText: 'changed from 40 to 32.' });
  await hours.getByRole('button', { name: 'Mark as Read' }).click();
  await expect(hours).toBeFocused();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(archive(page).getByRole('button', { name: 'Mark as Read' })).toHaveCount(0);
  await addDamage(server, driver.employeeId);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await panel(page).getByRole('listitem').getByRole('link').click();
  await expect(page).toHaveURL(/\/damages\?damage=\d+$/);
  await expect(page.getByRole('listitem').and(page.locator(':focus'))).toBeVisible();
});

test('the office announces new rules, a driver confirms them, and the office sees who has not', async ({
  page,
  server,
}) => {
  const [driver, other] = [
    await newPerson(server, 'employee'),
    await newPerson(server, 'employee'),
  ];
  const message = unique('New tie-down rules');
  const admin = await signedIn(page, server, 'admin');
  await page.goto('/announcements');
  await page.getByRole('button', { name: 'New announcement' }).first().click();
  const form = page.getByRole('dialog', { name: 'New announcement' });
  await form.getByRole('textbox', { name: 'Message' }).fill(message);
  await form.getByLabel('To', { exact: true }).selectOption('Chosen people');
  const submit = form.getByRole('button', { name: 'Send' });
  await submit.click();
  await expect(form.getByText('Please select at least one user.')).toBeVisible();
  for (const { username } of [driver, other]) await form.getByLabel(username).check();
  await form.getByLabel('Ask each person to confirm that they have read it').check();
  await axe(page);
  await submit.click();
  const row = page.getByRole('listitem').filter({ hasText: message });
  await expect(row).toContainText('Confirmed by 0 of 2');

  await signedIn(page, server, driver);
  await page.goto('/portal');
  await page.getByRole('link', { name: '1 announcement to confirm' }).click();
  await row.getByRole('button', { name: 'I have read this' }).click();
  await expect(row).toContainText(/Confirmed \d\d\/\d\d\/\d{4}/);

  await storeToken(page, admin);
  await page.goto('/announcements');
  await expect(row).toContainText('Confirmed by 1 of 2');
  await row.getByRole('button', { name: /Who has confirmed/ }).click();
  const readers = page.getByRole('dialog', { name: 'Who has confirmed' });
  await expect(readers.getByRole('listitem').first()).toContainText(other.username);
  await expect(readers.getByRole('listitem').first()).toContainText('Not confirmed');
  await readers.getByRole('button', { name: /^Remind/ }).click();
  await expect(page.getByText('1 person was reminded.')).toBeVisible();
});
