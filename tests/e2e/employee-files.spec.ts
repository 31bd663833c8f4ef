import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { pdfFile } from './documents-api.ts';
import { assignFile, newHolder, returnFile } from './employee-files-api.ts';
import {
  card,
  closeToast,
  exactText,
  onPhone,
  part,
  person,
  review,
  today,
  upload,
  versions,
  view,
} from './employee-files-steps.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

test('an employee returns a form in three versions, one of them rejected (F1, F2, F4, F5, F6, F7)', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(180_000);
  const [rosa, dale] = [await newHolder(server), await newHolder(server)];
  const file = unique('W-4');
  await signedIn(page, server);
  await page.goto('/AdminFiles');
  for (const name of ['Uploaded Files', 'Upload & Assign File', 'Employee List']) {
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  }

  const form = part(page, 'Upload & Assign File');
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(form.getByRole('alert')).toHaveText('Please select a file.');
  await form.getByLabel('File name').fill(file);
  await expect(form.locator('input[name=file]')).toHaveAttribute('accept', /\.pdf.*\.doc.*\.docx/);
  await form.locator('input[name=file]').setInputFiles(pdfFile('blank form'));
  await form.getByText('0 user(s) selected', { exact: true }).click();
  for (const { username } of [rosa, dale]) {
    await form.getByRole('searchbox').fill(username);
    await form.getByLabel(username).check();
  }
  await expect(form.getByText('2 user(s) selected', { exact: true })).toBeVisible();
  await form.getByLabel('Ask each person to confirm').check();
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(exactText(page, 'File uploaded successfully.')).toBeVisible();
  await expect(form.getByText('0 user(s) selected', { exact: true })).toBeVisible();

  await page.getByPlaceholder('Search employees...').fill(rosa.name);
  await page.getByRole('button', { name: rosa.name }).click();
  const table = page.getByRole('table', { name: `Files of ${rosa.name}` });
  await expect(table.getByRole('columnheader')).toHaveText(['File', 'Status', 'Date']);
  await expect(table.getByRole('row').nth(1)).toContainText(`${file}Incomplete${today()}`);

  const phone = await onPhone(browser, server, rosa);
  await expect(phone.getByRole('heading', { level: 2 })).toHaveText(['My Files', 'File Downloads']);
  await expect(card(phone, file)).toContainText('No Status');
  await expect(card(phone, file)).toContainText('Open this file first');
  // Each file has one link until the downloads are expanded.
  await expect(phone.getByRole('link', { name: file })).toHaveCount(1);
  await part(phone, 'File Downloads').getByRole('button', { name: 'Show all files' }).click();
  await expect(part(phone, 'File Downloads').getByRole('link')).toHaveText([file]);
  await view(phone, file);
  await card(phone, file).getByRole('button', { name: 'I have read this' }).click();
  await closeToast(phone, 'Thank you. The office can see that you have read this.');
  await expect(card(phone, file)).toContainText('You confirmed it on');

  // Without a file the click is ignored (F1).
  const posts: string[] = [];
  phone.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await card(phone, file).getByRole('button', { name: 'Upload' }).click();
  await expect(phone.getByRole('alert')).toHaveCount(0);
  await expect(card(phone, file).getByText('Choose the PDF to send first.')).toBeVisible();
  expect(posts).toEqual([]);
  await upload(phone, file, 'without a signature');

  await expect(person(page, rosa.name).getByText('Awaiting review').first()).toBeVisible();
  const of = (number: number) => `v${number} of ${file}, ${rosa.name}`;
  await review(page, of(1), 'Rejected');
  const dialog = page.getByRole('dialog', { name: 'Reject' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel(`Status of ${of(1)}`)).toHaveValue('Incomplete');
  await review(page, of(1), 'Rejected');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This field is required.');
  await checkA11y(page);
  await dialog.getByLabel('Why it is rejected').fill('The signature on page 2 is missing.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(exactText(page, 'Status updated.')).toBeVisible();
  await expect(person(page, rosa.name).getByText('Awaiting review')).toHaveCount(0);

  await expect(card(phone, file)).toContainText('The signature on page 2 is missing.');
  await expect(card(phone, file)).toContainText('Rejected');
  await upload(phone, file, 'of another form');
  await expect(versions(page, file)).toHaveCount(2);
  await page.getByRole('button', { name: `Delete ${of(2)}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('heading')).toHaveText(
    'Are you sure you want to delete this file version?',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(exactText(page, 'File version deleted successfully.')).toBeVisible();
  await expect(versions(page, file)).toHaveCount(1);

  await upload(phone, file, 'signed at last');
  await expect(versions(page, file)).toHaveCount(2);
  await review(page, of(3), 'Complete');
  await expect(table.getByRole('row').nth(1)).toContainText(`${file}Complete${today()}`);
  await expect(card(phone, file)).toContainText('Complete');
  await card(phone, file).getByRole('button', { name: 'Show versions' }).click();
  const back = phone.getByRole('table', { name: `Versions of ${file}` });
  await expect(back.getByRole('columnheader')).toHaveText(['Version', 'Status', 'Uploaded']);
  await expect(back.getByRole('row')).toContainText(['Version', 'v3', 'v1', 'page 2 is missing']);
  await expect(back.getByRole('row').nth(1)).toContainText('signed at last.pdf');
  await expect(back.getByRole('row').nth(1)).toContainText(/\d+:\d\d [AP]M/);
  await expect(versions(page, file).last()).toContainText(
    'Reason: The signature on page 2 is missing.',
  );
  await checkA11y(phone);
  await phone.context().close();
});

test('an admin removes an assignee, adds them again and deletes the file; admins see only their own files (F3)', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  // A page may request a link just when the file is deleted or unassigned.
  allowConsole(/status of 404 .*presigned-get/, /A link to a file could not be made/);
  const [rosa, dale] = [await newHolder(server), await newHolder(server)];
  const { id, name } = await assignFile(server, [rosa, dale]);
  await returnFile(server, rosa, id);
  const phone = await onPhone(browser, server, rosa);
  await expect(card(phone, name)).toContainText('Incomplete');

  await signedIn(page, server);
  await page.goto('/AdminFiles');
  const panel = part(page, 'Uploaded Files');
  const list = panel.getByRole('combobox');
  await expect(list.getByRole('option').first()).toHaveText('Select a File');
  for (const name of ['Edit', 'Delete', 'Receipts']) {
    await expect(panel.getByRole('button', { name })).toBeDisabled();
  }
  // Disabled for assistive technology, but it still explains itself.
  await panel.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('Cannot delete: missing File ID');
  // The chosen file was deleted by someone else.
  const gone = await assignFile(server, [rosa]);
  await list.selectOption(String(gone.id));
  await send(server, 'DELETE', `/api/employee-files/${gone.id}`, await tokenOf(server));
  await expect(list).toHaveValue('');
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Cannot delete: missing File ID');

  const tick = async (checked: boolean) => {
    await list.selectOption(String(id));
    await panel.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit File' });
    await dialog.getByLabel(rosa.username).setChecked(checked);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await closeToast(page, 'File updated successfully.');
  };
  await tick(false);
  await expect(
    exactText(phone, 'No files yet. Files to read, sign and return will appear here.'),
  ).toBeVisible();
  await tick(true);
  await expect(card(phone, name)).toContainText('Incomplete');

  await panel.getByRole('button', { name: 'Receipts' }).click();
  await expect(page.getByRole('dialog', { name: 'Receipts' })).toContainText(dale.name);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('heading')).toHaveText(
    'Are you sure you want to delete this file?',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(exactText(page, 'File deleted successfully.')).toBeVisible();
  await expect(list).toHaveValue('');
  await expect(card(phone, name)).toHaveCount(0);
  await phone.context().close();

  const others = await assignFile(server, [rosa]);
  await page.goto('/EmployeeFiles');
  await expect(page.getByText('No files yet.')).toBeVisible();
  await expect(card(page, others.name)).toHaveCount(0);
});

test('a thousand employees render in parts, those awaiting a review first, and a search finds one', async ({
  page,
  server,
}) => {
  const version = {
    id: 1,
    number: 1,
    status: 'Incomplete',
    date: '2026-03-02T12:00:00Z',
    url: 'x',
  };
  const employees = Array.from({ length: 1000 }, (_, index) => ({
    id: index + 1,
    name: `Driver ${String(index + 1).padStart(4, '0')}`,
    files: Array.from({ length: 5 }, (_, file) => ({
      id: file + 1,
      name: `Form ${file + 1}`,
      file_path: 'x',
      uploadDate: '2026-03-02T12:00:00Z',
      versions: [version],
    })),
  }));
  const file = {
    file_id: 3,
    file_name: 'Form 3',
    file_path: 'x',
    uploaded_at: '2026-03-02T12:00:00Z',
    assigned_user_ids: employees.map(({ id }) => id),
    awaiting_user_ids: [900],
    reasons: [],
    version: 1,
    revision: 1,
    kind: 'pdf',
    size: 900,
    acknowledge: 0,
  };
  await page.route('**/api/employee-files/grouped', (route) =>
    route.fulfill({ json: { employees } }),
  );
  await page.route('**/api/employee-files/files', (route) => route.fulfill({ json: [file] }));
  await signedIn(page, server);
  await page.goto('/adminfiles');
  const list = part(page, 'Employee List');
  const names = list.getByRole('list').getByRole('button', { name: /^Driver/ });
  await expect(list.getByRole('status')).toHaveText('1000 employees');
  await expect(names.first()).toContainText('Driver 0900');
  expect(await names.count()).toBeLessThan(200);
  await page.getByLabel('Show', { exact: true }).selectOption('Awaiting review');
  await expect(list.getByRole('status')).toHaveText('1 of 1000 employees');
  await page.getByLabel('Show', { exact: true }).selectOption('Everyone');
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Search employees...').fill('0777');
  await expect(names).toHaveText([/Driver 0777/]);
  await page.getByPlaceholder('Search employees...').fill('nobody');
  await expect(exactText(page, 'No employees match this search.')).toBeVisible();
});

test('a version is reviewed with the keyboard only', async ({ page, server }) => {
  const rosa = await newHolder(server);
  const { id, name } = await assignFile(server, [rosa]);
  await returnFile(server, rosa, id);
  await signedIn(page, server);
  await page.goto('/adminfiles');
  const row = page.getByRole('button', { name: rosa.name });
  await expect(row).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(rosa.name);
  await expect(part(page, 'Employee List').getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  const status = page.getByLabel(`Status of v1 of ${name}, ${rosa.name}`);
  await expect(page.getByRole('link', { name: `View v1 of ${name}` })).toBeVisible();
  await expect(page.getByRole('link', { name: `View ${name} (opens in a new tab)` })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: `Message ${rosa.name}` })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(status).toBeFocused();
  await page.keyboard.press('R');
  const dialog = page.getByRole('dialog', { name: 'Reject' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Why it is rejected').focus();
  await page.keyboard.type('Not signed.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(exactText(page, 'Status updated.')).toBeVisible();
  await expect(status).toHaveValue('Rejected');
});
