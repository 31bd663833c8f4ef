import type { Browser, Page, Route } from '@playwright/test';
import { axe, expect, test } from '../harness/journey.ts';
import type { RunningServer } from '../harness/server.ts';
import { type Holder, handOut, newHolder, pdfFile, sendBack } from './employee-files-api.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';
import { inBothShifts } from './people-api.ts';

test.use({ serverEnv: {}, viewport: { width: 1280, height: 1000 } });

const said = (page: Page, text: string) => page.getByText(text, { exact: true });
const part = (page: Page, name: string) => page.getByRole('region', { name });
const card = (page: Page, file: string) => page.getByRole('article').filter({ hasText: file });
const person = (page: Page, name: string) =>
  part(page, 'Employee List').getByRole('listitem').filter({ hasText: name });
const versions = (page: Page, file: string) =>
  page.getByRole('list', { name: `Versions of ${file}` }).getByRole('listitem');
const today = () =>
  new Date().toLocaleDateString('en-US', {
    timeZone: 'America/Chicago',
    year: '2-digit',
    month: '2-digit',
    day: '2-digit',
  });

/** The driver's own page on a phone. */
async function onPhone(browser: Browser, server: RunningServer, who: Holder): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signedIn(page, server, who);
  await page.goto('/EmployeeFiles');
  return page;
}

