/** PTO and work hours, and the time off that is taken from them. */
import type { Page } from '@playwright/test';
import { usPeriod } from '#contract/messages/time-off.ts';
import { workingDays } from '#contract/rules/business-days.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import type { TimeOff } from '#contract/time-off.ts';
import type { Employee } from '#contract/users.ts';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import { connected, newStaff, type Staff, send, signedIn, tokenOf, visit } from './office-api.ts';

const pto = (page: Page, { name }: Staff) => page.getByLabel(`PTO Hours of ${name}`);
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Changes' }).click();
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to submit the changes?' })
    .getByRole('button', { name: 'Submit' })
    .click();
}

/** Approves a request as another admin's page does. */
async function approve(server: { url: string }, id: number): Promise<void> {
  const token = await tokenOf(server);
  const list = await send<TimeOff[]>(server, 'GET', '/api/time-off', token);
  const version = list.find(({ time_off_id }) => time_off_id === id)?.version;
  await send(server, 'PUT', `/api/time-off/${id}`, token, { status: 'approved', version });
}

/** Two working days that are still ahead if midnight passes. */
function nextDays() {
  const now = today();
  const nextYear = Number(now.slice(0, 4)) + 1;
  const [, , from_date = '', to_date = ''] = workingDays(dayAfter(now), `${nextYear}-12-31`);
  return { period: { from_date, to_date }, label: usPeriod({ from_date, to_date }) };
}

async function requestDays(
  server: { url: string },
  staff: Staff,
  body: { from_date: string; to_date: string; note?: string },
): Promise<number> {
  const token = await tokenOf(server, staff);
  const { time_off_id } = await send<{ time_off_id: number }>(
    server,
    'POST',
    '/api/time-off',
    token,
    { kind: 'pto', note: '', ...body },
  );
  return time_off_id;
}

