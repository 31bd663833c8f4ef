import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { addDocument, formOf, idsOf, newDriver, openDocument } from './documents-api.ts';
import { send, signedIn, tokenOf } from './office-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

test('receipts show who opened and who confirmed a file; the missing people are reminded', async ({
  page,
  server,
}) => {
  const confirmed = await newDriver(server);
  const opened = await newDriver(server);
  const missing = await newDriver(server);
  const people = [confirmed, opened, missing];
  const { id, name } = await addDocument(server, 'training', people, { acknowledge: 1 });
  for (const driver of [confirmed, opened]) await openDocument(server, 'training', id, driver);
  const token = await tokenOf(server, confirmed);
  await send(server, 'POST', `/api/documents/${id}/acknowledge`, token);

  await signedIn(page, server, 'admin');
  await page.goto('/trainingfiles');
  await expect(row(page, name)).toContainText('opened 2 of 3');
  await expect(row(page, name)).toContainText('confirmed 1 of 3');
  await page.getByRole('button', { name: `Receipts of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Receipts' });
  await expect(dialog.getByText('2 of 3 missing')).toBeVisible();
  const rows = dialog.getByRole('rowheader');
  await expect(rows).toHaveCount(3);
  await expect(rows.last()).toHaveText(confirmed.username);
  await expect(line(page, confirmed.username)).not.toContainText('Not');
  await expect(line(page, opened.username)).toContainText('Not confirmed');
  await expect(line(page, missing.username)).toContainText('Not opened');
  await checkA11y(page);
  await dialog.getByLabel('Missing only').check();
  await expect(rows).toHaveCount(2);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'CSV' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'CSV' }).click();
  const file = readFileSync((await (await download).path()) ?? '', 'utf8');
  // As the dialog shows them.
  expect(file.trim().split('\r\n')).toHaveLength(3);
  expect(file).not.toContain(confirmed.username);

  await dialog.getByRole('button', { name: 'Remind the missing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remind these 2 people?' });
  await question.getByRole('button', { name: 'Remind' }).click();
  await expect(page.getByText('2 people were reminded.')).toBeVisible();
  await expect(line(page, missing.username)).toContainText(/\d:\d\d (AM|PM)$/);

  await signedIn(page, server, missing);
  await page.goto('/portal');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const notifications = page.getByRole('dialog', { name: 'Notifications' });
  await expect(notifications.getByText(`Please open ${name}`)).toBeVisible();
});

test('a replacement starts new receipts and shows the earlier ones', async ({ page, server }) => {
  const [one, other] = [await newDriver(server), await newDriver(server)];
  const { id, name } = await addDocument(server, 'settlements', [one, other]);
  await openDocument(server, 'settlements', id, one);
  await signedIn(page, server, 'admin');
  await page.goto('/settlements');
  await page.getByRole('button', { name: `Receipts of ${name}` }).click();
  await page.getByText('Earlier revisions').click();
  await expect(page.getByText('This file was never replaced.')).toBeVisible();
  const corrected = formOf({ user_ids: idsOf([one, other]) });
  await send(server, 'PUT', `/api/settlements/files/${id}`, await tokenOf(server), corrected);
  await expect(page.getByText(/SHA-256 [0-9a-f]{64}/)).toBeVisible();
  const before = page.getByRole('region', { name: 'Receipts of revision 1' });
  await expect(before.getByRole('row').filter({ hasText: one.username })).toContainText(/AM|PM/);
  const dialog = page.getByRole('dialog', { name: 'Receipts' });
  await expect(dialog.getByText('2 of 2 missing')).toBeVisible();
  await checkA11y(page);
});

test('shows totals by person and by file, and reminds a person of all missing files', async ({
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
  // The title is set before the page handles keys.
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

test('failed receipts can be reloaded; without receipts the page shows an empty state', async ({
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
