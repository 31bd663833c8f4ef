import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { apply, postJob, signedIn, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

/** An application with a unique surname. */
async function applicant(server: { url: string }, values: Parameters<typeof apply>[1] = {}) {
  const last_name = unique('Quintero');
  await apply(server, { ...values, last_name });
  return last_name;
}

test('an admin reads an application, its resume and, on demand, the rest (A1, A2, A3, SEC22)', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  // The browser's PDF viewer requests it.
  allowConsole(/favicon\.ico/);
  const job = unique('Car hauler driver');
  const id = await postJob(server, { position: job });
  const name = await applicant(server, { job_id: String(id) });
  await signedIn(page, server);
  await page.goto('/applications');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submitted Applications');
  const mine = card(page, name);
  await expect(mine).toContainText(job);
  await expect(mine.getByText('630-555-0143')).toBeHidden();
  await mine.getByRole('button', { name: 'Expand' }).click();
  await expect(mine.getByRole('link', { name: '630-555-0143' })).toBeVisible();
  await expect(mine).not.toContainText('Decline');
  await mine.getByRole('button', { name: 'Collapse' }).click();
  await expect(mine.getByText('630-555-0143')).toBeHidden();

  // Gender and race are in no list, nor in the exported one.
  await expect(page.getByRole('main')).not.toContainText(/gender|race/i);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const exported = readFileSync(await (await download).path(), 'utf8');
  expect(exported).toContain(name.split(' ')[0] ?? name);
  expect(exported).not.toMatch(/gender|race|decline/i);

  await mine.getByRole('button', { name: 'View details' }).click();
  const modal = page.getByRole('dialog', { name });
  await expect(modal).toContainText('Driver, Prairie Lines');
  await expect(modal).toContainText('04/01/2019 to today');
  await expect(modal).toContainText('Bill Otto');
  await expect(modal.getByText('05/31/2029')).toBeVisible();
  const self = modal.getByText('Self-identification (not for hiring decisions)');
  await expect(modal.getByText('Decline to self-identify')).toBeHidden();
  await self.click();
  await expect(modal.getByText('Decline to self-identify')).toBeVisible();

  const opened = context.waitForEvent('page');
  const link = modal.getByRole('link', { name: /^View resume/ });
  const href = (await link.getAttribute('href')) ?? '';
  await link.click();
  await (await opened).close();
  const file = await page.request.get(href);
  expect(file.status()).toBe(200);
  expect(file.headers()['content-type']).toBe('application/pdf');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toBeHidden();
  await expect(mine.getByRole('button', { name: 'View details' })).toBeFocused();
  await mine.getByRole('button', { name: 'View details' }).click();
  await modal.click({ position: { x: 200, y: 40 } });
  await expect(modal).toBeVisible();
  await page.mouse.click(10, 500);
  await expect(modal).toBeHidden();
});

test('an application is new for all admins until one opens it', async ({
  page,
  browser,
  server,
}) => {
  const [first, second] = [await applicant(server), await applicant(server)];
  await signedIn(page, server);
  const other = await (await browser.newContext()).newPage();
  await signedIn(other, server);
  await other.goto(`${server.url}/portal`);
  await page.goto('/applications');
  const isNew = (name: string) => card(page, name).getByText('New', { exact: true });
  await expect(isNew(first)).toBeVisible();
  await expect(isNew(second)).toBeVisible();
  // Viewing the list doesn't mark any as opened.
  const counted = async (tab: Page) =>
    Number(
      /\d+/.exec(
        await tab
          .getByRole('navigation', { name: 'Portal' })
          .getByRole('link', { name: /^Applications/ })
          .innerText(),
      )?.[0] ?? 0,
    );
  await expect.poll(() => counted(other)).toBeGreaterThanOrEqual(2);
  const before = await counted(other);
  await card(page, first).getByRole('button', { name: 'Expand' }).click();
  await expect(isNew(first)).toBeHidden();
  await expect.poll(() => counted(other)).toBe(before - 1);
  await card(page, second).getByRole('button', { name: 'View details' }).click();
  await expect.poll(() => counted(other)).toBe(before - 2);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(isNew(second)).toBeHidden();
  await expect.poll(() => counted(page)).toBe(before - 2);
  await other.context().close();
});

