import type { Page } from '@playwright/test';
import { workingDays } from '#contract/business-days.ts';
import { dayAfter, today } from '#contract/dates.ts';
import { usPeriod } from '#contract/messages/time-off.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { send, signedIn, tokenOf } from './office-api.ts';
import { newStaff, type Staff } from './users-api.ts';

const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

/** A working day after today, and the following one. */
function nextDays(): { from_date: string; to_date: string } {
  const nextYear = Number(today().slice(0, 4)) + 1;
  const [, from_date = '', to_date = ''] = workingDays(dayAfter(today()), `${nextYear}-12-31`);
  return { from_date, to_date };
}

const period = nextDays();
const label = usPeriod(period);

async function requestDays(
  server: Parameters<typeof tokenOf>[0],
  staff: Staff,
  more: object = {},
): Promise<number> {
  const body = { kind: 'pto', ...period, ...more };
  const token = await tokenOf(server, staff);
  return (await send<{ time_off_id: number }>(server, 'POST', '/api/time-off', token, body))
    .time_off_id;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('an employee sees the balance before sending, requests and cancels', async ({
    page,
    server,
  }) => {
    const staff = await newStaff(server, { pto_hours: 15 });
    await signedIn(page, server, staff);
    await page.goto('/portal');
    await page.getByRole('link', { name: /^Time Off/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Time Off');
    await expect(shown(page, 'No time off yet.')).toBeVisible();
    await checkA11y(page);

    await page.getByRole('button', { name: 'Request time off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request time off' });
    await dialog.getByLabel('First day').fill(period.from_date);
    await dialog.getByLabel('Note').fill('Dentist');
    await expect(dialog.getByLabel('Last day')).toHaveValue(period.from_date);
    const outlook = dialog.getByRole('status').first();
    await expect(outlook).toHaveText('This request8 hours1 working dayAvailable afterwards7 hours');
    await dialog.getByLabel('How much').selectOption('Half days (4 hours each)');
    await expect(outlook).toContainText('4 hours1 working dayAvailable afterwards11 hours');
    await dialog.getByLabel('Last day').fill(period.to_date);
    await dialog.getByLabel('How much').selectOption('Hours');
    await dialog.getByLabel('Hours in total').fill('16');
    await expect(outlook).toContainText('16 hours2 working daysAvailable afterwards-1 hours');
    await expect(dialog.getByText('This takes more than your balance.')).toBeVisible();
    await checkA11y(page);
    await page.reload();
    await expect(dialog.getByLabel('Hours in total')).toHaveValue('16');

    await dialog.getByRole('button', { name: 'Send request' }).dblclick();
    await expect(shown(page, 'Your request was sent to the office.')).toBeVisible();
    await expect(shown(page, '-1 hours')).toBeVisible();
    await page.getByRole('button', { name: `Cancel ${label}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel time off' }).click();
    await expect(shown(page, 'Cancelled')).toBeVisible();
    await expect(shown(page, '15 hours')).toHaveCount(2);
    await expect(page.getByRole('listitem').filter({ hasText: label })).toHaveCount(1);
  });
});

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('an admin approves from the notification, and the employee’s page follows', async ({
    page,
    browser,
    server,
    allowConsole,
  }) => {
    allowConsole('status of 409');
    const [staff, colleague] = [
      await newStaff(server, { pto_hours: 20 }),
      await newStaff(server, { pto_hours: 20 }),
    ];
    await requestDays(server, colleague);
    await signedIn(page, server);
    await page.goto('/time-off');
    await expect(page.getByText(colleague.name).first()).toBeVisible();
    const context = await browser.newContext();
    const own = await context.newPage();
    await own.goto(`${server.url}/robots.txt`);
    const token = await tokenOf(server, staff);
    await own.evaluate((text) => localStorage.setItem('token', text), token);
    await own.goto(`${server.url}/time-off`);
    await expect(own.getByText('No time off yet.')).toBeVisible();

    const id = await requestDays(server, staff, { note: 'Family visit' });
    await expect(
      page.getByRole('button', { name: `Approve ${staff.name}, ${label}` }),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('link', { name: new RegExp(`${staff.name} requests PTO`) }).click();
    await expect(page).toHaveURL(`/time-off?request=${id}`);
    const panel = page.getByRole('article').filter({ hasText: 'Family visit' });
    await expect(panel.getByRole('region', { name: 'Also away' })).toContainText(colleague.name);
    await expect(panel).toContainText('PTO balance20 hoursAfter approval4 hours');
    await checkA11y(page);
    await panel.getByRole('button', { name: 'Approve' }).click();
    await expect(shown(page, 'Time off approved.')).toBeVisible();
    await expect(panel.getByText('Approved')).toBeVisible();
    await expect(own.getByText('Approved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(shown(page, 'Approval undone. The request waits again.')).toBeVisible();
    await expect(own.getByText('Requested', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Approve' }).click();
    await expect(own.getByText('Approved', { exact: true })).toBeVisible();
    await expect(own.getByText('4 hours', { exact: true }).first()).toBeVisible();
    await context.close();

    await page.goto('/time-off');
    // The same days again, for the same person.
    await page.getByRole('button', { name: 'Add time off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add time off' });
    await dialog.getByLabel('Employee').selectOption(staff.name);
    await dialog.getByLabel('First day').fill(period.from_date);
    await dialog.getByLabel('Last day').fill(period.to_date);
    await dialog.getByRole('button', { name: 'Record time off' }).click();
    await expect(dialog.getByRole('alert')).toContainText(`${staff.name} already has 16 hours off`);
    await checkA11y(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: `Decline ${colleague.name}, ${label}` }).click();
    const reason = page.getByRole('textbox', { name: /^Why do you decline/ });
    await expect(reason).toBeFocused();
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await reason.fill('Nobody can cover.');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(shown(page, 'Time off declined.')).toBeVisible();

    const month = period.from_date.slice(0, 7);
    await page.goto(`/time-off?month=${month}`);
    const grid = page.getByRole('table', { name: /^Who is away/ });
    await expect(grid.getByRole('link', { name: staff.name }).first()).toBeVisible();
    await expect(grid.getByRole('link', { name: colleague.name })).toHaveCount(0);
    await page.getByLabel('Department').selectOption('Operations');
    await expect(page).toHaveURL(`/time-off?month=${month}&department=Operations`);
    await expect(grid.getByRole('link', { name: staff.name }).first()).toBeVisible();
  });

  test('replacing the calendar address ends the old one', async ({ page, server }) => {
    const staff = await newStaff(server);
    await signedIn(page, server, staff);
    await page.goto('/time-off');
    const address = page.getByLabel('Calendar address');
    const old = await address.inputValue();
    expect((await fetch(old)).status).toBe(200);
    await page.getByRole('button', { name: 'Replace address' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
    await expect(address).not.toHaveValue(old);
    expect((await fetch(old)).status).toBe(404);
    expect((await fetch(await address.inputValue())).status).toBe(200);
  });
});