test('hours and time off (H1, H2, H3, H4, SEC28)', async ({ page, server, allowConsole }) => {
  allowConsole(/status of (404|409|500)/);
  const { period, label } = nextDays();
  const staff = await newStaff(server, { pto_hours: 15 });
  const other = await newStaff(server, { pto_hours: 99 });
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, staff);
  await connected(page, '/time-off');
  await test.step('the own hours', async () => {
    const own = '**/api/employees/me';
    await page.route(own, (route) => route.fulfill({ status: 404, json: { error: 'Not found.' } }));
    await visit(page, '/hours');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Failed to fetch your hours: Not found. Please try again.',
    );
    await page.unroute(own);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pto(page, staff)).toHaveValue('15');
    await expect(pto(page, staff)).not.toBeEditable();
    await expect(page.getByRole('textbox')).toHaveCount(2);
    await expect(page.getByText(other.name)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Submit Changes' })).toHaveCount(0);
    const ledger = page.getByRole('region', { name: 'How your hours changed' });
    await expect(ledger.getByRole('listitem')).toHaveText([/PTO Hours 0 → 15/]);
  });
  await visit(page, '/time-off');
  await test.step('a request, its approval and its end', async () => {
    await page.getByRole('button', { name: 'Request time off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request time off' });
    await dialog.getByLabel('First day').fill(period.from_date);
    await dialog.getByLabel('Note').fill('Dentist');
    await expect(dialog.getByLabel('Last day')).toHaveValue(period.from_date);
    const outlook = dialog.getByRole('status').first();
    await expect(outlook).toHaveText('This request8 hours1 working dayAvailable afterwards7 hours');
    await dialog.getByLabel('Last day').fill(period.to_date);
    await dialog.getByLabel('How much').selectOption('Hours');
    await dialog.getByLabel('Hours in total').fill('16');
    await expect(outlook).toContainText('16 hours2 working daysAvailable afterwards-1 hours');
    await expect(dialog.getByText('This takes more than your balance.')).toBeVisible();
    await dialog.getByLabel('Hours in total').fill('11');
    await axe(page);
    const sent = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(shown(page, 'Your request was sent to the office.')).toBeVisible();
    const { time_off_id }: { time_off_id: number } = await (await sent).json();
    await expect(shown(page, 'Requested')).toBeVisible();
    await approve(server, time_off_id);
    await expect(shown(page, 'Approved')).toBeVisible();
    await expect(shown(page, '4 hours').first()).toBeVisible();
    await page.getByRole('button', { name: `Cancel ${label}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel time off' }).click();
    await expect(shown(page, '15 hours')).toHaveCount(2);
    await expect(page.getByRole('listitem').filter({ hasText: label })).toHaveCount(1);
  });
  const address = page.getByLabel('Calendar address');
  const old = await address.inputValue();
  await page.getByRole('button', { name: 'Replace address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
  await expect(address).not.toHaveValue(old);

  // Before this admin's account: a notification of two requests would lead to neither.
  await requestDays(server, other, period);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(page, server);
  await changeHours(page, server);
  await decide(page, server, other);
});

/** Changes the hours of two people, of which one fails first. */
async function changeHours(page: Page, server: RunningServer): Promise<void> {
  const one = await newStaff(server, { pto_hours: 12, work_hours: 40.25 });
  const other = await newStaff(server, { pto_hours: 12 });
  const token = await tokenOf(server);
  const stored = async ({ employeeId }: Staff) =>
    (await send<Employee[]>(server, 'GET', '/api/employees', token)).find(
      ({ employee_id }) => employee_id === employeeId,
    );
  const path = `/api/employees/${other.employeeId}`;
  await page.goto('/Hours');
  const table = page.getByRole('table', { name: 'Hours by employee' });
  await expect(table.getByRole('columnheader')).toHaveText([/^Name/, /^PTO Hours/, /^Work Hours/]);
  await test.step('one of two changes is saved', async () => {
    await pto(page, one).fill('-1');
    await page.getByRole('button', { name: 'Submit Changes' }).click();
    await expect(pto(page, one)).toBeFocused();
    await expect(pto(page, one)).toHaveAttribute('aria-invalid', 'true');
    await pto(page, one).fill('13.5');
    await pto(page, other).fill('6');
    await page.getByLabel('Reason').fill('Carried over');
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: 'oops' }), {
      times: 1,
    });
    const sent = page.waitForRequest(`**/api/employees/${one.employeeId}`);
    await submit(page);
    const body: Record<string, unknown> = (await sent).postDataJSON();
    expect(body).toMatchObject({ pto_hours: 13.5, reason: 'Carried over' });
    expect(body).not.toHaveProperty('work_hours');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Failed to submit changes. Please try again.');
    await expect(alert).toContainText(other.name);
    await expect(alert).not.toContainText(one.name);
  });
  await test.step('a reload restores the other one', async () => {
    await page.reload();
    await expect(page.getByText('Not submitted yet: 1 person.')).toBeVisible();
    await expect(pto(page, one)).toHaveValue('13.5');
    await expect(pto(page, other)).toHaveValue('6');
  });
  await test.step('someone else changed it', async () => {
    const change = { pto_hours: 15, version: (await stored(other))?.version };
    await send(server, 'PUT', path, token, change);
    await submit(page);
    const row = page.getByRole('definition').filter({ hasText: 'Yours' });
    await expect(row).toHaveText('Saved15Yours6');
    expect(await stored(other)).toMatchObject({ pto_hours: 15 });
    await page.getByRole('button', { name: 'Save my version' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
    await expect(shown(page, 'Changes submitted successfully!')).toBeVisible();
    expect(await stored(other)).toMatchObject({ pto_hours: 6 });
  });
  await page.getByLabel('Person').selectOption(one.name);
  const ledger = page.getByRole('table', { name: /^Changes of hours/ });
  await expect(ledger.getByRole('row').nth(1)).toContainText('1213.5+1.5Carried over');
}

/** Approves the time off of one and declines that of the colleague. */
async function decide(page: Page, server: RunningServer, colleague: Staff): Promise<void> {
  const { period, label } = nextDays();
  const staff = await newStaff(server, { pto_hours: 20 });
  await visit(page, '/time-off');
  await expect(page.getByText(colleague.name).first()).toBeVisible();
  const id = await requestDays(server, staff, { ...period, note: 'Family visit' });
  await expect(page.getByRole('button', { name: `Approve ${staff.name}, ${label}` })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('link', { name: new RegExp(`${staff.name} requests PTO`) }).click();
  await expect(page).toHaveURL(`/time-off?request=${id}`);
  const panel = page.getByRole('article').filter({ hasText: 'Family visit' });
  await expect(panel.getByRole('region', { name: 'Also away' })).toContainText(colleague.name);
  await expect(panel).toContainText('PTO balance20 hoursAfter approval4 hours');
  const approve = panel.getByRole('button', { name: 'Approve' });
  await approve.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await approve.click();
  await expect(approve).toHaveCount(0);

  const month = period.from_date.slice(0, 7);
  await visit(page, '/time-off');
  await page.getByRole('link', { name: `Decline ${colleague.name}, ${label}` }).click();
  const reason = page.getByRole('textbox', { name: /^Why do you decline/ });
  await expect(reason).toBeFocused();
  await reason.fill('Nobody can cover.');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(shown(page, 'Time off declined.')).toBeVisible();
  await visit(page, `/time-off?month=${month}`);
  const grid = page.getByRole('table', { name: /^Who is away/ });
  await expect(grid.getByRole('link', { name: staff.name }).first()).toBeVisible();
  await expect(grid.getByRole('link', { name: colleague.name })).toHaveCount(0);
}
