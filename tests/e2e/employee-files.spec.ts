import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { deviceOf } from './chat-api.ts';
import { checkA11y } from './check-a11y.ts';
import { newStaff, signedIn, tokenOf, unique } from './office-api.ts';
import { pdfFile, returnFile } from './records-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const exactText = (page: Page, text: string) => page.getByText(text, { exact: true });
/** A section of the page, by its heading. */
const part = (page: Page, name: string) => page.getByRole('region', { name });
/** A file on the employee's page. */
const card = (page: Page, file: string) => page.getByRole('article').filter({ hasText: file });
/** A row of the Employee List. */
const person = (page: Page, name: string) =>
  part(page, 'Employee List').getByRole('listitem').filter({ hasText: name });
/** The versions of a file on the admins' page. */
const versions = (page: Page, file: string) =>
  page.getByRole('list', { name: `Versions of ${file}` }).getByRole('listitem');
/** MM/DD/YY, in the company's time zone. */
const today = () =>
  new Date().toLocaleDateString('en-US', {
    timeZone: 'America/Chicago',
    year: '2-digit',
    month: '2-digit',
    day: '2-digit',
  });

/** Opens a link in a new tab, waits for its first bytes and closes the tab. */
async function view(page: Page, name: string): Promise<void> {
  const tab = page.context().waitForEvent('page');
  const bytes = page
    .context()
    .waitForEvent('response', (response) => /\/files\//.test(response.url()));
  await page.getByRole('link', { name: `View ${name}` }).click();
  expect((await bytes).status()).toBe(200);
  await (await tab).close();
}

/** Waits for a toast and closes it; there may be others. */
async function closeToast(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: text });
  await toast.getByRole('button', { name: 'Close' }).click();
}

test('an employee returns a form in versions, of which the office rejects and deletes one; a failed change shows the stored status without an alert (F1, F2, F3, F4, F5, F6, F7, G7)', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  // A page may request a link just when the file is unassigned.
  allowConsole(/status of (404|500)|The version was not changed|A link to a file could not/);
  const rosa = await newStaff(server);
  const file = unique('W-4');
  await signedIn(page, server);
  await page.goto('/AdminFiles');
  const panel = part(page, 'Uploaded Files');
  const list = panel.getByRole('combobox');
  await expect(list.getByRole('option').first()).toHaveText('Select a File');
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeDisabled();

  const form = part(page, 'Upload & Assign File');
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(form.getByRole('alert')).toHaveText('Please select a file.');
  await form.getByLabel('File name').fill(file);
  await form.locator('input[name=file]').setInputFiles(pdfFile('blank form'));
  await form.getByText('0 user(s) selected', { exact: true }).click();
  await form.getByRole('searchbox').fill(rosa.username);
  await form.getByLabel(rosa.username).check();
  await expect(form.getByText('1 user(s) selected', { exact: true })).toBeVisible();
  const stored = page.waitForResponse('**/api/employee-files/upload');
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(exactText(page, 'File uploaded successfully.')).toBeVisible();
  const { file_id }: { file_id: number } = await (await stored).json();

  const phone = await deviceOf(browser, server, { token: await tokenOf(server, rosa) });
  await phone.goto('/EmployeeFiles');
  await expect(phone.getByRole('heading', { level: 2 })).toHaveText(['My Files', 'File Downloads']);
  await expect(card(phone, file)).toContainText('No Status');
  await part(phone, 'File Downloads').getByRole('button', { name: 'Show all files' }).click();
  await expect(part(phone, 'File Downloads').getByRole('link')).toHaveText([file]);
  await view(phone, file);
  // Without a file the click is ignored (F1).
  await card(phone, file).getByRole('button', { name: 'Upload' }).click();
  await expect(card(phone, file).getByText('Choose the PDF to send first.')).toBeVisible();
  await card(phone, file).locator('input[name=file]').setInputFiles(pdfFile('unsigned'));
  await card(phone, file).getByRole('button', { name: 'Upload' }).click();
  await expect(exactText(phone, 'Submission uploaded successfully.')).toBeVisible();

  await expect(person(page, rosa.name).getByText('Awaiting review').first()).toBeVisible();
  await page.getByPlaceholder('Search employees...').fill(rosa.name);
  await expect(part(page, 'Employee List').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: rosa.name }).click();
  const table = page.getByRole('table', { name: `Files of ${rosa.name}` });
  await expect(table.getByRole('columnheader')).toHaveText(['File', 'Status', 'Date']);
  await expect(table.getByRole('row').nth(1)).toContainText(`${file}Incomplete${today()}`);
  const of = (number: number) => `v${number} of ${file}, ${rosa.name}`;
  await page.getByLabel(`Status of ${of(1)}`).selectOption('Rejected');
  const dialog = page.getByRole('dialog', { name: 'Reject' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This field is required.');
  await checkA11y(page);
  await dialog.getByLabel('Why it is rejected').fill('The signature on page 2 is missing.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(exactText(page, 'Status updated.')).toBeVisible();
  await expect(person(page, rosa.name).getByText('Awaiting review')).toHaveCount(0);

  await expect(card(phone, file)).toContainText('The signature on page 2 is missing.');
  await expect(card(phone, file)).toContainText('Rejected');
  await returnFile(server, rosa, file_id);
  await page.getByRole('button', { name: `Delete ${of(2)}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('heading')).toHaveText(
    'Are you sure you want to delete this file version?',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(exactText(page, 'File version deleted successfully.')).toBeVisible();
  await expect(versions(page, file)).toHaveCount(1);

  await returnFile(server, rosa, file_id);
  const change = /\/api\/employee-files\/\d+\/status$/;
  await page.route(change, (route) =>
    route.fulfill({ status: 500, json: { error: 'The disk is full.' } }),
  );
  await page.getByLabel(`Status of ${of(3)}`).selectOption('Complete');
  await expect(versions(page, file).getByRole('status')).toHaveText(
    "Couldn't save. The stored version is shown.",
  );
  await expect(page.getByLabel(`Status of ${of(3)}`)).toHaveValue('Incomplete');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(change);
  await page.getByLabel(`Status of ${of(3)}`).selectOption('Complete');
  await expect(table.getByRole('row').nth(1)).toContainText(`${file}Complete${today()}`);
  await expect(card(phone, file)).toContainText('Complete');
  await card(phone, file).getByRole('button', { name: 'Show versions' }).click();
  const back = phone.getByRole('table', { name: `Versions of ${file}` });
  await expect(back.getByRole('row')).toContainText(['Version', 'v3', 'v1', 'page 2 is missing']);
  await expect(back.getByRole('row').nth(1)).toContainText(/\d+:\d\d [AP]M/);

  await list.selectOption({ label: file });
  await panel.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit File' });
  await edit.getByLabel(rosa.username).uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await closeToast(page, 'File updated successfully.');
  await expect(card(phone, file)).toHaveCount(0);
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('heading')).toHaveText(
    'Are you sure you want to delete this file?',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(exactText(page, 'File deleted successfully.')).toBeVisible();
  await expect(list).toHaveValue('');
  await phone.context().close();
});
