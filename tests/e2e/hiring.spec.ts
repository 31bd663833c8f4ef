/** Applications from the board to the first day. */
import type { Page } from '@playwright/test';
import type { Application } from '#contract/applications.ts';
import { expect, test } from '#tests/harness/e2e.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';
import { apply, postJob } from './records-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const column = (page: Page, stage: string) =>
  page.getByRole('region', { name: stage, exact: true });
const move = (page: Page) => page.getByRole('dialog', { name: /^Move/ });

test('an applicant moves by drag, keyboard and menu, gets a mail that Undo stops, and is hired after a question', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const last_name = unique('Quintero');
  const position = unique('Night driver');
  const job_id = String(await postJob(server, { position }));
  await apply(server, { last_name, job_id, email: `${last_name.replace(/\W/g, '')}@example.com` });
  await signedIn(page, server);
  await page.goto(`/applications?view=board&q=${encodeURIComponent(last_name)}`);
  const card = (stage: string) =>
    column(page, stage).getByRole('listitem').filter({ hasText: last_name });
  const name = page.getByRole('button', { name: last_name });

  await card('New').dragTo(column(page, 'In review'));
  await expect(move(page)).toHaveAccessibleName(/In review$/);
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
  // The applicant withdraws meanwhile.
  const token = await tokenOf(server);
  const list = await send<Application[]>(server, 'GET', '/api/applications', token);
  const id = list.find((one) => one.last_name === last_name)?.id;
  await send(server, 'PUT', `/api/application/${id}`, token, { stage: 'withdrawn' });
  await hiring.getByRole('button', { name: 'Hire', exact: true }).click();
  await expect(hiring.getByText('Withdrawn')).toBeVisible();
  await hiring.getByRole('button', { name: 'Save my version' }).click();
  const question = page.getByRole('alertdialog', { name: 'Hire this applicant anyway?' });
  await expect(question).toContainText('Withdrawn');
  await question.getByRole('button', { name: 'Hire anyway' }).click();
  await expect(page.getByText(/^Hired\./)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card('Hired')).toBeVisible();
  await expect(card('Hired').getByLabel(/^Move .* to$/)).toBeDisabled();

  await page.getByRole('button', { name: 'Equal opportunity totals' }).click();
  const totals = page.getByRole('dialog', { name: 'Equal opportunity totals' });
  await expect(totals.getByRole('row', { name: /^White/ })).toBeVisible();
});
