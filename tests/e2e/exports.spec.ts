import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { readXlsx } from '../harness/read-xlsx.ts';
import { checkA11y, fits } from './check-a11y.ts';
import { signedIn, unique } from './office-api.ts';
import { addDamage, newStaff, sampleDamage } from './users-api.ts';

const trigger = (page: Page, name = 'Export') => page.getByRole('button', { name, exact: true });
const format = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The file that an action downloads. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<[string, Buffer]> {
  const started = page.waitForEvent('download');
  await act();
  const file = await started;
  return [file.suggestedFilename(), await readFile(await file.path())];
}

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const) {
  test(`an admin exports damages as CSV and Excel file at ${width} px`, async ({
    page,
    server,
  }) => {
    const staff = await newStaff(server);
    const driver = unique('=Kevin');
    await addDamage(server, staff.employeeId, { driver_name: driver, damage_date: '2025-03-31' });
    await page.setViewportSize({ width, height });
    await signedIn(page, server);
    await page.goto('/damages');
    await page.getByRole('searchbox').fill(driver);
    await trigger(page).focus();
    await page.keyboard.press('Enter');
    await expect(trigger(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByText(/^Exports what the search and the filters/)).toBeVisible();
    await expect(format(page, 'CSV')).toBeInViewport({ ratio: 1 });
    await fits(page);
    await checkA11y(page);
    await page.keyboard.press('Escape');
    await expect(format(page, 'CSV')).toBeHidden();
    await expect(trigger(page)).toBeFocused();

    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(format(page, 'CSV')).toBeFocused();
    const [name, csv] = await downloaded(page, () => page.keyboard.press('Enter'));
    expect(name).toMatch(/^damages-\d{4}-\d\d-\d\d\.csv$/);
    const { damage_amount: amount, damage_description: text } = sampleDamage;
    expect(csv.toString()).toContain(`,'${driver},2025-03-31,${amount},${text}\r\n`);
    await expect(trigger(page)).toBeFocused();

    await trigger(page).click();
    const [workbook, xlsx] = await downloaded(page, () => format(page, 'Excel (XLSX)').click());
    expect(workbook).toMatch(/^damages-\d{4}-\d\d-\d\d\.xlsx$/);
    const [sheet = []] = (await readXlsx(xlsx)).sheets;
    expect(sheet[0]?.map(({ value }) => value)).toEqual([
      'Damage ID',
      'Employee ID',
      'Employee',
      'Driver Name',
      'Date',
      'Amount',
      'Description',
    ]);
    const row = sheet.find((cells) => cells.some(({ value }) => value === driver));
    expect(row?.map(({ type }) => type)).toEqual([
      ...[undefined, undefined, 'inlineStr', 'inlineStr', undefined, undefined, 'inlineStr'],
    ]);
    await expect(page).toHaveURL(/\/damages/);

    await trigger(page).click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(format(page, 'CSV')).toBeHidden();
  });
}

test('an employee exports their own hours and damages', async ({ page, server }) => {
  const staff = await newStaff(server, { pto_hours: 8 });
  const other = await newStaff(server, { pto_hours: 99 });
  for (const { employeeId, name } of [staff, other]) {
    await addDamage(server, employeeId, { driver_name: name });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, staff);
  await page.goto('/damages');
  await trigger(page).click();
  await expect(page.getByText(/^Exports the whole list/)).toBeHidden();
  const [, damages] = await downloaded(page, () => format(page, 'CSV').click());
  expect(damages.toString().trim().split('\r\n')).toHaveLength(2);
  expect(damages.toString()).toContain(staff.name);

  await page.goto('/hours');
  await trigger(page, 'Export ledger').click();
  const [name, ledger] = await downloaded(page, () => format(page, 'CSV').click());
  expect(name).toMatch(/^hours-ledger-/);
  expect(ledger.toString()).toContain(`${staff.name},PTO hours,0,8,`);
  expect(ledger.toString()).not.toContain(other.name);
});

test('a refused export is explained', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 503/);
  await signedIn(page, server);
  await page.goto('/holiday');
  await page.route('**/api/exports', (route) =>
    route.fulfill({ status: 503, json: { error: 'Busy. Try again in a moment.' } }),
  );
  await trigger(page).click();
  await format(page, 'CSV').click();
  await expect(page.getByText('Busy. Try again in a moment.')).toBeVisible();
});

test('lists print every row, without controls', async ({ page, server }) => {
  const staff = await newStaff(server);
  for (let count = 0; count < 60; count += 1) await addDamage(server, staff.employeeId, {});
  await signedIn(page, server);
  for (const path of ['/users', '/damages', '/time-off']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    for (const name of [/^Edit/, /^Delete/, 'Export', 'Show more', /^Request time off/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    if (path === '/damages') expect(await page.locator('article').count()).toBeGreaterThan(59);
    await page.emulateMedia({ media: 'screen' });
  }
});
