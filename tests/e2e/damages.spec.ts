import type { Page } from '@playwright/test';
import { dayAfter, today } from '#contract/dates.ts';
import type { Employee } from '#contract/users.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';
import { addDamage, newStaff } from './users-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const card = (page: Page, driver: string) => page.getByRole('article').filter({ hasText: driver });
const dialog = (page: Page, name = 'Add Damage') => page.getByRole('dialog', { name });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

async function fill(page: Page, driver: string): Promise<void> {
  await page.getByLabel('Driver Name').fill(driver);
  await page.getByLabel('Amount').fill('1234.5');
  await page.getByLabel('Description').fill('Mirror of a Tahoe broken at the gate.');
}

for (const timezoneId of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('an admin adds, changes and deletes a damage (G5, X1, X2, X3)', async ({
      page,
      server,
    }) => {
      const staff = await newStaff(server);
      const driver = unique('Dwight');
      await signedIn(page, server);
      await page.goto('/damages');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Damages Report');

      await page.getByRole('button', { name: 'Add Damage' }).click();
      const token = await tokenOf(server);
      const [first] = await send<Employee[]>(server, 'GET', '/api/employees', token);
      await expect(page.getByLabel('Employee')).toHaveValue(String(first?.employee_id));
      await expect(page.getByLabel('Date')).toHaveValue(today());
      await expect(page.getByLabel('Description')).toHaveValue('');
      const amount = page.getByLabel('Amount');
      await expect(amount).toHaveValue('');
      await expect(amount).toHaveAttribute('min', '0');
      await expect(amount).toHaveAttribute('step', '0.01');
      for (const name of ['employee_id', 'driver_name', 'damage_date', 'damage_amount']) {
        await expect(dialog(page).locator(`[name=${name}]`)).toHaveAttribute('required', '');
      }
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByLabel('Driver Name')).toBeFocused();
      await checkA11y(page);

      await page.getByLabel('Employee').selectOption(staff.name);
      await fill(page, driver);
      const posted = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: 'Save' }).dblclick();
      expect((await posted).postDataJSON()).toMatchObject({
        damage_date: today(),
        damage_amount: 1234.5,
      });
      await expect(shown(page, 'Damage added successfully.')).toBeVisible();
      await expect(dialog(page)).toBeHidden();
      await expect(card(page, driver)).toHaveCount(1);
      const [year, month, day] = today().split('-');
      for (const text of [
        staff.name,
        `${month}/${day}/${year}`,
        '$1,234.50',
        'broken at the gate',
      ]) {
        await expect(card(page, driver)).toContainText(text);
      }

      await card(page, driver).getByRole('button', { name: /^Edit/ }).click();
      await expect(amount).toHaveValue('1234.50');
      await amount.fill('0.1');
      const changed = page.waitForRequest((request) => request.method() === 'PUT');
      await page.getByRole('button', { name: 'Save' }).click();
      expect((await changed).postDataJSON()).toMatchObject({ damage_date: today() });
      await expect(shown(page, 'Damage updated successfully.')).toBeVisible();
      await expect(card(page, driver)).toContainText('$0.10');

      await card(page, driver)
        .getByLabel(/^Delete/)
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(shown(page, 'Damage deleted successfully.')).toBeVisible();
      await expect(card(page, driver)).toBeHidden();
    });
  });
}

