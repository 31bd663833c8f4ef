import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { ask, send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({ serverEnv: {}, viewport: { width: 1440, height: 1000 } });

const row = (page: Page, company: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: company });

/** Lets an inquiry have come ten days ago. */
function makeOld(dataDir: string, reference: string): void {
  const database = new DatabaseSync(join(dataDir, 'headrack.sqlite'), { timeout: 5000 });
  const then = new Date(Date.now() - 10 * 86_400_000).toISOString();
  database.prepare('update inquiries set created_at = ? where reference = ?').run(then, reference);
  database.close();
}

test('the office opens an inquiry, moves it on, notes it and answers by mail', async ({
  page,
  server,
}) => {
  const company_name = unique('Ames Auction');
  const reference = await ask(server, { company_name });
  makeOld(server.dataDir, reference);
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
  const mail = dialog.getByRole('link', { name: 'Reply by mail' });
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
  await dialog.getByLabel('Note').fill('4,200 for six cars');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Inquiry updated.')).toBeVisible();
  // Pressed again with nothing changed, then with a change: nobody else was here.
  for (const note of ['4,200 for six cars', '4,200 for seven cars']) {
    await dialog.getByLabel('Note').fill(note);
    const answer = page.waitForResponse(/\/api\/inquiries\/\d+$/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await answer).status()).toBe(200);
    await expect(dialog.getByText('Inquiry updated.')).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Status').selectOption('Quoted');
  await page.getByLabel(/^Search/).fill('4,200 for');
  await expect(row(page, company_name)).toContainText('Quoted');
  await expect(row(page, company_name)).not.toContainText('Overdue');
  await page.getByLabel('Status').selectOption('Lost');
  await expect(page.getByText('No inquiry matches this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, company_name)).toBeVisible();
});

test('two admins work on the same inquiry: the later one sees what is stored', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const company_name = unique('Contested Motors');
  await ask(server, { company_name });
  await signedIn(page, server);
  await page.goto('/inquiries');
  await row(page, company_name).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: company_name });
  await dialog.getByLabel('Note').fill('Called twice');
  const token = await tokenOf(server);
  const list = await send<{ id: number; company_name: string }[]>(
    server,
    'GET',
    '/api/inquiries',
    token,
  );
  const id = list.find((inquiry) => inquiry.company_name === company_name)?.id;
  await send(server, 'PUT', `/api/inquiries/${id}`, token, {
    status: 'won',
    note: 'Signed',
    version: 1,
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^Somebody else has changed this/)).toBeVisible();
  await expect(dialog.getByRole('definition').filter({ hasText: 'Signed' })).toContainText(
    'Called twice',
  );
  await dialog.getByRole('button', { name: 'Take what is saved now' }).click();
  await expect(dialog.getByLabel('Note')).toHaveValue('Signed');
  await expect(dialog.getByLabel('Status')).toHaveValue('won');
  await dialog.getByLabel('Note').fill('Signed, called twice');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Inquiry updated.')).toBeVisible();
});

test('loading, empty and failed have their words', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 500/);
  await signedIn(page, server);
  let answer: Record<string, unknown> = { status: 500, body: '<html>' };
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/inquiries', async (route) => {
    await held;
    await route.fulfill(answer);
  });
  await page.goto('/inquiries');
  await expect(page.getByText('Loading data...', { exact: true })).toBeVisible();
  letGo();
  const main = page.getByRole('main');
  await expect(main.getByText('Failed to fetch inquiries.', { exact: true })).toBeVisible();
  answer = { json: [] };
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByText('No inquiries yet.', { exact: true })).toBeVisible();
});

test('a change that does not reach the server is said and not lost', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const company_name = unique('Far Away Motors');
  await ask(server, { company_name });
  await signedIn(page, server);
  await page.goto('/inquiries');
  await row(page, company_name).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: company_name });
  await dialog.getByLabel('Note').fill('A long story');
  await page.route('**/api/inquiries/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Failed to update the inquiry.')).toBeVisible();
  await expect(dialog.getByLabel('Note')).toHaveValue('A long story');
  await page.unroute('**/api/inquiries/*');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Inquiry updated.')).toBeVisible();
});
