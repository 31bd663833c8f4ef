/** People: accounts with their employee records, and the import of a sheet. */
import type { Page } from '@playwright/test';
import type { User } from '#contract/users.ts';
import { axe, expect, test } from '../harness/e2e.ts';
import { firstAdmin } from '../harness/server.ts';
import { send, signedIn, submitLogin, tokenOf, unique } from './office-api.ts';
import { newStaff } from './users-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const add = (page: Page) => page.getByRole('button', { name: 'Add User & Employee', exact: true });
const update = (page: Page) => page.getByRole('button', { name: 'Update User & Employee' });
/** The form; the table's headers have the same labels. */
const form = (page: Page) => page.locator('form');
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const password = (page: Page) => form(page).locator('[name=password]');
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

const driver = {
  Phone: '630-555-0143',
  Password: 'a load of nine cars',
  'First Name': 'Marisol',
  'Last Name': 'Quintero',
  Department: 'Operations',
  Position: 'Driver',
  'Hire Date': '2026-02-03',
  'PTO Hours': '40',
  'Work Hours': '12.9',
};

async function fill(page: Page, username: string, values: Partial<typeof driver> = driver) {
  await form(page).getByLabel('Username').fill(username);
  await form(page).getByLabel('Email').fill(`${username}@example.com`);
  for (const [label, value] of Object.entries(values)) {
    // The checkbox label contains the word, too.
    const control = label === 'Password' ? password(page) : form(page).getByLabel(label);
    await control.fill(value);
  }
}

async function found(server: { url: string }, username: string): Promise<User | undefined> {
  const users = await send<User[]>(server, 'GET', '/api/users', await tokenOf(server));
  return users.find((one) => one.username === username);
}

test('an admin adds a driver, changes and closes the account, but not their own (U1, U2, U3, U4, U5)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const username = unique('driver').replace(' ', '-');
  await signedIn(page, server, firstAdmin);
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'Users & Employees Table' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(14);
  await expect(row(page, 'admin@example.com')).toContainText('N/A');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await expect(page.getByRole('group', { name: 'Employee Information' })).toBeVisible();
  await expect(page.locator('[name=user_role]')).toHaveValue('employee');
  await add(page).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(form(page).locator('[aria-invalid=true]')).toHaveCount(11);
  await fill(page, 'ADMIN');
  await form(page).getByLabel('Email').fill('another@example.com');
  await add(page).click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
    'This username is already taken.',
  );
  await expect(page.getByLabel('Username')).toBeFocused();
  await fill(page, username);
  await add(page).dblclick();
  await expect(shown(page, 'User and Employee added successfully.')).toBeVisible();
  await expect(row(page, username)).toBeFocused();
  await expect(row(page, username)).toContainText('02/03/2026');
  expect(await found(server, username)).toMatchObject({ first_name: 'Marisol', work_hours: 12 });

  await row(page, username).getByRole('button', { name: 'Edit' }).click();
  await expect(password(page)).toHaveValue('');
  await form(page).getByLabel('Position').fill('Lead driver');
  await form(page).getByLabel('Work Hours').fill('7.8');
  await expect(page.getByLabel('Work Hours')).toHaveAccessibleDescription(
    'Will be saved as 7. Use the PTO Tracker for decimals.',
  );
  await update(page).click();
  await expect(shown(page, 'User and Employee updated successfully.')).toBeVisible();
  await expect(row(page, username)).toContainText('Lead driver');
  await tokenOf(server, { username, password: driver.Password });

  const question = page.getByRole('alertdialog');
  await row(page, username).getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'User deleted successfully.')).toBeVisible();
  await expect(row(page, username)).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete admin' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, "You can't close your own account. Ask another admin.")).toBeVisible();
});

test('explains when only the user was saved, and continues from there after a reload (U4, U5)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/, /ERR_/);
  const username = unique('driver').replace(' ', '-');
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await fill(page, username);
  const refused = { status: 503, json: { error: 'The service is away.' } };
  await page.route('**/api/employees', (route) => route.fulfill(refused), { times: 1 });
  await add(page).click();
  await expect(
    shown(
      page,
      'The user was added, but not the employee information: The service is away. Save again.',
    ),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First Name')).toHaveValue('Marisol');
  expect(await found(server, username)).toMatchObject({ employee_id: null });

  // The employee is created, and the reply is lost.
  await page.route('**/api/employees', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await update(page).click();
  await expect(
    page.getByText(/^The user was updated, but not the employee information/),
  ).toBeVisible();
  await page.unroute('**/api/employees');
  await update(page).click();
  await expect(shown(page, 'User and Employee updated successfully.')).toBeVisible();
  expect(await found(server, username)).toMatchObject({ first_name: 'Marisol', work_hours: 12 });
  await tokenOf(server, { username, password: driver.Password });
});

test('a long table fits 1440 px, and renders more rows on scrolling (U2)', async ({
  page,
  server,
}) => {
  const one = await found(server, 'admin');
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...one,
    user_id: 5000 + index,
    username: `hauler${index}`,
    user_email: `hauler${index}@example.com`,
    first_name: 'Maximiliano-Alejandro',
    last_name: 'Wolfeschlegelsteinhausenberger',
    pto_hours: 1000 - index,
    employee_id: index,
  }));
  await signedIn(page, server);
  await page.route('**/api/users', (route) => route.fulfill({ json: many }));
  await page.goto('/users');
  await expect(page.getByText('1000 users')).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(130);
  await page.getByRole('button', { name: 'PTO Hours' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('hauler999');
  await page.evaluate(() => document.fonts.ready);
  const table = page.getByRole('region', { name: 'Users & Employees Table' });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);

  await table.evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  await expect(row(page, 'hauler920@example.com')).toBeAttached();
  await page.keyboard.press('/');
  await page.keyboard.type('hauler77');
  await expect(page.getByText('11 of 1000 users')).toBeVisible();
});

