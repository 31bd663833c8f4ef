/** People: accounts with their employee records, and the import of a sheet. */
import type { Page } from '@playwright/test';
import type { User } from '#contract/users.ts';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import { firstAdmin } from '#tests/harness/server.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';

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

async function fill(page: Page, username: string) {
  await form(page).getByLabel('Username').fill(username);
  await form(page).getByLabel('Email').fill(`${username}@example.com`);
  for (const [label, value] of Object.entries(driver)) {
    // The checkbox label contains the word, too.
    const control = label === 'Password' ? password(page) : form(page).getByLabel(label);
    await control.fill(value);
  }
}

async function found(server: { url: string }, username: string): Promise<User | undefined> {
  const users = await send<User[]>(server, 'GET', '/api/users', await tokenOf(server));
  return users.find((one) => one.username === username);
}

test('accounts, and an import (U1, U2, U3, U4, U5)', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 409/);
  const username = unique('driver').replace(' ', '-');
  await signedIn(page, server, firstAdmin);
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'Users & Employees Table' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(14);
  await expect(row(page, firstAdmin.email)).toContainText('N/A');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await expect(page.getByRole('group', { name: 'Employee Information' })).toBeVisible();
  await expect(page.locator('[name=user_role]')).toHaveValue('employee');
  await add(page).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(form(page).locator('[aria-invalid=true]')).toHaveCount(11);
  await fill(page, username);
  await add(page).click();
  await expect(shown(page, 'User and Employee added successfully.')).toBeVisible();
  await expect(row(page, username)).toBeFocused();
  await expect(row(page, username)).toContainText('02/03/2026');
  const table = page.getByRole('region', { name: 'Users & Employees Table' });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  expect(await found(server, username)).toMatchObject({ first_name: 'Marisol', work_hours: 12 });

  // Others add people, too, and the table shows the first ones.
  const search = page.getByLabel('Search name');
  await search.fill(username);
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
  // The password stays.
  await tokenOf(server, { username, password: driver.Password });

  const question = page.getByRole('alertdialog');
  await row(page, username).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'User deleted successfully.')).toBeVisible();
  await expect(row(page, username)).toHaveCount(0);
  await search.fill(firstAdmin.email);
  await page.getByRole('button', { name: 'Delete admin', exact: true }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, "You can't close your own account. Ask another admin.")).toBeVisible();

  await test.step('a messy sheet is imported', () => importPeople(page));
});

/** A sheet as companies have it: a title, semicolons, Windows-1252, US dates, a mistake. */
function messySheet(last: string): Buffer {
  const lines = [
    'Drivers 2026;;;;;',
    ';;;;;',
    'Name;E-Mail;Cell;Hire Date;PTO balance;Shoe size',
    `Peña, José;jose@${last}.example.com;8155550142;1/31/2025;"1,016.5";9`,
    `"Ann ${last}";ann@${last}.example.com;(815) 555-0143;2/30/2025;8;10`,
    'Total;;;;1,024.5;',
    ';;;;;',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/** Checks a messy sheet, corrects it and imports it. */
async function importPeople(page: Page): Promise<void> {
  // Of letters: a number in a name is asked about.
  const numbers = unique('').replace(/\D/g, '');
  const last = `fleet${numbers.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByLabel('What to import')).toHaveValue('people');
  const sheet = { name: 'drivers.csv', mimeType: 'text/csv', buffer: messySheet(last) };
  await page.getByLabel('Spreadsheet', { exact: true }).setInputFiles(sheet);
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
}
