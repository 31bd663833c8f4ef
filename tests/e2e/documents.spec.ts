import type { Page } from '@playwright/test';
import { type DocumentKind, documentKinds } from '#contract/documents.ts';
import { axe, expect, test } from '../harness/e2e.ts';
import { mp4Of } from '../harness/file-samples.ts';
import { checkA11y } from './check-a11y.ts';
import {
  addDocument,
  documentOf,
  formOf,
  idsOf,
  newDriver,
  openDocument,
  pdfFile,
} from './documents-api.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({ serverEnv: { UPLOAD_MB: '8' }, viewport: { width: 1280, height: 1000 } });

/** The texts of each kind (D1, D2, D3), and the call that signs its links (D6). */
const kinds: Record<
  DocumentKind,
  { path: string; title: string; list: string; none: string; signer: string }
> = {
  training: {
    path: '/TrainingFiles',
    title: 'Training Files',
    list: 'Available Files',
    none: 'No training files available.',
    signer: 'reports',
  },
  settlements: {
    path: '/Settlements',
    title: 'Settlements',
    list: 'Available Settlement Files',
    none: 'No files available.',
    signer: 'settlements',
  },
  reports: {
    path: '/Reports',
    title: 'Reports',
    list: 'Available Files',
    none: 'No Report files available.',
    signer: 'reports',
  },
};

const exactText = (page: Page, text: string) => page.getByText(text, { exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true });
for (const kind of documentKinds) {
  const texts = kinds[kind];

  test(`${kind}: an admin uploads a file and its assignee opens it (D1, D2, D3, D5, D6)`, async ({
    page,
    server,
    context,
  }) => {
    const driver = await newDriver(server);
    await signedIn(page, server, driver);
    await page.goto(texts.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.title);
    await expect(exactText(page, texts.none)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Upload|Edit|Delete)/ })).toHaveCount(0);

    await signedIn(page, server, 'admin');
    await page.goto(texts.path);
    await expect(page).toHaveTitle(new RegExp(`^${texts.title} \\|`));
    await expect(page.getByRole('heading', { level: 2, name: texts.list })).toBeVisible();
    const file = page.locator('input[type=file][name=file]');
    await expect(file).toHaveAccessibleDescription(/up to 8 MB/);
    if (kind === 'settlements') await expect(file).toHaveAttribute('accept', /^\.pdf\b/);

    await upload(page).click();
    await expect(exactText(page, 'Please select a file.')).toBeVisible();
    await expect(exactText(page, 'Please select at least one user.')).toBeVisible();
    await expect(file).toBeFocused();
    if (kind === 'reports') await checkA11y(page);
    const chosen = pdfFile(unique("O'Neill 🚚 week"));
    const { name } = chosen;
    await file.setInputFiles(chosen);
    await page.getByRole('searchbox', { name: /^Search people/ }).fill(driver.username);
    await page.getByLabel(driver.username).check();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await upload(page).click();
    expect((await sent).headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await expect(exactText(page, 'File uploaded successfully.')).toBeVisible();
    await expect(file).toHaveValue('');
    await expect(row(page, name)).toContainText(`for ${driver.username}`);
    await expect(row(page, name)).toContainText('opened 0 of 1');
    await expect(row(page, name)).toContainText(/PDF, \d+ bytes/);
    if (kind === 'settlements') await checkA11y(page);

    await signedIn(page, server, driver);
    const signed = page.waitForRequest((request) =>
      request.url().includes(`/api/${texts.signer}/presigned-get`),
    );
    await page.goto(texts.path);
    await signed;
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(texts.list);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(/^To open/);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: `${name} (opens in a new tab)` }).click();
    await (await opened).close();
    await expect(row(page, name)).toContainText(/Opened on \d\d\/\d\d\/\d{4}/);
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0);
  });
}

