import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { create, newStaff, send, signedIn, tokenOf, unique } from './office-api.ts';
import { formOf, idsOf, pdfFile, returnFile } from './records-api.ts';

const exactText = (page: Page, text: string) => page.getByText(text, { exact: true });
/** A section of the page, by its heading. */
const part = (page: Page, name: string) => page.getByRole('region', { name });
/** A row of the Employee List. */
const person = (page: Page, name: string) =>
  part(page, 'Employee List').getByRole('listitem').filter({ hasText: name });

test('returned forms (F1, F2, F3, F4, F5, F6, F7, G7)', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 500|The version was not changed/);
  const rosa = await newStaff(server);
  const file = unique('W-4');
  const form = formOf({ user_ids: idsOf([rosa]), file_name: file });
  const path = '/api/employee-files';
  const { file_id } = await create<{ file_id: number }>(server, `${path}/upload`, form);
  await test.step('the employee', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signedIn(page, server, rosa);
    await page.goto('/EmployeeFiles');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'My Files',
      'File Downloads',
    ]);
    const card = page.getByRole('article').filter({ hasText: file });
    await expect(card).toContainText('No Status');
    await part(page, 'File Downloads').getByRole('button', { name: 'Show all files' }).click();
    await expect(part(page, 'File Downloads').getByRole('link')).toHaveText([file]);
    const view = card.getByRole('link', { name: `View ${file}` });
    expect((await page.request.get((await view.getAttribute('href')) ?? '')).status()).toBe(200);
    // Without a file the click is ignored (F1).
    const upload = card.getByRole('button', { name: 'Upload' });
    await upload.click();
    await expect(card.getByText('Choose the PDF to send first.')).toBeVisible();
    await card.locator('input[name=file]').setInputFiles(pdfFile('unsigned'));
    await upload.click();
    await expect(exactText(page, 'Submission uploaded successfully.')).toBeVisible();
    await expect(card).toContainText('Incomplete');
    const second = await returnFile(server, rosa, file_id);
    const reason = 'The signature on page 2 is missing.';
    const answer = { status: 'Rejected', reason };
    await send(server, 'PUT', `${path}/${second}/status`, await tokenOf(server), answer);
    await expect(card).toContainText(reason);
    await expect(card).toContainText('Rejected');
    await card.getByRole('button', { name: 'Show versions' }).click();
    const rows = page.getByRole('table', { name: `Versions of ${file}` }).getByRole('row');
    await expect(rows).toContainText(['Version', 'v2', reason, 'v1']);
    await expect(rows.nth(1)).toContainText(/\d+:\d\d [AP]M/);
  });

  await page.setViewportSize({ width: 1280, height: 1000 });
  await signedIn(page, server);
  await page.goto('/AdminFiles');
  const panel = part(page, 'Uploaded Files');
  const list = panel.getByRole('combobox');
  const question = page.getByRole('alertdialog');
  await expect(list.getByRole('option').first()).toHaveText('Select a File');
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeDisabled();
  await test.step('the versions', async () => {
    await returnFile(server, rosa, file_id);
    await expect(person(page, rosa.name).getByText('Awaiting review').first()).toBeVisible();
    await page.getByPlaceholder('Search employees...').fill(rosa.name);
    await expect(part(page, 'Employee List').getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: rosa.name }).click();
    const table = page.getByRole('table', { name: `Files of ${rosa.name}` });
    await expect(table.getByRole('columnheader')).toHaveText(['File', 'Status', 'Date']);
    const row = table.getByRole('row').nth(1);
    await expect(row).toContainText(new RegExp(`${file}Incomplete\\d\\d/\\d\\d/\\d\\d`));
    const of = (number: number) => `v${number} of ${file}, ${rosa.name}`;
    const third = page.getByLabel(`Status of ${of(3)}`);
    await third.selectOption('Rejected');
    const dialog = page.getByRole('dialog', { name: 'Reject' });
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('This field is required.');
    await checkA11y(page);
    await dialog.getByLabel('Why it is rejected').fill('The date is missing.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(exactText(page, 'Status updated.')).toBeVisible();
    await expect(row).toContainText(`${file}Rejected`);

    await page.getByRole('button', { name: `Delete ${of(1)}` }).click();
    await expect(question.getByRole('heading')).toHaveText(
      'Are you sure you want to delete this file version?',
    );
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(exactText(page, 'File version deleted successfully.')).toBeVisible();
    const versions = page.getByRole('list', { name: `Versions of ${file}` });
    await expect(versions.getByRole('listitem')).toHaveCount(2);

    const failure = { status: 500, json: { error: 'The disk is full.' } };
    const change = /\/api\/employee-files\/\d+\/status$/;
    await page.route(change, (route) => route.fulfill(failure), { times: 1 });
    await third.selectOption('Complete');
    await expect(versions.getByRole('status')).toHaveText(
      "Couldn't save. The stored version is shown.",
    );
    await expect(third).toHaveValue('Rejected');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await third.selectOption('Complete');
    await expect(row).toContainText(`${file}Complete`);
  });
  await test.step('another file', async () => {
    const other = unique('I-9');
    const form = part(page, 'Upload & Assign File');
    await form.getByRole('button', { name: 'Upload' }).click();
    await expect(form.getByRole('alert')).toHaveText('Please select a file.');
    await form.getByLabel('File name').fill(other);
    await form.locator('input[name=file]').setInputFiles(pdfFile('blank form'));
    await form.getByText('0 user(s) selected', { exact: true }).click();
    await form.getByRole('searchbox').fill(rosa.username);
    await form.getByLabel(rosa.username).check();
    await expect(form.getByText('1 user(s) selected', { exact: true })).toBeVisible();
    await form.getByRole('button', { name: 'Upload' }).click();
    await expect(exactText(page, 'File uploaded successfully.')).toBeVisible();
    await expect(person(page, rosa.name)).toContainText(other);
    await list.selectOption({ label: other });
    await panel.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit File' });
    await edit.getByLabel(rosa.username).uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    const saved = 'File updated successfully. Nobody sees it until you choose people.';
    await expect(exactText(page, saved)).toBeVisible();
    await expect(person(page, rosa.name)).not.toContainText(other);
    await panel.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByRole('heading')).toHaveText(
      'Are you sure you want to delete this file?',
    );
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(exactText(page, 'File deleted successfully.')).toBeVisible();
    await expect(list).toHaveValue('');
  });
});
