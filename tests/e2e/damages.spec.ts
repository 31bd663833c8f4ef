/** Damages with their totals and exports, and claims, which extend them by photos, clocks and a history. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import { heicPicture, photoOf } from '#tests/harness/file-samples.ts';
import { fits } from './check-a11y.ts';
import {
  newStaff,
  type Server,
  type Staff,
  send,
  signedIn,
  tokenOf,
  unique,
  visit,
} from './office-api.ts';
import { ownersOf } from './offline-steps.ts';
import { addDamage } from './records-api.ts';

// Where the company's day is over.
test.use({ timezoneId: 'Pacific/Kiritimati', viewport: { width: 390, height: 844 } });

const vin = '1M8GDM9AXKP042788';

const card = (page: Page, driver: string) => page.getByRole('article').filter({ hasText: driver });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Damage' });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

async function addPhoto(page: Page, name: string, file: string): Promise<void> {
  const buffer = await photoOf({ width: 640, height: 480, taken: '2026:03:07 09:30:00' });
  const photo = { name: file, mimeType: 'image/jpeg', buffer };
  await page.getByLabel(name, { exact: true }).setInputFiles(photo);
}

/** Reports damage with photos and disputes what the office makes of it. */
async function report(page: Page, server: Server): Promise<void> {
  await page.getByRole('link', { name: 'Report damage' }).click();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Add at least one photo.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeFocused();
  await addPhoto(page, 'Photo from the camera', 'IMG_1.jpg');
  const heic = { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: heicPicture };
  await page.getByLabel('Photos from this device', { exact: true }).setInputFiles(heic);
  await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeVisible();
  await page.getByLabel('When it happened').selectOption('Delivery');
  await page.getByLabel('Where').fill('Auction in Milwaukee');
  await page.getByLabel('What happened').fill('Scratch below the handle.');
  const field = page.getByLabel('VIN', { exact: true });
  await field.fill('1m8gd m9a1 kp04 2788');
  await expect(page.getByText("The check digit (the 9th character) doesn't fit.")).toBeVisible();
  await addPhoto(page, "Photo of the VIN's barcode", 'label.jpg');
  await expect(field).toHaveValue(vin);
  await page.getByRole('button', { name: 'Left front door' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Area (two digits)')).toHaveValue('23');
  await axe(page);

  // Texts and photos survive a reload, and once sent nothing of them stays on the device.
  await page.reload();
  await expect(page.getByText('We restored your unsaved input.')).toBeVisible();
  await expect(page.getByLabel('Where')).toHaveValue('Auction in Milwaukee');
  await expect(page.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Claim of damage');
  await expect(page.getByText('Left front door (23000)')).toBeVisible();
  await expect(page.getByText('Taken 03/07/2026')).toBeVisible();
  await expect(page.getByText('Taken 11/03/2026')).toBeVisible();
  await expect.poll(() => ownersOf(page, 'headrack.draft-files')).toEqual([]);
  await page.getByRole('combobox', { name: 'Response' }).selectOption('I dispute this');
  await page.getByLabel('In your words').fill('It was there at pickup.');
  await page.getByRole('button', { name: 'Send response' }).click();
  await expect(page.getByText('Response saved.')).toBeVisible();
  await expect(page.getByText('Disputed').first()).toBeVisible();
  // A response is about the values that it was given to: the office changes one, and it's gone from the form, too.
  const id = new URL(page.url()).searchParams.get('damage');
  const change = { damage_amount: 90 };
  await send(server, 'PUT', `/api/damages/${id}`, await tokenOf(server), change);
  await expect(page.getByRole('combobox', { name: 'Response' })).toHaveValue('');
  await expect(page.getByLabel('In your words')).toHaveValue('');
}

test('damages and their claims (G5, X1, X2, X3, X4)', async ({ page, server, allowConsole }) => {
  // A damage without a claim.
  allowConsole(/status of 404/);
  // A scanner that reads every barcode as this VIN, with the I that some labels begin with.
  await page.addInitScript((value) => {
    const detect = async () => [{ rawValue: `I${value}` }];
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = detect;
      },
    });
  }, vin);
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
  await page.keyboard.press('Escape');
  await report(page, server);

  const [one, latoya] = [unique('=Kevin'), unique('Latoya')];
  for (const [driver_name, damage_date, damage_amount] of [
    [one, '2025-03-31', 0.1],
    [one, '2025-04-01', 0.2],
    [latoya, '2025-04-02', 40],
  ] as const) {
    await addDamage(server, staff.employeeId, { driver_name, damage_date, damage_amount });
  }
  const many = Array.from({ length: 60 }, () => addDamage(server, staff.employeeId));
  await Promise.all(many);
  const id = await addDamage(server, other.employeeId, { driver_name: other.name });
  await signedIn(page, server);
  await page.goto('/damages');
  await exportMonth(page, one);
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('a claim', () => claim(page, id, other));
  await test.step('add, change and delete', () => change(page, staff));
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(59);
  await expect(page.getByRole('button', { name: /^(Edit|Delete|Export|Show more)/ })).toHaveCount(
    0,
  );
});

/** Filters by this driver and a month, and exports what is shown. */
async function exportMonth(page: Page, one: string): Promise<void> {
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
}

/** Adds, changes and deletes a damage. */
async function change(page: Page, staff: Staff): Promise<void> {
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
  await amount.fill('1250,50');
  await page.getByLabel('Date').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(shown(page, 'Enter a date that exists, such as 12/05/2026.')).toBeVisible();
  await expect(shown(page, 'Use a period for decimals, such as 1,250.50.')).toBeVisible();
  await page.getByLabel('Date').evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ' 3/9/2025 ');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(page.getByLabel('Date')).toHaveValue('2025-03-09');
  await amount.fill('$1,234.50');
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
}

/** Starts a claim of the damage, adds a photo, finds it overdue and deletes it. */
async function claim(page: Page, id: number, staff: Staff): Promise<void> {
  await card(page, staff.name)
    .getByRole('link', { name: `Claim of damage ${id}` })
    .click();
  await page.getByLabel('Received on').fill('2025-01-02');
  await page.getByLabel('Customer').fill('Lakeside Motors');
  await page.getByLabel('VIN').fill(vin);
  await page.getByLabel('Damage code').fill('11320');
  await page.getByRole('button', { name: 'Start claim' }).click();
  await expect(page.getByText('Decision overdue')).toBeVisible();
  await addPhoto(page, 'Photo to add', 'IMG_1.jpg');
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByLabel('Status').selectOption('In review');
  await page.getByLabel('Amount').fill('900.5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Amount: .* → \$900\.50/)).toBeVisible();
  await page.getByLabel('Amount').fill('0');
  await page.getByLabel('Status').selectOption('Paid');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Mark this claim as paid at $0.00?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  // Nothing was saved: the claim is still open.
  await visit(page, '/claims?status=overdue');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: staff.name }) });
  await expect(row).toContainText('Hood');
  await visit(page, '/damages');
  await page.getByRole('button', { name: `Delete damage ${id}` }).click();
  await expect(question).toContainText('Its claim is deleted too, with its history and 1 photo.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Damage deleted successfully.')).toBeVisible();
}
