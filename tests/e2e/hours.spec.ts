import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { wallClock } from '#contract/dates.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { send, signedIn, tokenOf } from './office-api.ts';
import { newStaff, type Staff } from './users-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const pto = (page: Page, { name }: Staff) => page.getByLabel(`PTO Hours of ${name}`);
const work = (page: Page, { name }: Staff) => page.getByLabel(`Work Hours of ${name}`);
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Changes' }).click();
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to submit the changes?' })
    .getByRole('button', { name: 'Submit' })
    .click();
}

test('an admin changes hours, and only changed values are sent (H1, H2, H3, H4)', async ({
  page,
  server,
}) => {
  const staff = await newStaff(server, { pto_hours: 12, work_hours: 40.25 });
  await signedIn(page, server);
  await page.goto('/Hours');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PTO Tracker');
  const table = page.getByRole('table', { name: 'Hours by employee' });
  await expect(table.getByRole('columnheader')).toHaveText([/^Name/, /^PTO Hours/, /^Work Hours/]);
  await expect(work(page, staff)).toHaveValue('40.25');
  for (const [control, name] of [
    [pto(page, staff), 'pto_hours'],
    [work(page, staff), 'work_hours'],
  ] as const) {
    await expect(control).toHaveAttribute('type', 'number');
    await expect(control).toHaveAttribute('min', '0');
    await expect(control).toHaveAttribute('name', name);
  }
  await checkA11y(page);

  await pto(page, staff).fill('-1');
  await page.getByRole('button', { name: 'Submit Changes' }).click();
  await expect(pto(page, staff)).toBeFocused();
  await expect(pto(page, staff)).toHaveAttribute('aria-invalid', 'true');
  await pto(page, staff).fill('13.5');
  await page.getByRole('button', { name: 'Submit Changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(pto(page, staff)).toHaveValue('13.5');
  await page.getByLabel('Reason').fill('Carried over');
  await checkA11y(page);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await submit(page);
  const body: Record<string, unknown> = (await sent).postDataJSON();
  expect(body).toMatchObject({ pto_hours: 13.5, reason: 'Carried over' });
  expect(body).not.toHaveProperty('work_hours');
  await expect(shown(page, 'Changes submitted successfully!')).toBeVisible();
  await expect(page.getByText('Not submitted yet')).toBeHidden();
  await page.getByRole('button', { name: 'Submit Changes' }).click();
  await expect(page.getByText('Nothing has changed yet. Enter new hours first.')).toBeVisible();

  await page.getByLabel('Person').selectOption(staff.name);
  const ledger = page.getByRole('table', { name: /^Changes of hours/ });
  await expect(ledger.getByRole('row').nth(1)).toContainText('1213.5+1.5Carried over');
  await expect(ledger.getByRole('row')).toHaveCount(4);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export ledger' }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = readFileSync((await (await download).path()) ?? '', 'utf8');
  expect(file).toContain(`${staff.employeeId},${staff.name},PTO hours,12,13.5,Carried over,`);
  const [first = {}] = await send<{ at?: string }[]>(
    server,
    'GET',
    `/api/hours/ledger?employee_id=${staff.employeeId}`,
    await tokenOf(server),
  );
  const wall = wallClock(new Date(first.at ?? ''))
    .slice(0, 19)
    .replace('T', ' ');
  expect(file).toContain(',Time (America/Chicago)\r\n');
  expect(file).toContain(`,${wall}\r\n`);
});

test('employees see their own hours and the changes to them', async ({ page, server }) => {
  const staff = await newStaff(server, { pto_hours: 8 });
  await newStaff(server, { pto_hours: 99 });
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, staff);
  const asked = page.waitForRequest(/\/api\/employees\/me$/);
  await page.goto('/hours');
  await asked;
  await expect(pto(page, staff)).toHaveValue('8');
  await expect(pto(page, staff)).not.toBeEditable();
  await expect(page.getByRole('spinbutton')).toHaveCount(2);
  await expect(pto(page, staff)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByRole('list', { name: 'What the hours count' })).toContainText(
    /PTO Hours: hours left to take, as of today\. Last changed \d\d\/\d\d\/\d{4}/,
  );
  await expect(page.getByRole('button', { name: 'Submit Changes' })).toHaveCount(0);
  const ledger = page.getByRole('region', { name: 'How your hours changed' });
  await expect(ledger.getByRole('listitem')).toHaveText([/PTO Hours 0 → 8/]);
  await checkA11y(page);
});

test('names the employees whose hours were not saved, and keeps the input', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500|ERR_FAILED/);
  const [one, other] = [await newStaff(server), await newStaff(server)];
  await signedIn(page, server);
  await page.goto('/hours');
  await pto(page, one).fill('5');
  await pto(page, other).fill('6');
  const address = `**/api/employees/${other.employeeId}`;
  await page.route(address, (route) => route.fulfill({ status: 500, body: 'oops' }));
  await submit(page);
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toContainText('Failed to submit changes. Please try again.');
  await expect(notice).toContainText(other.name);
  await expect(notice).not.toContainText(one.name);
  const pending = page.getByText('Not submitted yet: 1 person.');
  await expect(pending).toBeVisible();
  // The draft is restored, without what was saved.
  await page.reload();
  await expect(pending).toBeVisible();

  await page.unroute(address);
  await page.route(address, (route) => route.abort());
  await submit(page);
  await expect(notice).toContainText(other.name);
  await page.reload();
  await expect(pto(page, other)).toHaveValue('6');
  await page.unroute(address);
  await submit(page);
  await expect(shown(page, 'Changes submitted successfully!')).toBeVisible();
  await expect(pto(page, one)).toHaveValue('5');
  await expect(pto(page, other)).toHaveValue('6');

  await pto(page, other).fill('-1');
  await page.getByRole('button', { name: 'Submit Changes' }).click();
  await expect(notice.filter({ hasText: other.name })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toHaveCount(0);
  await expect(pto(page, other)).toHaveValue('6');
});

