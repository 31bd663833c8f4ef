/** Claims, which extend damages by photos, clocks and a history. */
import type { Page } from '@playwright/test';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import { heicPicture, photoOf } from '#tests/harness/file-samples.ts';
import { newStaff, signedIn, visit } from './office-api.ts';
import { ownersOf } from './offline-steps.ts';
import { addDamage } from './records-api.ts';

const phone = { width: 390, height: 844 };
const vin = '1M8GDM9AXKP042788';

const card = (page: Page, driver: string) => page.getByRole('article').filter({ hasText: driver });

async function addPhoto(page: Page, name: string, file: string): Promise<void> {
  const buffer = await photoOf({ width: 640, height: 480, taken: '2026:03:07 09:30:00' });
  const photo = { name: file, mimeType: 'image/jpeg', buffer };
  await page.getByLabel(name, { exact: true }).setInputFiles(photo);
}

test('a driver reports damage on a phone, and disputes what the office makes of it', async ({
  page,
  server,
}) => {
  await page.setViewportSize(phone);
  // A scanner that reads every barcode as this VIN, with the I that some labels begin with.
  await page.addInitScript((value) => {
    const detect = async () => [{ rawValue: `I${value}` }];
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = detect;
      },
    });
  }, vin);
  await signedIn(page, server, await newStaff(server));
  await page.goto('/damages');
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
});

test('an admin starts a claim, adds a photo, finds it overdue and deletes it', async ({
  page,
  server,
  allowConsole,
}) => {
  // The damage has no claim yet.
  allowConsole(/status of 404/);
  const staff = await newStaff(server);
  const id = await addDamage(server, staff.employeeId, { driver_name: staff.name });
  await signedIn(page, server);
  await page.goto('/damages');
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
});
