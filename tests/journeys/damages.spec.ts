import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { today } from '#contract/dates.ts';
import { axe, expect, test } from '../harness/journey.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';
import { judged } from './open-to-everyone.ts';
import { addDamage, newStaff, sampleDamage } from './people-api.ts';

test.use({ serverEnv: {}, viewport: { width: 1280, height: 1000 } });

const card = (page: Page, driver: string) => page.getByRole('article').filter({ hasText: driver });
const dialog = (page: Page, name = 'Add Damage') => page.getByRole('dialog', { name });
const said = (page: Page, text: string) => page.getByText(text, { exact: true });

async function fill(page: Page, driver: string): Promise<void> {
  await page.getByLabel('Driver Name').fill(driver);
  await page.getByLabel('Amount').fill('1234.5');
  await page.getByLabel('Description').fill('Mirror of a Tahoe broken at the gate.');
}

test('an admin adds, changes and deletes a damage (X1, X2, X3)', async ({ page, server }) => {
  const staff = await newStaff(server);
  const driver = unique('Dwight');
  await signedIn(page, server);
  await page.goto('/damages');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Damages Report');

  await page.getByRole('button', { name: 'Add Damage' }).click();
  const [first] = await send<{ employee_id: number }[]>(
    server,
    'GET',
    '/api/employees',
    await tokenOf(server),
  );
  await expect(page.getByLabel('Employee')).toHaveValue(String(first?.employee_id));
  await expect(page.getByLabel('Date')).toHaveValue(today());
  await expect(page.getByLabel('Amount')).toHaveValue('');
  await expect(page.getByLabel('Description')).toHaveValue('');
  const amount = page.getByLabel('Amount');
  await expect(amount).toHaveAttribute('min', '0');
  await expect(amount).toHaveAttribute('step', '0.01');
  for (const name of ['employee_id', 'driver_name', 'damage_date', 'damage_amount']) {
    await expect(dialog(page).locator(`[name=${name}]`)).toHaveAttribute('required', '');
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Driver Name')).toBeFocused();
  await judged(page);

  await page.getByLabel('Employee').selectOption(staff.name);
  await fill(page, driver);
  const posts: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: 'Save' }).dblclick();
  await expect(said(page, 'Damage added successfully.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, driver)).toHaveCount(1);
  expect(posts).toHaveLength(1);
  expect(posts[0]).toMatchObject({ damage_date: today(), damage_amount: 1234.5 });
  const [year, month, day] = today().split('-');
  for (const text of [staff.name, `${month}/${day}/${year}`, '$1,234.50', 'broken at the gate']) {
    await expect(card(page, driver)).toContainText(text);
  }

  await card(page, driver).getByRole('button', { name: /^Edit/ }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('1234.50');
  await page.getByLabel('Amount').fill('0.1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(said(page, 'Damage updated successfully.')).toBeVisible();
  await expect(card(page, driver)).toContainText('$0.10');

  await card(page, driver)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(said(page, 'Damage deleted successfully.')).toBeVisible();
  await expect(card(page, driver)).toBeHidden();
});

test('an employee sees the own damages and may look at them (X4)', async ({ page, server }) => {
  const staff = await newStaff(server);
  const other = await newStaff(server);
  const [mine, theirs] = [unique('Mine'), unique('Theirs')];
  await signedIn(page, server, staff);
  await page.goto('/damages');
  await expect(page.getByText('No damages found.')).toBeVisible();
  await addDamage(server, staff.employeeId, { driver_name: mine });
  await addDamage(server, other.employeeId, { driver_name: theirs });
  const asked = page.waitForRequest(/\/api\/damages\?/);
  await page.reload();
  expect((await asked).url()).toContain(`employee_id=${staff.employeeId}`);
  await expect(card(page, mine)).toBeVisible();
  await expect(card(page, theirs)).toBeHidden();
  await expect(page.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
  await card(page, mine).getByRole('button', { name: /^View/ }).click();
  await expect(page.getByLabel('Employee', { exact: true })).toHaveValue(
    `${staff.username} (Employee ID ${staff.employeeId})`,
  );
  await expect(page.getByRole('dialog').locator('input, textarea').first()).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await judged(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('figure', { name: 'Cost by month' })).toBeVisible();
});

test('a failed save keeps what was typed, says why, and can be sent again', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 500/);
  await newStaff(server);
  const driver = unique('Rosa');
  await signedIn(page, server);
  await page.goto('/damages');
  await page.getByRole('button', { name: 'Add Damage' }).click();
  await fill(page, driver);
  // The answer is lost, the damage is stored.
  await page.route('**/api/damages', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Error: Failed to save damage. Please try again.',
  );
  await page.unroute('**/api/damages');
  await page.route('**/api/damages', (route) =>
    route.fulfill({ status: 500, json: { error: 'The disk is full.' } }),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Error: The disk is full.');
  await page.unroute('**/api/damages');
  await expect(page.getByLabel('Driver Name')).toHaveValue(driver);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(said(page, 'Damage added successfully.')).toBeVisible();
  await expect(card(page, driver)).toHaveCount(1);
});

test('two admins, one damage: the second sees both versions, or that it is gone', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[49]/);
  const staff = await newStaff(server);
  const driver = unique('Wayne');
  const id = await addDamage(server, staff.employeeId, { driver_name: driver });
  const token = await tokenOf(server);
  await signedIn(page, server);
  await page.goto('/damages');
  const edit = card(page, driver).getByRole('button', { name: /^Edit/ });
  await edit.click();
  await page.getByLabel('Amount').fill('20');
  await send(server, 'PUT', `/api/damages/${id}`, token, { damage_amount: 10 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const box = dialog(page, 'Edit Damage');
  await expect(box.getByText('Saved now', { exact: true }).locator('..')).toContainText('$10.00');
  await expect(box.getByText('Yours', { exact: true }).locator('..')).toContainText('$20.00');
  await axe(page);
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(said(page, 'Damage updated successfully.')).toBeVisible();
  await expect(card(page, driver)).toContainText('$20.00');

  await edit.click();
  await page.getByLabel('Amount').fill('30');
  await send(server, 'DELETE', `/api/damages/${id}`, token);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This damage was deleted in the meantime.')).toBeVisible();
  await expect(card(page, driver)).toBeHidden();
});

test('filter, totals, charts and the file say the same', async ({ page, server }) => {
  const staff = await newStaff(server);
  const [one, other] = [unique('=Kevin'), unique('Latoya')];
  const on = (damage_date: string, damage_amount: number) => ({ damage_date, damage_amount });
  await addDamage(server, staff.employeeId, { driver_name: one, ...on('2026-03-31', 0.1) });
  await addDamage(server, staff.employeeId, { driver_name: one, ...on('2026-04-01', 0.2) });
  await addDamage(server, staff.employeeId, { driver_name: other, ...on('2026-04-02', 40) });
  await signedIn(page, server, staff);
  await page.goto('/damages');
  const totals = page.getByRole('status').filter({ hasText: 'Total cost' });
  await expect(totals).toContainText('$40.30');
  await judged(page);
  await page.getByLabel('Driver', { exact: true }).selectOption(one);
  await expect(totals).toContainText('2 of 3');
  await expect(totals).toContainText('$0.30');
  const months = page.getByRole('figure', { name: 'Cost by month' });
  await months.getByText('Show as a table').click();
  await expect(months.getByRole('row', { name: 'March 2026' })).toContainText('$0.10');
  await expect(months.getByRole('row', { name: 'April 2026' })).toContainText('$0.20');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = readFileSync((await (await download).path()) ?? '', 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(3);
  expect(file).toContain(`,'${one},2026-03-31,0.1,${sampleDamage.damage_description}`);
  await page.getByLabel('Month', { exact: true }).selectOption('April 2026');
  await expect(totals).toContainText('1 of 3');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('No damage matches this search.')).toBeVisible();
});

for (const timezoneId of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('no date of a damage moves', async ({ page, server }) => {
      const staff = await newStaff(server);
      const driver = unique('Zone');
      await addDamage(server, staff.employeeId, { driver_name: driver });
      await signedIn(page, server);
      await page.goto('/damages');
      await expect(card(page, driver)).toContainText('03/01/2026');
      await card(page, driver).getByRole('button', { name: /^Edit/ }).click();
      await expect(page.getByLabel('Date')).toHaveValue('2026-03-01');
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await page.getByLabel('Description').fill('Looked at again.');
      await page.getByRole('button', { name: 'Save' }).click();
      expect((await sent).postDataJSON()).toMatchObject({ damage_date: '2026-03-01' });
      await page.getByRole('button', { name: 'Add Damage' }).click();
      await expect(page.getByLabel('Date')).toHaveValue(today());
    });
  });
}
