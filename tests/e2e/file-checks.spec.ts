import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { heicPicture } from '../harness/file-samples.ts';
import { newPair, stored } from './chat-api.ts';
import { addDocument, newDriver, pdfFile } from './documents-api.ts';
import { signedIn, storeToken, unique } from './office-api.ts';

test.use({ serverEnv: { UPLOAD_MB: '8' }, viewport: { width: 1280, height: 1000 } });

const tooLarge = pdfFile('week', 8 * 1024 * 1024 + 1);
const photo = {
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('ffd8ffe000', 'hex'),
};
const messages = (page: Page) => page.getByRole('log').getByRole('listitem');
const exactText = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Every write that the page sends from now on. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (['POST', 'PUT'].includes(request.method())) writes.push(request.url());
  });
  return writes;
}

test("doesn't send a rejected settlement, and shows one error beside the control", async ({
  page,
  server,
}) => {
  const driver = await newDriver(server);
  await signedIn(page, server, 'admin');
  await page.goto('/settlements');
  const file = page.locator('input[name=file]');
  await page.getByLabel(driver.username).check();
  const writes = writesOf(page);
  for (const [chosen, sentence] of [
    [tooLarge, 'This file is larger than 8 MB. Please send a smaller one.'],
    [photo, "This type of file isn't accepted here. Please send a PDF file."],
  ] as const) {
    await file.setInputFiles(chosen);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(file).toBeFocused();
    await expect(page.getByRole('alert')).toHaveText([sentence]);
    await expect(file).toHaveAccessibleDescription(new RegExp(sentence));
  }
  expect(writes).toEqual([]);

  const { name } = await addDocument(server, 'settlements', [driver]);
  await page.reload();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=file]').setInputFiles(photo);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText([/Please send a PDF file/]);
  expect(writes).toEqual([]);
});

test('asks about a name that contradicts the content before the upload', async ({
  page,
  server,
}) => {
  const driver = await newDriver(server);
  await signedIn(page, server, 'admin');
  await page.goto('/trainingfiles');
  const file = page.locator('input[name=file]');
  const text = { name: 'rules.png', mimeType: 'image/png', buffer: Buffer.from('Wear a vest.') };
  const question = page.getByRole('alertdialog', {
    name: 'This file is named .png but its content looks like text. Upload anyway?',
  });
  await file.setInputFiles(text);
  await axe(page);
  await question.getByRole('button', { name: 'Choose another file' }).click();
  await expect(file).toHaveValue('');
  await page.getByLabel(driver.username).check();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(['Please select a file.']);

  await file.setInputFiles(text);
  await question.getByRole('button', { name: 'Upload anyway' }).click();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(exactText(page, 'File uploaded successfully.')).toBeVisible();

  // A name with the right extension, or none, raises no question.
  await file.setInputFiles({ ...text, name: 'rules.txt' });
  await expect(page.getByText('Chosen: 12 bytes.')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('converts a HEIC picture on the device and loads the converter only then', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/could not be converted/);
  await signedIn(page, server, 'admin');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/store');
  const image = page.getByLabel(/^Image/);
  await expect(image).toHaveAttribute('accept', /\.heic/);
  const title = unique('Cap');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Six panels.');
  await page.getByLabel('Price').fill('12');
  expect(loaded.filter((url) => url.includes('heic'))).toEqual([]);
  const file = { name: 'IMG_0412.HEIC', mimeType: 'image/heic', buffer: heicPicture };
  await image.setInputFiles(file);
  await expect(
    exactText(page, 'IMG_0412.HEIC was converted to JPEG on this device.'),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: 'Preview of IMG_0412.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(exactText(page, 'Product added successfully!')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible();

  const cut = { ...file, buffer: heicPicture.subarray(0, 300) };
  await image.setInputFiles(cut);
  await expect(page.getByRole('alert')).toHaveText([/Couldn't convert this HEIC picture/]);
});

test('sends a HEIC picture in the chat as JPEG', async ({ page, server }) => {
  const { dana, marisol } = await newPair(server);
  await storeToken(page, marisol.token);
  await page.goto(`/chat?with=${dana.userId}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'IMG_0412.HEIC', mimeType: 'image/heic', buffer: heicPicture });
  await expect(exactText(page, 'IMG_0412.jpg')).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messages(page)).toHaveCount(1);
  await expect.poll(() => stored(server, dana, marisol)).toHaveLength(1);
});