test('the second of two admins sees both values and chooses (SEC28)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const staff = await newStaff(server, { pto_hours: 1, work_hours: 1 });
  const other = await newStaff(server);
  const token = await tokenOf(server);
  await signedIn(page, server);
  await page.goto('/hours');
  await pto(page, staff).fill('20');
  await pto(page, other).fill('7');
  const path = `/api/employees/${staff.employeeId}`;
  await send(server, 'PUT', path, token, { pto_hours: 10, work_hours: 2 });
  await submit(page);
  const difference = page.getByRole('definition').filter({ hasText: 'Saved10' });
  await expect(difference).toHaveText('Saved10Yours20');
  await expect(page.getByText(`PTO Hours of ${staff.name}`, { exact: true })).toBeVisible();
  await expect(pto(page, other), 'the other row is saved').toHaveValue('7');
  await expect(page.getByText('Not submitted yet: 1 person.')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Save my version' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
  await expect(shown(page, 'Changes submitted successfully!')).toBeVisible();
  await expect(pto(page, staff)).toHaveValue('20');
  await expect(work(page, staff)).toHaveValue('2');

  // A change of the other cell is no conflict.
  await work(page, staff).fill('3');
  await send(server, 'PUT', path, token, { pto_hours: 30 });
  await submit(page);
  await expect(pto(page, staff)).toHaveValue('30');
  await expect(work(page, staff)).toHaveValue('3');

  await pto(page, staff).fill('40');
  await send(server, 'PUT', path, token, { pto_hours: 35 });
  await submit(page);
  await page.getByRole('button', { name: 'Keep the saved version' }).click();
  await expect(pto(page, staff)).toHaveValue('35');
});

test('shows why the hours failed to load (H4)', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 500|status of 404/);
  await signedIn(page, server, 'employee');
  await page.goto('/hours');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    /^Failed to fetch your hours: .*\. Please try again\./,
  );
  await signedIn(page, server);
  await page.route('**/api/employees', (route) => route.fulfill({ status: 500, body: 'oops' }));
  await page.goto('/hours');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to fetch employees. Please try again.',
  );
});
