import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { Inquiry } from '#contract/inquiries.ts';
import { expect, test } from '../harness/e2e.ts';
import { requestQuote, send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const row = (page: Page, company: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: company });

/** Moves an inquiry's arrival to ten days ago. */
function backdateInquiry(dataDir: string, reference: string): void {
  const database = new DatabaseSync(join(dataDir, 'headrack.sqlite'), { timeout: 5000 });
  const then = new Date(Date.now() - 10 * 86_400_000).toISOString();
  database.prepare('update inquiries set created_at = ? where reference = ?').run(then, reference);
  database.close();
}

test('the office opens an inquiry, changes its status, adds a note and replies by mail', async ({
  page,
  server,
}) => {
  const company_name = unique('Ames Auction');
  const reference = await requestQuote(server, { company_name });
  backdateInquiry(server.dataDir, reference);
  await signedIn(page, server);
  await page.goto('/portal');
  const tile = page.getByRole('main').getByRole('link', { name: /^Inquiries/ });
  await expect(tile).toContainText('1 overdue');
  await tile.click();
  await expect(row(page, company_name)).toContainText('Overdue');
  await page.getByLabel('Status').selectOption({ label: 'Overdue (1)' });
  await page.getByLabel(/^Search/).fill(reference.toLowerCase());
  await row(page, company_name).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: company_name });
  await expect(dialog).toContainText(reference);
  for (const text of ['Yolanda Pruitt', 'yolanda@ames.example.com', 'Ames, IA', 'Joliet, IL']) {
    await expect(dialog).toContainText(text);
  }
  const mail = dialog.getByRole('link', { name: 'Reply by email' });
  await expect(mail).toHaveAttribute(
    'href',
    `mailto:yolanda@ames.example.com?subject=Your%20transport%20inquiry%20${reference}`,
  );
  const status = dialog.getByLabel('Status');
  await expect(status.getByRole('option')).toHaveText([
    'New',
    'Contacted',
    'Quoted',
    'Won',
    'Lost',
  ]);
  await status.selectOption('Quoted');
  const notes = dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  const note = dialog.getByLabel('Add a note');
  await note.fill('4,200 for six cars');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Inquiry updated.')).toBeVisible();
  await expect(notes).toHaveText([/4,200 for six cars$/]);
  await expect(note).toHaveValue('');
  // The same note adds nothing, another one does.
  for (const text of ['4,200 for six cars', '4,200 for seven cars']) {
    await note.fill(text);
    const response = page.waitForResponse(/\/api\/inquiries\/\d+$/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await response).status()).toBe(200);
    await expect(note).toHaveValue('');
  }
  await expect(notes).toHaveText([/4,200 for six cars$/, /4,200 for seven cars$/]);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Status').selectOption('Quoted');
  await page.getByLabel(/^Search/).fill('4,200 for');
  await expect(row(page, company_name)).toContainText('Quoted');
  await expect(row(page, company_name)).not.toContainText('Overdue');
  await page.getByLabel('Status').selectOption('Lost');
  await expect(page.getByText('No inquiries match this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, company_name)).toBeVisible();
});

test('two admins edit an inquiry: both notes stay, and a changed status is a conflict', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const company_name = unique('Contested Motors');
  await requestQuote(server, { company_name });
  await signedIn(page, server);
  await page.goto('/inquiries');
  await row(page, company_name).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: company_name });
  const token = await tokenOf(server);
  const list = await send<Inquiry[]>(server, 'GET', '/api/inquiries', token);
  const id = list.find((inquiry) => inquiry.company_name === company_name)?.id;
  const elsewhere = (body: object) => send(server, 'PUT', `/api/inquiries/${id}`, token, body);
  const notes = dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem');

  // Another admin's note is not a conflict, even when the status changes.
  await elsewhere({ note: 'Left a message', version: 1 });
  await dialog.getByLabel('Add a note').fill('Called twice');
  await dialog.getByLabel('Status').selectOption('Contacted');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(notes).toHaveText([/Left a message$/, /Called twice$/]);
  await expect(dialog.getByText('Inquiry updated.')).toBeVisible();

  await elsewhere({ status: 'won', note: 'Signed' });
  await dialog.getByLabel('Add a note').fill('Too expensive');
  await dialog.getByLabel('Status').selectOption('Lost');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^Someone else changed this/)).toBeVisible();
  await expect(dialog.getByRole('definition').filter({ hasText: 'Won' })).toContainText('Lost');
  await dialog.getByRole('button', { name: 'Keep the saved version' }).click();
  await expect(dialog.getByLabel('Status')).toHaveValue('won');
  await expect(dialog.getByLabel('Add a note')).toHaveValue('Too expensive');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(notes).toHaveText([/Left a message$/, /Called twice$/, /Signed$/, /Too expensive$/]);
});