test("a new driver's open phone shows new hours and notifications, which lead to them", async ({
  page,
  browser,
  server,
}) => {
  const staff = await newStaff(server, { pto_hours: 40 });
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const phone = await context.newPage();
  await phone.goto('/login');
  await submitLogin(phone, staff);
  await expect(phone).toHaveURL('/portal');
  const bell = phone.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');

  await signedIn(page, server);
  await page.goto('/hours');
  await page.getByLabel(`PTO Hours of ${staff.name}`).fill('47.5');
  await page.getByLabel('Reason').fill('Holiday on the road');
  await page.getByRole('button', { name: 'Submit Changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
  await expect(shown(page, 'Changes submitted successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Send notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  const words = unique('Ice on I-80');
  await dialog.getByLabel('Message').fill(words);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(shown(page, 'Email sent successfully.')).toBeVisible();

  await expect(bell).toHaveAccessibleName('Notifications, 2 unread');
  await bell.click();
  const panel = phone.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText(words)).toBeVisible();
  await panel.getByRole('link', { name: 'Your PTO hours changed from 40 to 47.5.' }).click();
  await expect(phone).toHaveURL('/Hours');
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  const own = phone.getByLabel(`PTO Hours of ${staff.name}`);
  await expect(own).toHaveValue('47.5');
  const ledger = phone.getByRole('region', { name: 'How your hours changed' });
  await expect(ledger.getByRole('listitem').first()).toContainText('40 → 47.5');
  await expect(ledger).toContainText('Holiday on the road');
  // Another change appears without a reload.
  const path = `/api/employees/${staff.employeeId}`;
  await send(server, 'PUT', path, await tokenOf(server), { pto_hours: 32 });
  await expect(own).toHaveValue('32');
  await context.close();
});

/** A sheet as companies have it: a title, semicolons, Windows-1252, US dates, a mistake. */
function messySheet(last: string, hired: string): Buffer {
  const lines = [
    'Drivers 2026;;;;;',
    ';;;;;',
    'Name;E-Mail;Cell;Hire Date;PTO balance;Shoe size',
    `Peña, José;jose@${last}.example.com;8155550142;1/31/2025;"1,016.5";9`,
    `"Ann ${last}";ann@${last}.example.com;(815) 555-0143;${hired};8;10`,
    'Total;;;;1,024.5;',
    ';;;;;',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

test('an admin checks a messy sheet, corrects it and imports it once', async ({ page, server }) => {
  const last = unique('fleet').replace(/\W/g, '').toLowerCase();
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByLabel('What to import')).toHaveValue('people');
  const choose = (buffer: Buffer) =>
    page
      .getByLabel('Spreadsheet', { exact: true })
      .setInputFiles({ name: 'drivers.csv', mimeType: 'text/csv', buffer });
  await choose(messySheet(last, '2/30/2025'));
  const preview = page.getByRole('region', { name: 'Preview' });
  const importButton = preview.getByRole('button', { name: 'Import', exact: true });
  await expect(importButton).toBeDisabled();
  await preview.getByRole('button', { name: /^Row 5, Hire Date: Enter a date/ }).focus();
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('cell', { name: /^2\/30\/2025/ })).toBeFocused();
  await axe(page);

  // A column without a known header can be mapped by hand, and the total is left out.
  await preview.getByLabel('Column F: Shoe size').selectOption({ label: 'Payroll number' });
  await expect(preview.getByRole('columnheader', { name: 'Payroll number' })).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Include row 6' })).toBeVisible();
  await preview.getByRole('button', { name: 'Edit row 5' }).click();
  const dialog = page.getByRole('dialog', { name: 'Row 5' });
  await dialog.getByLabel('Hire Date').fill('31-Jan-25');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(preview.getByText('1 correction made here.')).toBeVisible();
  await expect(preview.getByRole('cell', { name: /^New/ })).toHaveCount(2);
  await importButton.click();
  await expect(page.getByText('Import finished.')).toBeVisible();
  await expect(page.getByText('New people have no password yet.')).toBeVisible();
  await choose(messySheet(last, '31-Jan-25'));
  await expect(preview.getByRole('cell', { name: /^Unchanged/ })).toHaveCount(2);
  await expect(importButton).toBeDisabled();
});
