import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import type { DriverFile } from '#contract/driver-file.ts';
import { expect, test } from '../harness/e2e.ts';
import { photoJpeg } from '../harness/scan-photos.ts';
import { checkA11y } from './check-a11y.ts';
import { send, signedIn, tokenOf } from './office-api.ts';
import { newStaff } from './users-api.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** A photo of a page at an angle. */
async function photoOfPage(heading: string) {
  const buffer = await photoJpeg({
    width: 600,
    height: 800,
    corners: [
      { x: 100, y: 87 },
      { x: 520, y: 113 },
      { x: 553, y: 707 },
      { x: 60, y: 680 },
    ],
    heading,
  });
  return { name: `${heading}.jpg`, mimeType: 'image/jpeg', buffer };
}

test('a driver sends a PDF of photographed pages', async ({ page, server }) => {
  const rosa = await newStaff(server);
  await signedIn(page, server, rosa);
  await page.goto('/driver-file');
  const card = page.getByRole('article').filter({ hasText: 'Medical certificate' });
  await card.getByRole('button', { name: 'Upload new' }).click();
  await card.getByRole('button', { name: 'Scan pages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scan pages' });
  const noPhoto = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') };
  const photos = await Promise.all(['First', 'Second', 'Third'].map(photoOfPage));
  await dialog.getByRole('button', { name: 'Choose photos' }).click();
  await dialog.locator('input[multiple]').setInputFiles([...photos, noPhoto]);
  await expect(dialog.getByRole('alert')).toContainText("Couldn't read notes.txt as a photo.");
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expect(dialog.getByRole('img')).toHaveCount(3);
  await expect(dialog.getByText('No edges found')).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Move up page 3' }).click();
  await dialog.getByRole('button', { name: 'Remove page 1' }).click();
  await dialog.getByRole('button', { name: 'Rotate page 2' }).click();
  await dialog.getByLabel('Look of page 2').selectOption('Color');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Crop page 2' }).click();
  const corners = page.getByRole('dialog', { name: 'Corners of page 2' });
  const corner = corners.getByRole('button', { name: 'Top left corner' });
  const left = () => corner.evaluate((handle) => Number.parseFloat(handle.style.left));
  const found = await left();
  await corner.press('Shift+ArrowRight');
  await expect.poll(left).toBeCloseTo(found + 2, 1);
  await checkA11y(page);
  await corners.getByRole('button', { name: 'Use these corners' }).click();

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Close without using these pages?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Use these pages' }).click();
  await expect(dialog).toHaveCount(0);
  await card.getByLabel('Expires').fill('2099-01-31');
  await card.getByRole('button', { name: 'Send to the office' }).click();
  await expect(page.getByText('Document sent. The office checks it.').first()).toBeVisible();

  const token = await tokenOf(server, rosa);
  const [file] = await send<DriverFile[]>(server, 'GET', '/api/driver-file', token);
  const stored = file?.items.find(({ file_path }) => file_path)?.file_path ?? '';
  const pdf = await readFile(join(server.dataDir, 'files', stored));
  expect(pdf.length).toBeLessThan(5_000_000);
  const opened = await getDocumentProxy(new Uint8Array(pdf));
  expect(opened.numPages).toBe(2);
  // The second was rotated.
  const [upright, lying] = await Promise.all([1, 2].map((page) => opened.getPage(page)));
  expect(upright?.view[3]).toBe(792);
  expect(lying?.view[2]).toBe(792);
});
