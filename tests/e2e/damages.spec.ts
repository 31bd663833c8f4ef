/** Damages with their totals and exports. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/harness/e2e.ts';
import { fits } from './check-a11y.ts';
import { newStaff, signedIn, unique } from './office-api.ts';
import { addDamage } from './records-api.ts';

// Where the company's day is over.
test.use({ timezoneId: 'Pacific/Kiritimati', viewport: { width: 390, height: 844 } });

const card = (page: Page, driver: string) => page.getByRole('article').filter({ hasText: driver });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Damage' });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

test('an employee sees only their own damages, on a phone (X1, X2, X4)', async ({
  page,
  server,
}) => {
  const [staff, other] = [await newStaff(server), await newStaff(server)];
  const [mine, theirs] = [unique('Mine'), unique('Theirs')];
  await addDamage(server, staff.employeeId, { driver_name: mine });
  await addDamage(server, staff.employeeId, { damage_date: '2024-02-05' });
  await addDamage(server, other.employeeId, { driver_name: theirs });
  await signedIn(page, server, staff);
  const request = page.waitForRequest(/\/api\/damages\?/);
  await page.goto('/damages');
  expect((await request).url()).toContain(`employee_id=${staff.employeeId}`);
  await expect(card(page, mine)).toBeVisible();
  await expect(card(page, theirs)).toBeHidden();
  await expect(page.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
  const totals = page.getByRole('status').filter({ hasText: 'Total cost' });
  await expect(totals).not.toContainText('Average');
  await card(page, mine).getByRole('button', { name: /^View/ }).click();
  await expect(page.getByRole('dialog').locator('input, textarea').first()).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('an admin filters, exports, adds, changes, deletes and prints damages (G5, X1, X2, X3)', async ({
  page,
  server,
}) => {
  const staff = await newStaff(server);
  const [one, other] = [unique('=Kevin'), unique('Latoya')];
  for (const [driver_name, damage_date, damage_amount] of [
    [one, '2025-03-31', 0.1],
    [one, '2025-04-01', 0.2],
    [other, '2025-04-02', 40],
  ] as const) {
    await addDamage(server, staff.employeeId, { driver_name, damage_date, damage_amount });
  }
  const many = Array.from({ length: 60 }, () => addDamage(server, staff.employeeId));
  await Promise.all(many);
  await signedIn(page, server);
  await page.goto('/damages');
  await page.getByLabel('Driver', { exact: true }).selectOption(one);
  const totals = page.getByRole('status').filter({ hasText: 'Total cost' });
  await expect(totals).toContainText('$0.30');
  const months = page.getByRole('figure', { name: 'Cost by month' });
  await months.getByText('Show as a table').click();
  await expect(months.getByRole('row', { name: 'March 2025' })).toContainText('$0.10');
  await page.getByLabel('Month', { exact: true }).selectOption('April 2025');
  await expect(totals).toContainText('1 of');

  const trigger = page.getByRole('button', { name: 'Export', exact: true });
  const csv = page.getByRole('button', { name: 'CSV', exact: true });
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(csv).toBeInViewport({ ratio: 1 });
  await fits(page);
  await page.keyboard.press('Tab');
  await expect(csv).toBeFocused();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const text = (await readFile(await (await saved).path())).toString();
  expect((await saved).suggestedFilename()).toMatch(/^damages-\d{4}-\d\d-\d\d\.csv$/);
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain(`,'${one},2025-04-01,0.2,`);
  await expect(trigger).toBeFocused();
  await page.getByLabel('Month', { exact: true }).selectOption({ index: 0 });
  await page.getByLabel('Driver', { exact: true }).selectOption({ index: 0 });
  await expect(card(page, staff.name).first()).toBeVisible();

  await test.step('add, change and delete', async () => {
    await page.clock.setFixedTime('2025-03-09T23:30:00Z');
    await page.getByRole('button', { name: 'Add Damage' }).click();
    await expect(page.getByLabel('Date')).toHaveValue('2025-03-09');
    await expect(page.getByLabel('Date')).toHaveAttribute('max', '2025-03-10');
    const driver = page.getByLabel('Driver Name');
    await page.getByLabel('Employee').selectOption(staff.name);
    await expect(driver).toHaveValue(staff.name);
    const name = unique('Dwight');
    await driver.fill('');
    const amount = page.getByLabel('Amount');
    await expect(amount).toHaveValue('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(driver).toBeFocused();
    await driver.fill(name);
    await amount.fill('1234.5');
    await page.getByLabel('Description').fill('Mirror of a Tahoe broken at the gate.');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await expect(shown(page, 'Damage added successfully.')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(card(page, name)).toHaveCount(1);
    for (const text of [staff.name, '03/09/2025', '$1,234.50', 'at the gate']) {
      await expect(card(page, name)).toContainText(text);
    }

    await card(page, name).getByRole('button', { name: /^Edit/ }).click();
    await expect(amount).toHaveValue('1234.50');
    await amount.fill('0.1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(shown(page, 'Damage updated successfully.')).toBeVisible();
    await expect(card(page, name)).toContainText('$0.10');
    await card(page, name)
      .getByLabel(/^Delete/)
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(shown(page, 'Damage deleted successfully.')).toBeVisible();
    await expect(card(page, name)).toBeHidden();
  });

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(59);
  await expect(page.getByRole('button', { name: /^(Edit|Delete|Export|Show more)/ })).toHaveCount(
    0,
  );
});
