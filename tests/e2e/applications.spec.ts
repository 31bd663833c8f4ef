/** Job posts, the applications for them, and the way from the board to the first day. */
import type { Page } from '@playwright/test';
import type { Application } from '#contract/applications.ts';
import { expect, test } from '#tests/harness/e2e.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import { delayNext, send, signedIn, tokenOf, unique, visit } from './office-api.ts';
import { apply, postJob } from './records-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

/** A field of a job; the fields of the Spanish version begin with the same words. */
const english = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}(?! \\(Spanish)`));

async function fillJob(page: Page, position: string): Promise<void> {
  await english(page, 'Position').fill(position);
  await english(page, 'Location').fill('Omaha, NE');
  await english(page, 'Role information').fill('You send nine trucks a day.');
  await english(page, 'Responsibilities').fill('Plan\nCall');
  await english(page, 'Requirements').fill('A calm voice');
}

const column = (page: Page, stage: string) =>
  page.getByRole('region', { name: stage, exact: true });
const move = (page: Page) => page.getByRole('dialog', { name: /^Move/ });

/** An application with a unique surname. */
async function applicant(server: { url: string }, values: Parameters<typeof apply>[1] = {}) {
  const last_name = unique('Quintero');
  await apply(server, { ...values, last_name });
  return last_name;
}

test('an admin reads an application, its resume and, on demand, the rest (A1, A2, A3, SEC22); deletes one after a question, and erases an applicant (A4, G2, G8); moves one by drag, keyboard and menu, with a mail that Undo stops, and hires; adds, changes, closes and deletes a job, with the standard texts (A5, A6, A7, G8)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of (409|502)/);
  const position = unique('Car hauler driver');
  const job_id = String(await postJob(server, { position }));
  const expired = { zipcode: 'ABC', cdl_expiration_date: '2020-01-31' };
  const name = await applicant(server, { job_id, ...expired });
  const email = `${unique('rosa').toLowerCase().replace(/\W/g, '.')}@example.com`;
  const names = [await applicant(server, { email }), await applicant(server, { email })];
  const other = await applicant(server);
  const begun = { first_name: 'Rosa', last_name: unique('Begun'), phone: '815-555-0177', email };
  await send(server, 'POST', '/api/application/started', null, begun);
  await signedIn(page, server);
  await page.goto('/applications');
  await page.getByLabel('Job').selectOption(position);
  const mine = card(page, name);
  await expect(mine).toContainText(position);
  await expect(mine).toContainText('Check answers');
  await expect(mine.getByText('New', { exact: true })).toBeVisible();
  await expect(mine.getByText('630-555-0143')).toBeHidden();
  await mine.getByRole('button', { name: 'Expand' }).click();
  await expect(mine.getByText('New', { exact: true })).toBeHidden();
  await expect(mine.getByRole('link', { name: '630-555-0143' })).toBeVisible();
  await mine.getByRole('button', { name: 'Collapse' }).click();
  await expect(mine.getByText('630-555-0143')).toBeHidden();

  // Gender and race are in no list.
  await expect(page.getByRole('main')).not.toContainText(/gender|race|decline/i);
  await mine.getByRole('button', { name: 'View details' }).click();
  const modal = page.getByRole('dialog', { name });
  for (const text of ['Driver, Prairie Lines', '04/01/2019 to today', 'Bill Otto']) {
    await expect(modal).toContainText(text);
  }
  await expect(modal).toContainText("The ZIP code doesn't have 5 digits.");
  await expect(modal).toContainText('The CDL has expired.');
  await expect(modal.getByText('Decline to self-identify')).toBeHidden();
  await modal.getByText('Self-identification (not for hiring decisions)').click();
  await expect(modal.getByText('Decline to self-identify')).toBeVisible();
  await expect(page).toHaveURL(/[?&]application=\d+/);
  const address = page.url().replace(server.url, '');
  const link = modal.getByRole('link', { name: /^View resume/ });
  await expect(link).toHaveAttribute('target', '_blank');
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await page.mouse.click(10, 500);
  await expect(modal).toBeHidden();
  await expect(mine.getByRole('button', { name: 'View details' })).toBeFocused();
  await expect(page).not.toHaveURL(/application=/);
  // As a notification leads to it.
  await visit(page, address);
  await expect(modal).toBeVisible();
  await modal.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Job').selectOption({ index: 0 });

  const question = page.getByRole('alertdialog');
  for (const [reply, text] of [
    [{ status: 502, body: '<html>' }, 'Failed to delete application. Please try again.'],
    [{ status: 409, json: { error: 'It is being read.' } }, 'It is being read.'],
  ] as const) {
    await page.route(/\/api\/application\/\d+$/, (route) => route.fulfill(reply), { times: 1 });
    await card(page, name).getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(card(page, name)).toBeVisible();
  // A second one is deleted while the answer to the first is on its way.
  const release = await delayNext(page, /\/api\/application\/\d+$/);
  await card(page, other).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await card(page, name).getByRole('button', { name: 'View details' }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'Application deleted successfully.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(card(page, name)).toBeHidden();
  await expect(card(page, other)).toBeVisible();
  release();
  await expect(card(page, other)).toBeHidden();

  await card(page, names[1] ?? '')
    .getByRole('button', { name: 'View details' })
    .click();
  await expect(page.getByRole('dialog')).toContainText(
    `Started application of Rosa ${begun.last_name}`,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Erase applicant' }).click();
  const same = question.getByRole('checkbox', { name: names[0] ?? '' });
  await expect(same).not.toBeChecked();
  await same.check();
  await question.getByRole('button', { name: 'Erase applicant' }).click();
  await expect(page.getByText('Erased 2 applications.')).toBeVisible();
  for (const one of names) await expect(card(page, one)).toBeHidden();

  await test.step('hiring', () => moveAndHire(page, server));
  await test.step('jobs', () => changeJobs(page));
});

/** Moves an applicant through the board, and hires. */
async function moveAndHire(page: Page, server: RunningServer): Promise<void> {
  const last_name = unique('Quintero');
  const position = unique('Night driver');
  const job_id = String(await postJob(server, { position, openings: 1 }));
  await apply(server, { job_id, email: 'waits@example.com' });
  await apply(server, { last_name, job_id, email: `${last_name.replace(/\W/g, '')}@example.com` });
  await visit(page, `/applications?view=board&q=${encodeURIComponent(last_name)}`);
  const card = (stage: string) =>
    column(page, stage).getByRole('listitem').filter({ hasText: last_name });
  const name = page.getByRole('button', { name: last_name });

  await card('New').dragTo(column(page, 'In review'));
  await expect(move(page)).toHaveAccessibleName(/In review$/);
  // Another admin moves it meanwhile: Undo leads back to their stage.
  const token = await tokenOf(server);
  const list = await send<Application[]>(server, 'GET', '/api/applications', token);
  const id = list.find((one) => one.last_name === last_name)?.id;
  await send(server, 'PUT', `/api/application/${id}`, token, { stage: 'offer' });
  await move(page).getByRole('button', { name: 'Move', exact: true }).click();
  await move(page).getByRole('button', { name: 'Save my version' }).click();
  await expect(card('In review')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card('Offer')).toBeVisible();
  await card('Offer')
    .getByLabel(/^Move .* to$/)
    .selectOption('In review');
  await move(page).getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card('In review')).toBeVisible();

  await expect(name).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await move(page).getByLabel('Note').fill("Calls back. It's urgent.");
  await move(page).getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card('Interview')).toBeVisible();

  await card('Interview')
    .getByLabel(/^Move .* to$/)
    .selectOption('Not selected');
  await move(page).getByLabel('Email the applicant').check();
  await expect(move(page)).toContainText(`Thank you for applying for the job ${position}`);
  await move(page).getByLabel('Reason for the applicant').fill('We need a CDL of class A.');
  await expect(move(page).getByRole('region')).toContainText('We need a CDL of class A.');
  await move(page).getByRole('button', { name: 'Move and email' }).click();
  // The message of the move before may still fade out.
  const mailed = page.getByRole('listitem').filter({ hasText: 'The email leaves in 5 minutes.' });
  // It stays while the mouse is over it.
  await mailed.hover();
  await expect(card('Not selected')).toBeVisible();
  await mailed.getByRole('button', { name: 'Undo' }).click();
  await expect(card('Interview')).toBeVisible();

  await name.click();
  const details = page.getByRole('dialog', { name: last_name });
  const timeline = details.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText("Calls back. It's urgent.");
  await expect(timeline).toContainText('The email was stopped before it left.');
  await details.getByRole('button', { name: 'Hire' }).click();
  const hiring = page.getByRole('dialog', { name: /^Hire/ });
  await expect(hiring.getByLabel('Position')).toHaveValue(position);
  await hiring.getByLabel('Department').fill('Logistics');
  await hiring.getByLabel('Username').fill(last_name.toLowerCase().replace(/\W/g, '.'));
  await hiring
    .getByLabel('This hire fills the job')
    .selectOption('Close it and email the other one');
  // The applicant withdraws meanwhile.
  await send(server, 'PUT', `/api/application/${id}`, token, { stage: 'withdrawn' });
  await hiring.getByRole('button', { name: 'Hire', exact: true }).click();
  await expect(hiring.getByText('Withdrawn')).toBeVisible();
  await hiring.getByRole('button', { name: 'Save my version' }).click();
  const question = page.getByRole('alertdialog', { name: 'Hire this applicant anyway?' });
  await expect(question).toContainText('Withdrawn');
  await question.getByRole('button', { name: 'Hire anyway' }).click();
  await expect(page.getByText(/^Hired\..*Job closed. 1 applicant gets an email/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card('Hired')).toBeVisible();
  await expect(card('Hired').getByLabel(/^Move .* to$/)).toBeDisabled();

  await page.getByRole('button', { name: 'Equal opportunity totals' }).click();
  const totals = page.getByRole('dialog', { name: 'Equal opportunity totals' });
  await expect(totals.getByRole('row', { name: /^White/ })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Adds, changes, closes and deletes a job. */
async function changeJobs(page: Page): Promise<void> {
  const position = unique('Night dispatcher');
  await page.clock.setFixedTime('2025-03-10T04:30:00Z');
  await visit(page, '/PortalJobs');
  await expect(page.getByLabel('Date posted')).toHaveValue('2025-03-09');
  await expect(page.getByLabel('Department')).toHaveValue('All');
  await expect(page.getByLabel('Department').getByRole('option')).toHaveCount(6);
  const startsAfresh = async () => {
    await expect(english(page, 'Company information')).toHaveValue(/Kestrel Auto Transport/);
    await expect(english(page, 'Benefits')).toHaveValue(
      /medical[\s\S]*disability[\s\S]*salary[\s\S]*401\(k\)[\s\S]*match[\s\S]*paid time off/i,
    );
    await expect(english(page, 'Company culture')).toHaveValue(/\S/);
    await expect(english(page, 'Position')).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Add Job' })).toBeVisible();
  };
  await startsAfresh();
  await fillJob(page, position);
  await english(page, 'Benefits').fill('');
  await english(page, 'Company information').fill('A family business.');
  await english(page, 'Company culture').fill('Safety first.');
  await shown(page, 'Spanish version').click();
  await page.getByLabel('Position (Spanish)').fill('Despachador de noche');
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(shown(page, 'Job added successfully!')).toBeVisible();

  // Another job replaces unsaved input only after a question.
  await english(page, 'Role information').fill('Half a thought');
  const question = page.getByRole('alertdialog');
  await card(page, position).getByRole('button', { name: 'Edit' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(english(page, 'Responsibilities')).toHaveValue('Plan\nCall');
  await expect(page.getByLabel('Position (Spanish)')).toHaveValue('Despachador de noche');
  await english(page, 'Location').fill('Joliet, IL');
  await page.getByLabel('Pin to the top of the list').selectOption('Yes');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(shown(page, 'Job updated successfully!')).toBeVisible();
  await expect(card(page, position)).toContainText('Joliet, IL');
  await expect(card(page, position).getByText('Pinned')).toBeVisible();
  await startsAfresh();
  const path = (await card(page, position).getByRole('link').getAttribute('href')) ?? '';
  const job = await (await page.request.get(path)).text();
  expect(job).toContain(`>${position}</h1>`);
  expect(job).not.toContain('>Benefits</h2>');

  await page.getByRole('button', { name: `Close job ${position}` }).click();
  await question.getByRole('button', { name: 'Close job' }).click();
  await expect(shown(page, 'Job closed.')).toBeVisible();
  const closed = page.getByRole('region', { name: /^Closed jobs/ });
  await expect(card(page, position)).toContainText(/Closed \d{4}-\d\d-\d\d/);
  await closed.getByRole('button', { name: `Reopen ${position}` }).click();
  await expect(shown(page, 'Job reopened.')).toBeVisible();
  await page.getByRole('button', { name: `Repost ${position}` }).click();
  await question.getByRole('button', { name: 'Repost' }).click();
  await expect(shown(page, 'Job reposted.')).toBeVisible();
  await expect(card(page, position)).toHaveCount(2);
  await closed.getByRole('button', { name: `Delete ${position}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, position)).toHaveCount(1);
  await card(page, position).getByRole('button', { name: 'Delete' }).click();
  await expect(question).toHaveAccessibleName('Are you sure you want to delete this job?');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'Job deleted successfully!').last()).toBeVisible();
  await expect(card(page, position)).toBeHidden();
}
