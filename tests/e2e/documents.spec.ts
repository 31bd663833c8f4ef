import type { Page, Route } from '@playwright/test';
import { type DocumentKind, documentKinds } from '#contract/documents.ts';
import { expect, test } from '../harness/e2e.ts';
import { mp4Of } from '../harness/file-samples.ts';
import {
  connected,
  newPerson,
  type Person,
  send,
  signedIn,
  tokenOf,
  unique,
  visit,
} from './office-api.ts';
import { addDocument, openDocument, pdfFile } from './records-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

/** The texts of each kind. */
const kinds = {
  training: {
    path: '/TrainingFiles',
    title: 'Training Files',
    list: 'Available Files',
    none: 'No training files available.',
  },
  settlements: {
    path: '/Settlements',
    title: 'Settlements',
    list: 'Available Settlement Files',
    none: 'No files available.',
  },
  reports: {
    path: '/Reports',
    title: 'Reports',
    list: 'Available Files',
    none: 'No Report files available.',
  },
};
const signerOf = (kind: DocumentKind) => (kind === 'settlements' ? 'settlements' : 'reports');

const exactText = (page: Page, text: string) => page.getByText(text, { exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Portal' });

test('documents (D1, D2, D3, D4, D5, D6, D7, G7, G8)', async ({ page, server, allowConsole }) => {
  allowConsole(/ERR_FAILED|status of 500|A link to a file could not be made/);
  const driver = await newPerson(server, 'employee');
  const other = await newPerson(server, 'employee');
  await signedIn(page, server, driver);
  await connected(page, kinds.training.path);
  const signing = '**/api/reports/presigned-get?*';
  const fail = (route: Route) => route.fulfill({ status: 500, json: { error: 'x' } });
  let report = { id: 0, name: '' };
  for (const kind of documentKinds) {
    await visit(page, kinds[kind].path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(kinds[kind].title);
    await expect(exactText(page, kinds[kind].none)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Upload|Edit|Delete)/ })).toHaveCount(0);
    if (kind === 'reports') {
      await page.route(signing, fail);
      await page.clock.install();
    }
    const signed = page.waitForRequest(`**/api/${signerOf(kind)}/presigned-get?*`);
    report = await addDocument(server, kind, [driver], { name: unique("O'Neill 🚚 week") });
    await signed;
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(kinds[kind].list);
    // It has its name with its link.
    await expect(row(page, '')).toContainText(/PDF, \d+ bytes/);
    if (kind !== 'reports') await expect(row(page, '')).toContainText(report.name);
  }
  await test.step('a link that fails', async () => {
    await expect(exactText(page, 'Generating link…')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // Stands still, so that none of the page's own tries takes the button away before the click, nor starts with it.
    await page.clock.pauseAt(Date.now() + 12_000);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.unroute(signing);
    await page.clock.resume();
  });
  const link = page.getByRole('link', { name: `${report.name} (opens in a new tab)` });
  await expect(link).toHaveAttribute('href', /^\/files\/reports\//);
  await expect(rail(page).getByRole('link', { name: /^Reports/ })).toHaveText(/1 to open/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(/^To open/);
  await openDocument(server, 'reports', report.id, driver);
  await expect(row(page, report.name)).toContainText(/Opened on \d\d\/\d\d\/\d{4}/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0);
  const people = [driver, other, await newPerson(server, 'employee')];
  const video = { bytes: mp4Of(), fileName: 'ramps.mp4', acknowledge: 1 } as const;
  const film = await addDocument(server, 'training', people, video);
  await openDocument(server, 'training', film.id, other);
  await visit(page, kinds.training.path);
  await playVideo(page, film.name);

  const department = unique('Night shift');
  const person = { user_id: driver.userId, first_name: 'Night', last_name: unique('Owl') };
  await send(server, 'POST', '/api/employees', await tokenOf(server), { ...person, department });
  await signedIn(page, server);
  await page.goto(kinds.settlements.path);
  await uploadSettlement(page, department);
  await visit(page, kinds.reports.path);
  await expect(page.getByRole('heading', { name: 'Upload Report', exact: true })).toBeVisible();
  await changeReport(page, report.name, other);
  await visit(page, kinds.training.path);
  await remindMissing(page, film.name, people);
});

/** Plays a video, which opens it, and confirms it. */
async function playVideo(page: Page, name: string): Promise<void> {
  await expect(row(page, name)).toContainText('Open this file first');
  const bytes = page.waitForRequest((request) => request.resourceType() === 'media');
  await page.getByRole('link', { name, exact: true }).click();
  await bytes;
  // The row behind the dialog moves, which leaves the video open.
  const behind = page.locator('main li').filter({ hasText: name });
  await expect(behind).toContainText('I have read this');
  await expect(page.getByRole('dialog').locator('video[controls]')).toBeVisible();
  await page.keyboard.press('Escape');
  await row(page, name).getByRole('button', { name: 'I have read this' }).click();
  await expect(row(page, name)).toContainText(/You confirmed it on \d\d\/\d\d\/\d{4}/);
}

/** Reminds who has not confirmed it: not the first one; the second one opened it. */
async function remindMissing(page: Page, name: string, people: Person[]): Promise<void> {
  const [confirmed = '', opened = '', missing = ''] = people.map(({ username }) => username);
  await page.getByRole('button', { name: `Receipts of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Receipts' });
  await expect(dialog.getByText('2 of 3 missing')).toBeVisible();
  await expect(line(page, confirmed)).not.toContainText('Not');
  await expect(line(page, opened)).toContainText('Not confirmed');
  await expect(line(page, missing)).toContainText('Not opened');
  await dialog.getByLabel('Missing only').check();
  await expect(dialog.getByRole('rowheader')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Remind the missing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remind these 2 people?' });
  await question.getByRole('button', { name: 'Remind' }).click();
  await expect(page.getByText('2 people were reminded.')).toBeVisible();
  await expect(line(page, missing)).toContainText(/\d:\d\d (AM|PM)$/);

  await page.keyboard.press('Escape');
  await visit(page, '/receipts');
  await expect(line(page, missing)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(missing);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(line(page, missing).getByRole('cell')).toHaveText(['1', '0', '1']);
  await page.getByRole('button', { name: `Receipts of ${missing}` }).click();
  await expect(line(page, name)).toContainText('Not opened');
  await expect(dialog.getByRole('button', { name: 'Remind this person' })).toBeVisible();
}

/** Uploads a settlement for the one person of that department. */
async function uploadSettlement(page: Page, department: string): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const speed = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  const file = page.locator('input[name=file]');
  await expect(file).toHaveAttribute('accept', /^\.pdf\b/);
  await upload(page).click();
  await expect(exactText(page, 'Please select a file.')).toBeVisible();
  await expect(exactText(page, 'Please select at least one user.')).toBeVisible();
  const picker = page.getByRole('group', { name: 'Assign to' });
  await picker.getByLabel(/^Department/).selectOption(department);
  await picker.getByRole('button', { name: 'Choose all 1 shown' }).click();
  const name = unique('Week 40');
  await file.setInputFiles(pdfFile('week', 500_000));
  await page.getByLabel('File name').fill(name);

  await test.step('an upload that is cancelled', async () => {
    await speed(50_000);
    await upload(page).click();
    const progress = page.getByRole('progressbar', { name: 'Uploading week.pdf' });
    await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(5);
    await rail(page).getByText('Reports').click();
    const stop = page.getByRole('alertdialog');
    await expect(stop).toHaveAccessibleName('An upload is running. Leave this page and stop it?');
    await stop.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(exactText(page, 'Upload cancelled. Nothing was stored.')).toBeVisible();
    await speed(-1);
  });
  await test.step('an upload whose reply is lost', async () => {
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/settlements/upload', lose, { times: 1 });
    await upload(page).click();
    await expect(page.getByText('Failed to upload file.')).toBeVisible();
    await expect(page.getByLabel('File name')).toHaveValue(name);
    await upload(page).click();
    await expect(exactText(page, 'File uploaded successfully.')).toBeVisible();
    await expect(file).toHaveValue('');
    await expect(row(page, name)).toHaveCount(1);
  });
  // What couldn't be read is typed.
  await page.getByRole('button', { name: `Net pay of ${name}` }).click();
  const pay = page.getByRole('dialog', { name: 'Net pay and period' });
  await pay.getByLabel('Net pay').fill('-12.50');
  await pay.getByLabel('Period from').fill('2026-11-01');
  await pay.getByLabel('Period to').fill('2026-11-07');
  await pay.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, name)).toContainText('-$12.50');
  await expect(row(page, name)).toContainText('11/01/2026 to 11/07/2026');
}

/** Asks this person for a receipt, too, replaces the file and deletes it. */
async function changeReport(page: Page, name: string, other: Person): Promise<void> {
  const mine = unique('Mine');
  const dialog = page.getByRole('dialog', { name: 'Edit Report File' });
  const question = page.getByRole('alertdialog');
  await expect(row(page, name)).toContainText('opened 1 of 1');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(dialog.getByLabel('File name')).toHaveValue(name);
  await dialog.getByLabel(other.username).check();
  await dialog.getByLabel('File name').fill(mine);
  await dialog.getByLabel('Ask each person to confirm that they have read it').check();
  await expect(dialog.getByText('starts new receipts')).toBeVisible();
  const text = { name: 'rules.png', mimeType: 'image/png', buffer: Buffer.from('Wear a vest.') };
  const replacement = dialog.locator('input[name=file]');
  for (const answer of ['Choose another file', 'Upload anyway']) {
    await replacement.setInputFiles(text);
    await expect(question).toHaveAccessibleName(/named .png but its content looks like text/);
    await question.getByRole('button', { name: answer }).click();
    await expect(replacement).toHaveValue(answer === 'Upload anyway' ? /rules\.png$/ : '');
  }
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(exactText(page, 'File updated successfully.')).toBeVisible();
  await expect(row(page, mine)).toContainText('opened 0 of 2');
  await expect(row(page, mine)).toContainText('confirmed 0 of 2');
  await page.getByRole('button', { name: `Delete ${mine}` }).click();
  await expect(question).toHaveAccessibleName('Are you sure you want to delete this file?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(exactText(page, 'File deleted successfully.')).toBeVisible();
  await expect(row(page, mine)).toHaveCount(0);
}