test('an employee sees only their own damages, also on a phone (X1, X2, X4)', async ({
  page,
  server,
}) => {
  const staff = await newStaff(server);
  const other = await newStaff(server);
  const [mine, theirs] = [unique('Mine'), unique('Theirs')];
  await signedIn(page, server, staff);
  await page.goto('/damages');
  await expect(page.getByText('No damages found.')).toBeVisible();
  await addDamage(server, staff.employeeId, { driver_name: mine });
  await addDamage(server, staff.employeeId, { damage_date: '2024-02-05' });
  await addDamage(server, other.employeeId, { driver_name: theirs });
  const request = page.waitForRequest(/\/api\/damages\?/);
  await page.reload();
  expect((await request).url()).toContain(`employee_id=${staff.employeeId}`);
  await expect(card(page, mine)).toBeVisible();
  await expect(card(page, theirs)).toBeHidden();
  await expect(page.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
  await card(page, mine).getByRole('button', { name: /^View/ }).click();
  await expect(page.getByLabel('Employee', { exact: true })).toHaveValue(
    `${staff.username} (Employee ID ${staff.employeeId})`,
  );
  await expect(page.getByRole('dialog').locator('input, textarea').first()).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await checkA11y(page);
  await page.keyboard.press('Escape');
  const totals = page.getByRole('status').filter({ hasText: 'Total cost' });
  await expect(totals).not.toContainText('Average');
  const office = page.getByRole('search');
  await expect(office.or(page.getByRole('figure', { name: 'Cost by driver' }))).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  const labels = page
    .getByRole('figure', { name: 'Cost by month' })
    .locator('svg text[text-anchor=middle]')
    .filter({ visible: true });
  await expect(labels.filter({ hasText: '2025' })).toBeVisible();
  const gaps = await labels.evaluateAll((texts) => {
    const boxes = texts.map((text) => text.getBoundingClientRect());
    return boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0));
  });
  expect(Math.min(...gaps), "month labels don't overlap").toBeGreaterThan(4);
});

test('fills in the driver name unless it was typed, and refuses a date after tomorrow (X3)', async ({
  page,
  server,
}) => {
  const [one, other] = [await newStaff(server), await newStaff(server)];
  await signedIn(page, server);
  await page.goto('/damages');
  await page.getByRole('button', { name: 'Add Damage' }).click();
  const driver = page.getByLabel('Driver Name');
  for (const { name } of [one, other]) {
    await page.getByLabel('Employee').selectOption(name);
    await expect(driver).toHaveValue(name);
  }
  await fill(page, 'Somebody else');
  await page.getByLabel('Employee').selectOption(one.name);
  await expect(driver).toHaveValue('Somebody else');
  const date = page.getByLabel('Date');
  await date.fill('2199-05-04');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(date).toHaveAccessibleDescription('Choose a date no later than tomorrow.');
  await expect(date).toHaveAttribute('max', dayAfter(today()));
});

test('an admin with an employee record sees every damage (X4)', async ({ page, server }) => {
  const { employeeId } = await newStaff(server);
  const driver = unique('Everyone');
  await addDamage(server, employeeId, { driver_name: driver });
  await signedIn(page, server, await newStaff(server, {}, 'admin'));
  await page.goto('/damages');
  await expect(card(page, driver)).toBeVisible();
});

test('filter, totals and charts agree', async ({ page, server }) => {
  const staff = await newStaff(server);
  const [one, other] = [unique('=Kevin'), unique('Latoya')];
  for (const [driver_name, damage_date, damage_amount] of [
    [one, '2025-03-31', 0.1],
    [one, '2025-04-01', 0.2],
    [other, '2025-04-02', 40],
  ] as const) {
    await addDamage(server, staff.employeeId, { driver_name, damage_date, damage_amount });
  }
  await signedIn(page, server);
  await page.goto('/damages');
  await page.getByRole('searchbox').fill(staff.name);
  const totals = page.getByRole('status').filter({ hasText: 'Total cost' });
  await expect(totals).toContainText('$40.30');
  await checkA11y(page);
  await page.getByLabel('Driver', { exact: true }).selectOption(one);
  await expect(totals).toContainText('2 of');
  await expect(totals).toContainText('$0.30');
  const months = page.getByRole('figure', { name: 'Cost by month' });
  await months.getByText('Show as a table').click();
  await expect(months.getByRole('row', { name: 'March 2025' })).toContainText('$0.10');
  await expect(months.getByRole('row', { name: 'April 2025' })).toContainText('$0.20');
  await page.getByLabel('Month', { exact: true }).selectOption('April 2025');
  await expect(totals).toContainText('1 of');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('No damages match this search.')).toBeVisible();
});
