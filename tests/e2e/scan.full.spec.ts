import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import type { DriverFile } from '#contract/driver-file.ts';
import { expect, test } from '../harness/e2e.ts';
import { photoJpeg } from '../harness/scan-photos.ts';
import type { RunningServer } from '../harness/server.ts';
import { checkA11y } from './check-a11y.ts';
import { newStaff, send, signedIn, tokenOf } from './office-api.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** A page at an angle. */
const jpeg = photoJpeg({
  width: 600,
  height: 800,
  corners: [
    { x: 100, y: 87 },
    { x: 520, y: 113 },
    { x: 553, y: 707 },
    { x: 60, y: 680 },
  ],
});
const photoNamed = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await jpeg });

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Scan pages' });
const corners = (page: Page) => page.getByRole('dialog', { name: /^Corners of page/ });

/** Opens the scanner with the button in `place`, and adds the photos. */
async function scanIn(
  place: Locator,
  photos: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await place.getByRole('button', { name: 'Scan pages' }).click();
  await scanner(place.page()).getByRole('button', { name: 'Choose photos' }).click();
  await scanner(place.page()).locator('input[multiple]').setInputFiles(photos);
}

/** The pages of a PDF on the server's disk. */
async function pagesOf({ dataDir }: RunningServer, path: string) {
  const pdf = await readFile(join(dataDir, 'files', path));
  expect(pdf.length).toBeLessThan(5_000_000);
  const opened = await getDocumentProxy(new Uint8Array(pdf));
  const numbers = Array.from({ length: opened.numPages }, (_, index) => index + 1);
  return Promise.all(numbers.map((number) => opened.getPage(number)));
}

test('a driver sends a PDF of photographed pages', async ({ page, server }) => {
  const rosa = await newStaff(server);
  await signedIn(page, server, rosa);
  await page.goto('/driver-file');
  const card = page.getByRole('article').filter({ hasText: 'Medical certificate' });
  await card.getByRole('button', { name: 'Upload new' }).click();
  const dialog = scanner(page);
  const noPhoto = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') };
  const photos = await Promise.all(['1.jpg', '2.jpg', '3.jpg'].map(photoNamed));
  await scanIn(card, [...photos, noPhoto]);
  await expect(dialog.getByRole('alert')).toContainText("Couldn't read notes.txt as a photo.");
  await expect(dialog.getByRole('img')).toHaveCount(3);
  await expect(dialog.getByText('No edges found')).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Move up page 3' }).click();
  await dialog.getByRole('button', { name: 'Remove page 1' }).click();
  await dialog.getByRole('button', { name: 'Rotate page 2' }).click();
  await dialog.getByLabel('Look of page 2').selectOption('Color');
  await checkA11y(page);

  const preview = scanner(page).getByRole('img', { name: 'Page 1' });
  const before = await preview.getAttribute('src');
  await scanner(page).getByRole('button', { name: 'Crop page 1' }).click();
  const corner = corners(page).getByRole('button', { name: 'Top left corner' });
  const left = () => corner.evaluate((handle) => Number.parseFloat(handle.style.left));
  const found = await left();
  await corner.press('Shift+ArrowRight');
  await expect.poll(left).toBeCloseTo(found + 2, 1);
  await corners(page)
    .getByRole('button', { name: 'Bottom right corner' })
    // Forced, because the outline covers the photo.
    .dragTo(corners(page).getByRole('img'), { targetPosition: { x: 200, y: 300 }, force: true });
  await corners(page).getByRole('button', { name: 'Use these corners' }).click();
  await expect(preview).not.toHaveAttribute('src', before ?? '');

  await page.goBack();
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
  const [upright, lying, ...others] = await pagesOf(server, stored);
  expect(others).toEqual([]);
  // The second was rotated.
  expect(upright?.view[3]).toBe(792);
  expect(lying?.view[2]).toBe(792);
});
