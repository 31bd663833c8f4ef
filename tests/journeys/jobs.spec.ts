import type { Page } from '@playwright/test';
import { today } from '#contract/dates.ts';
import { expect, test } from '../harness/journey.ts';
import { postJob, sampleJob, send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({ serverEnv: {}, viewport: { width: 1440, height: 1000 } });

const row = (page: Page, position: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: position });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

/** The controls of the form, by what they are called. */
async function fillJob(page: Page, position: string): Promise<void> {
  await page.getByLabel('Position').fill(position);
  await page.getByLabel('Location').fill('Omaha, NE');
  await page.getByLabel('Role information').fill('You send nine trucks a day.');
  await page.getByLabel('Responsibilities').fill('Plan\nCall');
  await page.getByLabel('Requirements').fill('A calm voice');
}

test('an admin posts a job, changes it and takes it down (A5, A6, A7)', async ({
  page,
  server,
}) => {
  const position = unique('Night dispatcher');
  await signedIn(page, server);
  await page.goto('/PortalJobs');
  await expect(page.getByLabel('Date posted')).toHaveValue(today());
  await expect(page.getByLabel('Department')).toHaveValue('All');
  await expect(page.getByLabel('Department').getByRole('option')).toHaveText([
    'All',
    'Logistics',
    'Operations',
    'Vehicle Maintenance',
    'Fleet Management',
    'Finance',
  ]);
  const defaults = {
    'Company information': /Kestrel Auto Transport/,
    Benefits:
      /medical[\s\S]*disability[\s\S]*salary[\s\S]*401\(k\)[\s\S]*match[\s\S]*paid time off/i,
    'Company culture': /\S/,
  };
  const startsAfresh = async () => {
    for (const [label, text] of Object.entries(defaults)) {
      await expect(page.getByLabel(label)).toHaveValue(text);
    }
    await expect(page.getByLabel('Position')).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Add Job' })).toBeVisible();
  };
  await startsAfresh();

  await fillJob(page, position);
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(toast(page, 'Job added successfully!')).toBeVisible();
  await expect(row(page, position)).toContainText(today());
  await startsAfresh();

  await row(page, position).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Position')).toHaveValue(position);
  await expect(page.getByLabel('Responsibilities')).toHaveValue('Plan\nCall');
  await page.getByLabel('Location').fill('Joliet, IL');
  await page.getByLabel('Benefits').fill('');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(toast(page, 'Job updated successfully!')).toBeVisible();
  await expect(row(page, position)).toContainText('Joliet, IL');
  await startsAfresh();
  await row(page, position).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(position);
  await expect(page.getByRole('heading', { name: 'Responsibilities' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Benefits' })).toBeHidden();
  await page.goBack();

  await row(page, position).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this job?',
  });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, position)).toBeVisible();
  await row(page, position).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Job deleted successfully!')).toBeVisible();
  await expect(row(page, position)).toBeHidden();
});

test('all but the benefits are required (A6)', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/portaljobs');
  const form = page.getByRole('region', { name: 'Add a job' });
  await page.getByLabel('Company information').fill('');
  await page.getByLabel('Benefits').fill('');
  await page.getByLabel('Company culture').fill('');
  await page.getByLabel('Date posted').fill('');
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(page.getByLabel('Position')).toBeFocused();
  const wrong = await form
    .locator('[aria-invalid=true]')
    .evaluateAll((controls) => controls.map((control) => control.getAttribute('name')));
  const wanted = Object.keys(sampleJob).filter(
    (name) => name !== 'descriptionOfBenefits' && name !== 'department',
  );
  expect(wrong.toSorted()).toEqual(wanted.toSorted());
  await expect(form.locator(':required')).toHaveCount(wanted.length + 1);
});

test('what is typed is not lost to another job without a question', async ({ page, server }) => {
  const position = unique('Yard lead');
  await postJob(server, { position });
  await signedIn(page, server);
  await page.goto('/portaljobs');
  await page.getByLabel('Role information').fill('Half a thought');
  await row(page, position).getByRole('button', { name: 'Edit' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep typing' }).click();
  await expect(page.getByLabel('Role information')).toHaveValue('Half a thought');
  await row(page, position).getByRole('button', { name: 'Edit' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Role information')).toHaveValue(sampleJob.roleInformation);
});

test('two admins change the same job: the later one sees both versions and decides', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const position = unique('Diesel mechanic');
  const id = await postJob(server, { position });
  await signedIn(page, server);
  await page.goto('/portaljobs');
  await row(page, position).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Location').fill('Omaha, NE');
  await send(server, 'PUT', `/api/careers/${id}`, await tokenOf(server), {
    location: 'Davenport, IA',
    version: 1,
  });
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText(/^Somebody else has changed this in the meantime\./)).toBeVisible();
  const difference = page.getByRole('definition').filter({ hasText: 'Davenport, IA' });
  await expect(difference).toContainText('Omaha, NE');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(toast(page, 'Job updated successfully!')).toBeVisible();
  const job = await send<{ location: string }>(server, 'GET', `/api/careers/${id}`, null);
  expect(job.location).toBe('Omaha, NE');
});

test('each failure of the jobs has its words (A7)', async ({ page, server, allowConsole }) => {
  allowConsole(/status of (4|5)\d\d/);
  const position = unique('Washer');
  await postJob(server, { position });
  await signedIn(page, server);
  let answer: Record<string, unknown> = { status: 500, body: '<html>' };
  const asked = /\/api\/careers(\/\d+)?$/;
  await page.route(asked, (route) => route.fulfill(answer));
  await page.goto('/portaljobs');
  const main = page.getByRole('main');
  await expect(main.getByText('Failed to fetch jobs.', { exact: true })).toBeVisible();
  answer = { status: 503, json: { error: 'The list is being counted.' } };
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByText('The list is being counted.')).toBeVisible();
  answer = { json: [] };
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByText('No jobs currently available.', { exact: true })).toBeVisible();

  await page.unroute(asked);
  await page.reload();
  await page.route(/\/api\/careers\/\d+$/, (route) => route.fulfill(answer));
  const tryToDelete = async () => {
    await row(page, position).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  answer = { status: 502, body: '<html>' };
  await tryToDelete();
  await expect(toast(page, 'Failed to delete job.')).toBeVisible();
  answer = { status: 409, json: { error: 'It is framed on the wall.' } };
  await tryToDelete();
  await expect(toast(page, 'Error deleting job: It is framed on the wall.')).toBeVisible();

  await page.route(/\/api\/careers$/, (route) => route.fulfill(answer));
  await fillJob(page, 'Kept by the form');
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(main.getByRole('alert').filter({ hasText: 'framed' })).toBeVisible();
  await expect(page.getByLabel('Position')).toHaveValue('Kept by the form');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(toast(page, 'Unauthorized. Please log in.')).toBeVisible();
});

test('while the jobs are on their way the page says so, and an employee only reads them', async ({
  page,
  server,
}) => {
  const position = unique('Yard lead');
  await postJob(server, { position, datePosted: '2026-02-03' });
  await signedIn(page, server, 'employee');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/careers', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/portaljobs');
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  letGo();
  await expect(row(page, position)).toContainText('2026-02-03');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});