/** Opens a link in its new tab, as far as the first bytes, and comes back. */
async function view(page: Page, name: string): Promise<void> {
  const tab = page.context().waitForEvent('page');
  const bytes = page.context().waitForEvent('response', (answer) => /\/files\//.test(answer.url()));
  await page.getByRole('link', { name: `View ${name}` }).click();
  expect((await bytes).status()).toBe(200);
  await (await tab).close();
}

/** Sends a version back on the phone. */
async function upload(page: Page, file: string, text: string): Promise<void> {
  await card(page, file).locator('input[name=file]').setInputFiles(pdfFile(text));
  await card(page, file).getByRole('button', { name: 'Upload' }).click();
  await expect(said(page, 'Submission uploaded successfully.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
}

/** Asks for another status of a version on the office's page. */
async function judge(page: Page, version: string, status: string): Promise<void> {
  await page.getByLabel(`Status of ${version}`).selectOption(status);
}

test('a form is handed out, and comes back in three versions with one rejected (F1 to F7)', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(120_000);
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
  await expect(said(page, 'File uploaded successfully.')).toBeVisible();
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
  await expect(part(phone, 'File Downloads').getByRole('link')).toHaveText([file]);
  await view(phone, file);
  await card(phone, file).getByRole('button', { name: 'I have read this' }).click();
  await expect(said(phone, 'Thank you. The office can see that you have read this.')).toBeVisible();
  await expect(card(phone, file)).toContainText('You confirmed it on');
  await phone.getByRole('button', { name: 'Close' }).click();

  // SPEC.md: without a file the press is ignored.
  const posts: string[] = [];
  phone.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await card(phone, file).getByRole('button', { name: 'Upload' }).click();
  await expect(phone.getByRole('alert')).toHaveCount(0);
  expect(posts).toEqual([]);
  await upload(phone, file, 'without a signature');

  await expect(person(page, rosa.name).getByText('Awaiting review').first()).toBeVisible();
  const of = (number: number) => `v${number} of ${file}, ${rosa.name}`;
  await judge(page, of(1), 'Rejected');
  const dialog = page.getByRole('dialog', { name: 'Reject' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel(`Status of ${of(1)}`)).toHaveValue('Incomplete');
  await judge(page, of(1), 'Rejected');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This field is required.');
  await inBothShifts(page, () => axe(page));
  await dialog.getByLabel('Why it is rejected').fill('The signature on page 2 is missing.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(said(page, 'Status updated.')).toBeVisible();
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
  await expect(said(page, 'File version deleted successfully.')).toBeVisible();
  await expect(versions(page, file)).toHaveCount(1);

  await upload(phone, file, 'signed at last');
  await expect(versions(page, file)).toHaveCount(2);
  await judge(page, of(3), 'Complete');
  await expect(table.getByRole('row').nth(1)).toContainText(`${file}Complete${today()}`);
  await expect(card(phone, file)).toContainText('Complete');
  await card(phone, file).getByRole('button', { name: 'Show versions' }).click();
  const back = phone.getByRole('table', { name: `Versions of ${file}` });
  await expect(back.getByRole('columnheader')).toHaveText(['Version', 'Status', 'Uploaded']);
  await expect(back.getByRole('row')).toContainText(['Version', 'v3', 'v1', 'page 2 is missing']);
  await inBothShifts(phone, () => axe(phone));
  await phone.context().close();
});

test('who is taken off a file sees it no more, and finds it again as it was; then it is deleted (F3)', async ({
  page,
  server,
  browser,
}) => {
  const [rosa, dale] = [await newHolder(server), await newHolder(server)];
  const { id, name } = await handOut(server, [rosa, dale]);
  await sendBack(server, rosa, id);
  const phone = await onPhone(browser, server, rosa);
  await expect(card(phone, name)).toContainText('Incomplete');

  await signedIn(page, server);
  await page.goto('/AdminFiles');
  const panel = part(page, 'Uploaded Files');
  const list = panel.getByRole('combobox');
  await expect(list.getByRole('option').first()).toHaveText('Select a File');
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Cannot delete: missing File ID');

  const tick = async (checked: boolean) => {
    await list.selectOption(String(id));
    await panel.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit File' });
    await dialog.getByLabel(rosa.username).setChecked(checked);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(said(page, 'File updated successfully.')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
  };
  await tick(false);
  await expect(
    said(phone, 'No files yet. The office puts here what you are to read, sign and send back.'),
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
  await expect(said(page, 'File deleted successfully.')).toBeVisible();
  await expect(list).toHaveValue('');
  await expect(card(phone, name)).toHaveCount(0);
  await phone.context().close();
});

test('two admins, one file: the second sees both versions', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const rosa = await newHolder(server);
  const { id } = await handOut(server, [rosa]);
  await signedIn(page, server);
  await page.goto('/AdminFiles');
  const panel = part(page, 'Uploaded Files');
  await panel.getByRole('combobox').selectOption(String(id));
  await panel.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit File' });
  const [theirs, mine] = [unique('Theirs'), unique('Mine')];
  await dialog.getByLabel('File name').fill(mine);
  const form = new FormData();
  form.append('file_name', theirs);
  await send(server, 'PUT', `/api/employee-files/${id}`, await tokenOf(server), form);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Saved now', { exact: true }).locator('..')).toContainText(theirs);
  await expect(dialog.getByText('Yours', { exact: true }).locator('..')).toContainText(mine);
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(said(page, 'File updated successfully.')).toBeVisible();
  await expect(panel.getByRole('option', { name: mine })).toBeAttached();
});

test('an upload that is lost on the way is sent again once, and a wrong kind is refused beside the file', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 4(15|22)/);
  const rosa = await newHolder(server);
  const { name } = await handOut(server, [rosa]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, rosa);
  await page.goto('/employeefiles');
  const input = card(page, name).locator('input[name=file]');
  const button = card(page, name).getByRole('button', { name: 'Upload' });
  await input.setInputFiles({
    name: 'form.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html><script>alert(1)</script></html>'),
  });
  await button.click();
  await expect(card(page, name).getByRole('alert')).toContainText('Please send a PDF file.');

  await input.setInputFiles(pdfFile('signed'));
  // The answer is lost, the version is stored.
  const lost = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  };
  await page.route('**/submissions', lost);
  await button.click();
  await expect(card(page, name).getByRole('alert')).toContainText('Failed to upload file.');
  await expect(card(page, name).getByRole('alert')).toContainText('No connection.');
  await page.unroute('**/submissions');
  await button.click();
  await expect(said(page, 'Submission uploaded successfully.')).toBeVisible();
  await card(page, name).getByRole('button', { name: 'Show versions' }).click();
  const sent = page.getByRole('link', { name: /^View v\d+ of/ });
  await expect(sent).toHaveText(['v1']);

  // Another file after a lost answer is another version.
  await page.route('**/submissions', lost);
  await input.setInputFiles(pdfFile('signed again'));
  await button.click();
  await expect(card(page, name).getByRole('alert')).toContainText('Failed to upload file.');
  await page.unroute('**/submissions');
  await input.setInputFiles(pdfFile('and once more'));
  await button.click();
  await expect(sent).toHaveText(['v3', 'v2', 'v1']);
});

test('what could not be saved is put right without an alert (G7)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500|The version was not changed/);
  const rosa = await newHolder(server);
  const { id, name } = await handOut(server, [rosa]);
  await sendBack(server, rosa, id);
  await signedIn(page, server);
  await page.goto('/adminfiles');
  await page.getByPlaceholder('Search employees...').fill(rosa.name);
  await page.getByRole('button', { name: rosa.name }).click();
  const version = `v1 of ${name}, ${rosa.name}`;
  const fail = (route: Route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, json: { error: 'The disk is full.' } });
  await page.route(/\/api\/employee-files\/\d+\/(status|submissions)$/, fail);
  await judge(page, version, 'Complete');
  const hint = versions(page, name).getByRole('status');
  await expect(hint).toHaveText('Not saved: what you see is what is stored.');
  await expect(page.getByLabel(`Status of ${version}`)).toHaveValue('Incomplete');
  await page.getByRole('button', { name: `Delete ${version}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(hint).toHaveText('Not saved: what you see is what is stored.');
  await expect(versions(page, name)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(said(page, 'The disk is full.')).toHaveCount(0);
});

test('lists that cannot be read say so and are read again', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const rosa = await newHolder(server);
  const { name } = await handOut(server, [rosa]);
  const away = /\/api\/employee-files(\/files|\/grouped)?$/;
  await page.route(away, (route) => route.fulfill({ status: 503, body: '' }));
  await signedIn(page, server, rosa);
  await page.goto('/employeefiles');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch employee files.');
  await page.unroute(away);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, name)).toBeVisible();

  await page.route(away, (route) => route.fulfill({ status: 503, body: '' }));
  await signedIn(page, server);
  await page.goto('/adminfiles');
  const failed = part(page, 'Employee List');
  await expect(failed.getByRole('alert')).toContainText('Failed to fetch employee files.');
  await page.unroute(away);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed.getByRole('searchbox')).toBeVisible();
});

test('an admin finds the own files alone at /employeefiles', async ({ page, server }) => {
  const rosa = await newHolder(server);
  const { name } = await handOut(server, [rosa]);
  await signedIn(page, server);
  await page.goto('/EmployeeFiles');
  await expect(page.getByText('No files yet.')).toBeVisible();
  await expect(card(page, name)).toHaveCount(0);
});

test('a thousand employees: few rows are drawn, what waits stands first, a search finds one', async ({
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
  await expect(said(page, 'Nobody matches this search.')).toBeVisible();
});

test('the keyboard alone judges a version', async ({ page, server }) => {
  const rosa = await newHolder(server);
  const { id, name } = await handOut(server, [rosa]);
  await sendBack(server, rosa, id);
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
  await expect(said(page, 'Status updated.')).toBeVisible();
  await expect(status).toHaveValue('Rejected');
});
