import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { mp4Of } from '../harness/file-samples.ts';
import { newPerson, signedIn, visit } from './office-api.ts';
import { addDocument, documentOf, openDocument } from './records-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

test("a video counts as opened once it plays, and is confirmed; the missing people are reminded; a person's receipts are listed", async ({
  page,
  server,
}) => {
  const [confirmed, opened] = [
    await newPerson(server, 'employee'),
    await newPerson(server, 'employee'),
  ];
  const missing = await newPerson(server, 'employee');
  const people = [confirmed, opened, missing];
  const video = { bytes: mp4Of(), fileName: 'ramps.mp4', acknowledge: 1 } as const;
  const { id, name } = await addDocument(server, 'training', people, video);
  await openDocument(server, 'training', id, opened);
  await signedIn(page, server, confirmed);
  await page.goto('/trainingfiles');
  const link = page.getByRole('link', { name, exact: true });
  await expect(link).toBeVisible();
  await expect(row(page, name)).toContainText('Open this file first');
  expect((await documentOf(server, 'training', id, confirmed)).opened_at).toBeNull();
  const bytes = page.waitForRequest((request) => request.resourceType() === 'media');
  await link.click();
  await bytes;
  // The row behind the dialog moves, which leaves the video open.
  const behind = page.locator('main li').filter({ hasText: name });
  await expect(behind).toContainText('I have read this');
  await expect(page.getByRole('dialog').locator('video[controls]')).toBeVisible();
  await page.keyboard.press('Escape');
  await row(page, name).getByRole('button', { name: 'I have read this' }).click();
  await expect(row(page, name)).toContainText(/You confirmed it on \d\d\/\d\d\/\d{4}/);

  await signedIn(page, server, 'admin');
  await page.goto('/trainingfiles');
  await page.getByRole('button', { name: `Receipts of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Receipts' });
  await expect(dialog.getByText('2 of 3 missing')).toBeVisible();
  const rows = dialog.getByRole('rowheader');
  await expect(line(page, confirmed.username)).not.toContainText('Not');
  await expect(line(page, opened.username)).toContainText('Not confirmed');
  await expect(line(page, missing.username)).toContainText('Not opened');
  await dialog.getByLabel('Missing only').check();
  await expect(rows).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Remind the missing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remind these 2 people?' });
  await question.getByRole('button', { name: 'Remind' }).click();
  await expect(page.getByText('2 people were reminded.')).toBeVisible();
  await expect(line(page, missing.username)).toContainText(/\d:\d\d (AM|PM)$/);

  await page.keyboard.press('Escape');
  await visit(page, '/receipts');
  await expect(line(page, missing.username)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(missing.username);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(line(page, missing.username).getByRole('cell')).toHaveText(['1', '0', '1']);
  await page.getByRole('button', { name: `Receipts of ${missing.username}` }).click();
  await expect(line(page, name)).toContainText('Not opened');
  await expect(dialog.getByRole('button', { name: 'Remind this person' })).toBeVisible();
});
