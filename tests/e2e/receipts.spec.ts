import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { mp4Of } from '../harness/file-samples.ts';
import { pdfOf } from '../harness/multipart.ts';
import { checkA11y } from './check-a11y.ts';
import { addDocument, type Driver, newDriver, openDocument } from './documents-api.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

/** Hands a video to these people, each of whom is asked to confirm. */
async function uploadVideo(page: Page, name: string, people: readonly Driver[]): Promise<void> {
  await page.goto('/trainingfiles');
  await page.locator('input[type=file]').setInputFiles({
    name: 'ramps.mp4',
    mimeType: 'video/mp4',
    buffer: mp4Of(2_000_000),
  });
  await page.getByLabel('File name').fill(name);
  for (const { username } of people) await page.getByLabel(username).check();
  await page.getByLabel('Ask each person to confirm that they have read it').check();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('File uploaded successfully.')).toBeVisible();
}

/** Watches it, and then has the button before the eyes that confirms it. */
async function watch(page: Page, name: string) {
  await page.goto('/trainingfiles');
  await expect(page.getByRole('heading', { name: /^To open/ })).toBeVisible();
  const bytes = page.waitForResponse((response) => response.url().includes('/files/training/'));
  await page.getByRole('link', { name }).click();
  await bytes;
  await page.keyboard.press('Escape');
  const confirm = row(page, name).getByRole('button', { name: 'I have read this' });
  await expect(confirm).toBeVisible();
  return confirm;
}

test('a training video goes to five people: three open it, one confirms, the office sees who has not and reminds', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  const drivers: Driver[] = [];
  for (let made = 0; made < 5; made += 1) drivers.push(await newDriver(server));
  const name = unique('Loading ramps');
  await signedIn(page, server, 'admin');
  await uploadVideo(page, name, drivers);

  for (const [index, driver] of drivers.slice(0, 3).entries()) {
    await signedIn(page, server, driver);
    const confirm = await watch(page, name);
    if (index > 0) continue;
    await confirm.click();
    await expect(row(page, name)).toContainText('You confirmed it on');
  }

  await signedIn(page, server, 'admin');
  await page.goto('/trainingfiles');
  await expect(row(page, name)).toContainText('opened 3 of 5');
  await expect(row(page, name)).toContainText('confirmed 1 of 5');
  await page.getByRole('button', { name: `Receipts of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Receipts' });
  await expect(dialog.getByText('4 of 5 missing')).toBeVisible();
  const people = dialog.getByRole('rowheader');
  await expect(people).toHaveCount(5);
  await expect(people.last()).toHaveText(drivers[0]?.username ?? '');
  for (const [index, { username }] of drivers.entries()) {
    const state = index === 0 ? null : index < 3 ? 'Not confirmed' : 'Not opened';
    if (state) await expect(line(page, username)).toContainText(state);
    else await expect(line(page, username)).not.toContainText('Not');
  }
  await checkA11y(page);
  await dialog.getByLabel('Missing only').check();
  await expect(people).toHaveCount(4);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export CSV' }).click();
  const file = readFileSync((await (await download).path()) ?? '', 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(5);
  expect(file).not.toContain(drivers[0]?.username);

  await dialog.getByRole('button', { name: 'Remind the missing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remind these 4 people?' });
  await question.getByRole('button', { name: 'Remind' }).click();
  await expect(page.getByText('4 people were reminded.')).toBeVisible();
  await expect(line(page, drivers[4]?.username ?? '')).toContainText(/\d:\d\d (AM|PM)$/);

  for (const [index, driver] of drivers.entries()) {
    await signedIn(page, server, driver);
    await page.goto('/portal');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const notices = page.getByRole('dialog', { name: 'Notifications' });
    await expect(notices.getByText(`New training file: ${name}.`)).toBeVisible();
    await expect(notices.getByText(`Please open ${name}`)).toHaveCount(index === 0 ? 0 : 1);
  }
});

test('a replaced file starts over and keeps what was seen of the one before', async ({
  page,
  server,
}) => {
  const [one, other] = [await newDriver(server), await newDriver(server)];
  const { id, name } = await addDocument(server, 'settlements', [one, other]);
  await openDocument(server, 'settlements', id, one);
  await signedIn(page, server, 'admin');
  await page.goto('/settlements');
  await page.getByRole('button', { name: `Receipts of ${name}` }).click();
  await page.getByText('Earlier revisions').click();
  await expect(page.getByText('This file was never replaced.')).toBeVisible();
  const form = new FormData();
  form.append('user_ids', JSON.stringify([one.userId, other.userId]));
  form.append('file', new Blob([new Uint8Array(pdfOf('Corrected'))]), 'corrected.pdf');
  await send(server, 'PUT', `/api/settlements/files/${id}`, await tokenOf(server), form);
  await expect(page.getByText(/SHA-256 [0-9a-f]{64}/)).toBeVisible();
  const before = page.getByRole('region', { name: 'Receipts of revision 1' });
  await expect(before.getByRole('row').filter({ hasText: one.username })).toContainText(/AM|PM/);
  const dialog = page.getByRole('dialog', { name: 'Receipts' });
  await expect(dialog.getByText('2 of 2 missing')).toBeVisible();
  await checkA11y(page);
});

test('the receipts of everybody: by person and by file, and one person is reminded of all', async ({
  page,
  server,
}) => {
  const driver = await newDriver(server);
  const seen = await addDocument(server, 'reports', [driver]);
  const unseen = await addDocument(server, 'training', [driver]);
  await openDocument(server, 'reports', seen.id, driver);
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  const rail = page.getByRole('navigation', { name: 'Portal' });
  await rail.getByRole('link', { name: 'Receipts' }).click();
  await expect(page).toHaveTitle(/^Receipts \|/);
  // The title is there a moment before the page listens.
  await expect(line(page, driver.username)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(driver.username);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(line(page, driver.username).getByRole('cell')).toHaveText(['2', '1', '1']);
  await checkA11y(page);
  await page.getByRole('button', { name: `Receipts of ${driver.username}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Receipts' });
  await expect(dialog.getByText('1 of 2 missing')).toBeVisible();
  await expect(line(page, unseen.name)).toContainText('Not opened');
  await dialog.getByRole('button', { name: 'Remind this person' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remind' }).click();
  await expect(page.getByText('1 person was reminded.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'By file' }).click();
  await expect(page).toHaveURL('/receipts?by=file');
  await page.getByRole('searchbox').fill(unseen.name);
  await expect(line(page, unseen.name)).toContainText('opened 0 of 1');
  await expect(line(page, unseen.name)).toContainText('Training');
  await page.getByLabel('Missing only').check();
  await page.getByRole('searchbox').fill(seen.name);
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await checkA11y(page);
  await openDocument(server, 'training', unseen.id, driver);
  await page.getByRole('searchbox').fill(unseen.name);
  await expect(line(page, unseen.name)).toContainText('opened 1 of 1');
});

test('receipts that cannot be read say so, and nobody having anything says so', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await signedIn(page, server, 'admin');
  await page.route('**/api/receipts/people', (route) => route.abort());
  await page.goto('/receipts');
  await expect(page.getByText('Failed to fetch receipts.')).toBeVisible();
  await page.unroute('**/api/receipts/people');
  await page.route('**/api/receipts/people', (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No files assigned yet.')).toBeVisible();
});