test("deletes an application only after a question, and shows the server's error or the fallback text (A4, G2, G8)", async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of (4|5)\d\d/);
  const name = await applicant(server);
  await signedIn(page, server);
  await page.goto('/applications');
  const openQuestion = () => card(page, name).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this application?',
  });
  await openQuestion();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card(page, name)).toBeVisible();

  const path = /\/api\/application\/\d+$/;
  for (const [reply, text] of [
    [{ status: 502, body: '<html>' }, 'Failed to delete application. Please try again.'],
    [{ status: 409, json: { error: 'It is being read.' } }, 'It is being read.'],
  ] as const) {
    await page.route(path, (route) => route.fulfill(reply), { times: 1 });
    await openQuestion();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(text)).toBeVisible();
    await expect(card(page, name)).toBeVisible();
  }

  await card(page, name).getByRole('button', { name: 'View details' }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Application deleted successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(card(page, name)).toBeHidden();
});

test("shows 'Loading resume…' until the link is ready, and no alert without one (A3, G7)", async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/, /A link to a file could not be made/);
  const name = await applicant(server);
  const token = await signedIn(page, server);
  expect(token).toBeTruthy();
  await page.clock.install();
  await page.goto('/applications');
  let fails = true;
  await page.route('**/api/settlements/presigned-get*', (route) =>
    fails ? route.fulfill({ status: 500, json: { error: 'x' } }) : route.continue(),
  );
  await card(page, name).getByRole('button', { name: 'Expand' }).click();
  await expect(card(page, name).getByText('Loading resume…')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // While the clock is paused nothing retries automatically, so the button stays.
  await page.clock.pauseAt(Date.now() + 60_000);
  const retry = card(page, name).getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  fails = false;
  await retry.click();
  await page.clock.resume();
  await expect(card(page, name).getByRole('link', { name: /^View resume/ })).toBeVisible();
});

test('finds applications by name and job, ordered by date', async ({ page, server }) => {
  const position = unique('Yard lead');
  const job_id = String(await postJob(server, { position }));
  const older = await applicant(server, { job_id, first_name: 'Olaf' });
  const newer = await applicant(server, { job_id, first_name: 'Nina' });
  await applicant(server);
  await signedIn(page, server);
  await page.goto('/applications');
  const names = page.getByRole('main').getByRole('heading', { level: 2 });
  await page.getByLabel('Job').selectOption(position);
  await expect(names).toHaveText([`Nina ${newer}`, `Olaf ${older}`]);
  await page.getByLabel('Sort by date').selectOption('Oldest first');
  await expect(names).toHaveText([`Olaf ${older}`, `Nina ${newer}`]);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type(newer.toUpperCase());
  await expect(names).toHaveText([`Nina ${newer}`]);
  await page.getByLabel('Search name, phone or city').fill('nobody at all');
  await expect(page.getByText('No applications match this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(card(page, older)).toBeVisible();
});

test('marks odd answers, a missing certification and a missing resume', async ({
  page,
  server,
}) => {
  const odd = await applicant(server, { zipcode: 'ABC', cdl_expiration_date: '2020-01-31' });
  const bare = unique('Ochoa');
  await apply(server, { last_name: bare, certification: '0' }, false);
  await signedIn(page, server);
  await page.goto('/applications');
  await expect(card(page, bare)).toContainText('Not certified');
  await card(page, bare).getByRole('button', { name: 'Expand' }).click();
  await expect(card(page, bare)).toContainText('No resume.');
  await expect(card(page, odd)).toContainText('Check answers');
  await card(page, odd).getByRole('button', { name: 'View details' }).click();
  const modal = page.getByRole('dialog', { name: odd });
  await expect(modal).toContainText("The ZIP code doesn't have 5 digits.");
  await expect(modal).toContainText('The CDL has expired.');
  await expect(modal).toContainText(/A-\d+/);
});

test('an admin erases everything about an applicant, after seeing what that is (SEC22)', async ({
  page,
  server,
}) => {
  const email = `${unique('rosa').toLowerCase().replace(/\W/g, '.')}@example.com`;
  const names = [await applicant(server, { email }), await applicant(server, { email })];
  const other = await applicant(server);
  await signedIn(page, server);
  await page.goto('/applications');
  for (const name of names) await expect(card(page, name)).toBeVisible();
  await card(page, names[1] ?? '')
    .getByRole('button', { name: 'View details' })
    .click();
  const modal = page.getByRole('dialog', { name: names[1] });
  const erase = modal.getByRole('button', { name: 'Erase applicant' });
  await erase.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('All 2 applications of this person');
  await expect(question).toContainText(names[0] ?? '');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toBeVisible();
  await erase.click();
  await question.getByRole('button', { name: 'Erase applicant' }).click();
  await expect(page.getByText('Erased 2 applications of this applicant.')).toBeVisible();
  await expect(modal).toBeHidden();
  for (const name of names) await expect(card(page, name)).toBeHidden();
  await expect(card(page, other)).toBeVisible();
});
