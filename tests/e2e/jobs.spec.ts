import type { Page } from '@playwright/test';
import { today } from '#contract/dates.ts';
import { expect, test } from '../harness/e2e.ts';
import { clearJobs, postJob, sampleJob, signedIn, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const row = (page: Page, position: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: position });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Fills in the job form. */
async function fillJob(page: Page, position: string): Promise<void> {
  await page.getByLabel('Position').fill(position);
  await page.getByLabel('Location').fill('Omaha, NE');
  await page.getByLabel('Role information').fill('You send nine trucks a day.');
  await page.getByLabel('Responsibilities').fill('Plan\nCall');
  await page.getByLabel('Requirements').fill('A calm voice');
}

test('an admin adds, changes and deletes a job (A5, A6, A7, G8)', async ({ page, server }) => {
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

test('requires everything but the benefits, and asks before another job replaces the input (A6)', async ({
  page,
  server,
}) => {
  const position = unique('Yard lead');
  await postJob(server, { position });
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

  await page.getByLabel('Role information').fill('Half a thought');
  await row(page, position).getByRole('button', { name: 'Edit' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Role information')).toHaveValue('Half a thought');
  await row(page, position).getByRole('button', { name: 'Edit' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Role information')).toHaveValue(sampleJob.roleInformation);
});

test('an admin states pay and schedule, pins a job and closes it', async ({ page, server }) => {
  await clearJobs(server);
  await postJob(server, { position: 'Newest', datePosted: '2199-01-01' });
  await postJob(server, { position: 'Yard lead' });
  await signedIn(page, server);
  await page.goto('/portaljobs');
  const rows = page.getByRole('region', { name: 'Current jobs' }).getByRole('listitem');
  await expect(rows.getByRole('heading')).toHaveText(['Newest', 'Yard lead']);
  await page.getByRole('button', { name: 'Edit Yard lead' }).click();
  await page.getByLabel('Pay from').fill('29');
  await page.getByLabel('Pay to').fill('25.50');
  const update = page.getByRole('button', { name: 'Update Job' });
  await update.click();
  await expect(page.getByText('Choose the pay period.')).toBeVisible();
  await page.getByLabel('Pay is per').selectOption('hour');
  await update.click();
  await expect(page.getByText('Enter an amount no lower than the minimum pay.')).toBeVisible();
  await page.getByLabel('Pay from').fill('25.50');
  await page.getByLabel('Pay to').fill('29');
  await page.getByLabel('Home time').fill('Home every weekend');
  await page.getByLabel('Pin to the top of the list').selectOption('Yes');
  await page.getByLabel('Open through').fill('2026-02-28');
  await update.click();
  await expect(page.getByText('Job updated successfully!')).toBeVisible();
  await expect(rows.getByRole('heading')).toHaveText(['Yard lead', 'Newest']);
  await expect(rows.first().getByText('Pinned')).toBeVisible();
  await expect(rows.first().getByText('Closed')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Yard lead' }).click();
  await expect(page.getByLabel('Pay from')).toHaveValue('25.5');
  await expect(page.getByLabel('Home time')).toHaveValue('Home every weekend');

  await expect(page.getByRole('button', { name: 'Close job Yard lead' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close job Newest' }).click();
  const question = page.getByRole('alertdialog', { name: 'Close this job?' });
  await question.getByRole('button', { name: 'Close job' }).click();
  await expect(toast(page, 'Job closed.')).toBeVisible();
  await expect(rows.last().getByText('Closed')).toBeVisible();
  await page.goto('/careers');
  await expect(page.getByText('0 Results')).toBeVisible();
});

test('shows why a job could not be deleted or saved (A7)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of (4|5)\d\d/);
  const position = unique('Washer');
  await postJob(server, { position });
  await signedIn(page, server);
  let answer: Record<string, unknown> = { status: 502, body: '<html>' };
  await page.goto('/portaljobs');
  const main = page.getByRole('main');
  await page.route(/\/api\/careers\/\d+$/, (route) => route.fulfill(answer));
  const tryToDelete = async () => {
    await row(page, position).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await tryToDelete();
  await expect(toast(page, 'Failed to delete job.')).toBeVisible();
  answer = { status: 409, json: { error: 'It is framed on the wall.' } };
  await tryToDelete();
  await expect(toast(page, 'Error deleting job: It is framed on the wall.')).toBeVisible();

  // The list may still be refetching after the deletion.
  await page.route(/\/api\/careers$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
  );
  await fillJob(page, 'Kept by the form');
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(main.getByRole('alert').filter({ hasText: 'framed' })).toBeVisible();
  await expect(page.getByLabel('Position')).toHaveValue('Kept by the form');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(toast(page, 'Unauthorized. Please log in.')).toBeVisible();
});

test('employees can only read jobs (G5)', async ({ page, server }) => {
  const position = unique('Yard lead');
  await postJob(server, { position, datePosted: '2026-02-03' });
  await signedIn(page, server, 'employee');
  await page.goto('/portaljobs');
  await expect(row(page, position)).toContainText('2026-02-03');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});