test('a report is edited, replaced and deleted (D4, G8)', async ({ page, server }) => {
  const [one, other] = [await newDriver(server), await newDriver(server)];
  const { id, name } = await addDocument(server, 'reports', [one]);
  await openDocument(server, 'reports', id, one);
  await signedIn(page, server, 'admin');
  await page.goto('/reports');
  await expect(row(page, name)).toContainText('opened 1 of 1');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Edit Report File');
  await expect(dialog.getByLabel('File name')).toHaveValue(name);
  await expect(dialog.getByLabel(one.username)).toBeChecked();
  await dialog.getByLabel(one.username).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(exactText(page, 'Please select at least one user.')).toBeVisible();
  await checkA11y(page);
  await dialog.getByLabel(one.username).check();
  await dialog.getByLabel(other.username).check();
  const renamed = unique('Corrected');
  await dialog.getByLabel('File name').fill(renamed);
  await dialog.getByLabel('Ask each person to confirm that they have read it').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(exactText(page, 'File updated successfully.')).toBeVisible();
  await expect(row(page, renamed)).toContainText('opened 1 of 2');
  await expect(row(page, renamed)).toContainText('confirmed 0 of 2');

  await page.getByRole('button', { name: `Edit ${renamed}` }).click();
  await expect(dialog.getByText('starts new receipts')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(pdfFile('better'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, renamed)).toContainText('opened 0 of 2');

  await page.getByRole('button', { name: `Delete ${renamed}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName('Are you sure you want to delete this file?');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(exactText(page, 'File deleted successfully.')).toBeVisible();
  await expect(row(page, renamed)).toHaveCount(0);
});

test('a cancelled upload keeps the form, and a retry uploads the whole file', async ({
  page,
  server,
}) => {
  const driver = await newDriver(server);
  await signedIn(page, server, 'admin');
  await page.goto('/trainingfiles');
  const name = unique('Yard rules');
  await page.locator('input[type=file]').setInputFiles(pdfFile('rules', 6_000_000));
  await page.getByLabel('File name').fill(name);
  await page.getByLabel(driver.username).check();
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const speed = (bytes: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes,
    });
  await speed(400_000);
  await upload(page).click();
  const progress = page.getByRole('progressbar', { name: 'Uploading rules.pdf' });
  await expect(progress).toBeVisible();
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(5);
  await expect(page.getByText(/^\d+%$/)).toBeVisible();
  await page.getByRole('navigation', { name: 'Portal' }).getByText('Reports').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName('An upload is running. Leave this page and stop it?');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/trainingfiles');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(exactText(page, 'Upload cancelled. Nothing was stored.')).toBeVisible();
  await expect(page.getByLabel('File name')).toHaveValue(name);
  await expect(page.getByLabel(driver.username)).toBeChecked();
  await speed(-1);
  await upload(page).click();
  await expect(exactText(page, 'File uploaded successfully.')).toBeVisible();
  await expect(row(page, name)).toHaveCount(1);
});

test('a rejected file, a full disk and a lost reply keep the form, and the file is stored once; printing shows only the list', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 500/);
  const driver = await newDriver(server);
  await signedIn(page, server, 'admin');
  await page.goto('/settlements');
  const name = unique('Week 40');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ ...pdfFile('week'), buffer: Buffer.from('<html>no</html>') });
  await page.getByLabel('File name').fill(name);
  await page.getByLabel(driver.username).check();
  await upload(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'PDF' })).toBeVisible();
  await file.setInputFiles(pdfFile('week'));
  await page.route('**/api/settlements/upload', (route) =>
    route.fulfill({ status: 500, json: { error: 'The disk is full.' } }),
  );
  await upload(page).click();
  await expect(page.getByRole('alert')).toHaveText('The disk is full.');
  await page.unroute('**/api/settlements/upload');
  await page.route('**/api/settlements/upload', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await upload(page).click();
  await expect(page.getByText('Failed to upload file.')).toBeVisible();
  await page.unroute('**/api/settlements/upload');
  await expect(page.getByLabel('File name')).toHaveValue(name);
  await upload(page).click();
  await expect(exactText(page, 'File uploaded successfully.')).toBeVisible();
  await expect(row(page, name)).toHaveCount(1);

  // What couldn't be read is typed.
  await page.getByRole('button', { name: `Net pay of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Net pay and period' });
  await dialog.getByLabel('Net pay').fill('-12.50');
  await dialog.getByLabel('Period from').fill('2026-11-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Period to')).toBeFocused();
  await expect(dialog.getByLabel('Period to')).toHaveAccessibleDescription(
    'Enter the first and the last day, or neither.',
  );
  await checkA11y(page);
  await dialog.getByLabel('Period to').fill('2026-11-07');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(exactText(page, 'Net pay and period saved.')).toBeVisible();
  await expect(row(page, name)).toContainText('-$12.50');
  await expect(row(page, name)).toContainText('11/01/2026 to 11/07/2026');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(row(page, name)).toContainText('opened 0 of 1');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('input:visible')).toHaveCount(0);
});

test('a failed list can be loaded again, and a failed link retried (G7, D7)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|A link to a file could not be made|status of 500/);
  const driver = await newDriver(server);
  const { name } = await addDocument(server, 'reports', [driver]);
  await signedIn(page, server, driver);
  await page.route('**/api/reports/files', (route) => route.abort());
  await page.goto('/reports');
  await expect(page.getByText('Failed to fetch report files.')).toBeVisible();
  await page.unroute('**/api/reports/files');
  await page.route('**/api/reports/presigned-get?*', (route) => route.abort());
  await page.clock.install();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(exactText(page, 'Generating link…')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Stands still, so that none of the page's own tries takes the button away before the click.
  await page.clock.pauseAt(Date.now() + 12_000);
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/reports/presigned-get?*');
  await retry.click();
  await page.clock.resume();
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('the second of two admins who edit a document sees both versions, or that it was deleted', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[49]/);
  const driver = await newDriver(server);
  const { id, name } = await addDocument(server, 'training', [driver]);
  const token = await tokenOf(server);
  await signedIn(page, server, 'admin');
  await page.goto('/trainingfiles');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog');
  const [theirs, mine] = [unique('Theirs'), unique('Mine')];
  await dialog.getByLabel('File name').fill(mine);
  const fields = { file_name: theirs, user_ids: idsOf([driver]) };
  await send(server, 'PUT', `/api/training/files/${id}`, token, formOf(fields));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Saved', { exact: true }).locator('..')).toContainText(theirs);
  await expect(dialog.getByText('Yours', { exact: true }).locator('..')).toContainText(mine);
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Save my version' }).click();
  await expect(exactText(page, 'File updated successfully.')).toBeVisible();
  await expect(row(page, mine)).toBeVisible();

  await page.getByRole('button', { name: `Edit ${mine}` }).click();
  await dialog.getByLabel('File name').fill('Too late');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveAccessibleName('Discard your changes?');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await send(server, 'DELETE', `/api/training/files/${id}`, token);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Someone else deleted this file.')).toBeVisible();
  await expect(row(page, mine)).toHaveCount(0);
});

test('a video plays on the page and counts as opened only then; its viewer confirms it', async ({
  page,
  server,
}) => {
  const driver = await newDriver(server);
  const options = { bytes: mp4Of(), fileName: 'ramps.mp4', acknowledge: 1 } as const;
  const { id, name } = await addDocument(server, 'training', [driver], options);
  await signedIn(page, server, driver);
  await page.goto('/trainingfiles');
  await expect(row(page, name)).toContainText('Open this file first');
  const link = page.getByRole('link', { name, exact: true });
  await expect(link).toBeVisible();
  expect((await documentOf(server, 'training', id, driver)).opened_at).toBeNull();
  const bytes = page.waitForRequest((request) => request.resourceType() === 'media');
  await link.click();
  await bytes;
  await expect(page.getByRole('dialog').locator('video[controls]')).toBeVisible();
  await axe(page);
  await page.keyboard.press('Escape');
  await row(page, name).getByRole('button', { name: 'I have read this' }).click();
  await expect(
    exactText(page, 'Thank you. The office can see that you have read this.'),
  ).toBeVisible();
  await expect(row(page, name)).toContainText(/You confirmed it on \d\d\/\d\d\/\d{4}/);
  await expect(row(page, name).getByRole('button')).toHaveCount(0);
});

test('open lists update live, and a search finds a file by any word', async ({ page, server }) => {
  const driver = await newDriver(server);
  await signedIn(page, server, driver);
  await page.goto('/reports');
  await expect(exactText(page, 'No Report files available.')).toBeVisible();
  const { id, name } = await addDocument(server, 'reports', [driver]);
  await expect(page.getByRole('link', { name })).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Portal' });
  await expect(rail.getByRole('link', { name: /^Reports/ })).toHaveText(/1 to open/);

  await signedIn(page, server, 'admin');
  await page.goto('/reports');
  await expect(row(page, name)).toContainText('opened 0 of 1');
  await openDocument(server, 'reports', id, driver);
  await expect(row(page, name)).toContainText('opened 1 of 1');
  await page.keyboard.press('/');
  await page.keyboard.type(name.toUpperCase());
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(1);
  await page.keyboard.type(' nowhere');
  await expect(exactText(page, 'No files match this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, name)).toBeVisible();
});

test('a long list renders in parts, and a search loads all of it', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  const sizes = [100, 500, 20];
  const file = (file_id: number) => ({
    file_id,
    file_name: `Report ${file_id}`,
    file_path: `reports/${file_id}.pdf`,
    assigned_user_ids: [],
    uploaded_at: '2026-10-09T12:00:00.000Z',
    ...{ version: 1, revision: 1, kind: 'pdf', size: 1000, acknowledge: 0 },
    ...{ opened_at: null, acknowledged_at: null, opened_count: 0, acknowledged_count: 0 },
  });
  await page.route('**/api/reports/files?*', (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('before') ?? '0');
    const first = sizes.slice(0, asked).reduce((sum, size) => sum + size, 0);
    const rows = Array.from({ length: sizes[asked] ?? 0 }, (_, index) => file(first + index + 1));
    const more: Record<string, string> =
      asked + 1 < sizes.length ? { 'X-Next-Before': String(asked + 1) } : {};
    return route.fulfill({ json: rows, headers: more });
  });
  await page.route('**/api/reports/presigned-get?*', (route) =>
    route.fulfill({ json: { url: '/files/reports/x.pdf' } }),
  );
  await page.goto('/reports');
  await expect(row(page, 'Report 1').first()).toBeVisible();
  await expect(exactText(page, '100 of more than 100 files')).toBeVisible();
  expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBeLessThan(100);
  await page.keyboard.press('/');
  await page.keyboard.type('report 615');
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(1);
  await expect(exactText(page, '1 of 620 files')).toBeVisible();
});

test('people are chosen by department, position or the previous choice; ten names are visible', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server);
  const department = unique('Night shift');
  const crew = await Promise.all(Array.from({ length: 12 }, () => newDriver(server)));
  for (const [index, { userId: user_id }] of crew.entries()) {
    const position = index < 2 ? 'Trainer' : 'Driver';
    await send(server, 'POST', '/api/employees', token, {
      ...{ user_id, first_name: 'Night', last_name: `Owl ${index}`, department, position },
    });
  }
  const other = await newDriver(server);
  const before = await addDocument(server, 'training', [other]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, 'admin');
  await page.goto('/trainingfiles');
  const picker = page.getByRole('group', { name: 'Assign to' });
  await picker.getByLabel(/^Department/).selectOption(department);
  await expect(picker.getByRole('listitem')).toHaveCount(12);
  const list = await picker.getByRole('list').boundingBox();
  const last = await picker.getByRole('listitem').nth(10).boundingBox();
  const end = (last?.y ?? 0) + (last?.height ?? 0);
  expect(end).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
  await axe(page);
  await picker.getByLabel(/^Position/).selectOption('Trainer');
  await picker.getByRole('button', { name: 'Choose all 2 shown' }).click();
  await expect(picker.getByRole('status')).toHaveText(/^2 of/);
  await picker
    .getByRole('button', { name: `Same as last time: the people of ${before.name}` })
    .click();
  await picker.getByLabel(/^Position/).selectOption('');
  await picker.getByLabel(/^Department/).selectOption('');
  await expect(picker.getByRole('status')).toHaveText(/^1 of/);
  await expect(picker.getByLabel(other.username)).toBeChecked();
});
