import type { Browser, Page } from '@playwright/test';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import { create, newStaff, send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const row = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });
const shown = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true });
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A signed-in driver on a phone. */
async function driverIn(browser: Browser, server: RunningServer) {
  const staff = await newStaff(server);
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    hasTouch: true,
  });
  const phone = await context.newPage();
  await signedIn(phone, server, staff);
  return { staff, phone };
}

/** Checks that the photo's EXIF rotation was applied: taller than wide. */
async function isUpright(page: Page, title: string): Promise<void> {
  const picture = card(page, title).locator('img');
  await expect
    .poll(() =>
      picture.evaluate(
        (img: HTMLImageElement) => img.naturalHeight > img.naturalWidth && img.width,
      ),
    )
    .toBeGreaterThan(0);
}

test('an admin adds a cap with a phone photo, a driver orders it on a phone, the admin hands it over (T1, T2, T3)', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const title = unique('Kestrel cap');
  await signedIn(page, server);
  await page.goto('/store');
  await press(page, 'Add Product');
  await expect(shown(page, 'Title, description, and price are required')).toBeVisible();
  const image = page.getByLabel(/^Image/);
  await expect(image).toHaveAccessibleDescription(/Please choose an image for a new product/);
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Six panels.\nOne size.');
  await page.getByLabel('Price').fill('12.5');
  await page.getByLabel('Stock').fill('3');
  const photo = await photoOf({ width: 240, height: 180 });
  await image.setInputFiles({ name: 'cap.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('img', { name: 'Preview of cap.jpg' })).toBeVisible();
  const added = page.waitForResponse('**/api/store/upload');
  await page.getByRole('button', { name: 'Add Product', exact: true }).dblclick();
  // The server makes the sizes of the picture first, which can take long on a busy machine.
  const { id }: { id: number } = await (await added).json();
  await expect(shown(page, 'Product added successfully!')).toBeVisible();
  await expect(card(page, title)).toHaveCount(1);
  await expect(card(page, title)).toContainText('$12.50');
  await expect(card(page, title).getByText('Six panels.')).toHaveText('Six panels.\nOne size.');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await isUpright(page, title);

  await press(page, `Edit ${title}`);
  await page.getByLabel('Price').fill('15');
  await press(page, 'Update Product');
  await expect(shown(page, 'Product updated successfully!')).toBeVisible();
  await expect(card(page, title)).toContainText('$15.00');
  await tab(page, /^Orders/).click();
  await expect(page).toHaveURL('/store?view=orders');

  const { staff, phone } = await driverIn(browser, server);
  await phone.goto('/store');
  await isUpright(phone, title);
  await expect(card(phone, title)).toContainText('3 left');
  await expect(
    phone.getByRole('button', { name: /^(Edit|Delete|Add Product|New item)/ }),
  ).toHaveCount(0);
  await press(phone, `Order ${title}`);
  const dialog = phone.getByRole('dialog', { name: title });
  const quantity = dialog.getByLabel('Quantity');
  await expect(quantity).toBeFocused();
  await dialog.getByRole('button', { name: 'One more' }).click();
  await expect(quantity).toHaveValue('2');
  await expect(dialog).toContainText('$30.00');
  await dialog.getByLabel('Size or note').fill('size L');
  await axe(phone);
  // Someone else orders two of the three meanwhile.
  await create(server, `/api/store/${id}/orders`, { quantity: 2, note: '' });
  await expect(dialog).toContainText('1 left');
  const place = dialog.getByRole('button', { name: 'Place order' });
  await place.click();
  await expect(quantity).toHaveAccessibleDescription('Only 1 left. Order fewer.');
  await expect(dialog.getByLabel('Size or note')).toHaveValue('size L');
  await quantity.fill('1');
  await place.click();
  await expect(shown(phone, 'Your order was sent to the office.')).toBeVisible();
  const strip = phone.getByRole('region', { name: 'On its way' });
  await expect(strip).toContainText(`Open1 × ${title}, size L`);
  await expect(phone.getByRole('button', { name: `Order ${title}` })).toBeDisabled();
  await tab(phone, /^Your orders/).click();
  await press(phone, `Cancel: ${title}`);
  const cancel = phone.getByRole('alertdialog', { name: `Cancel the order of "${title}"?` });
  await cancel.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(row(phone, title)).toContainText('Cancelled');
  await tab(phone, /^Items/).click();
  // Of another size: until its list is loaded again, the office sees the cancelled one as open.
  const next = { quantity: 1, note: 'size M' };
  await send(server, 'POST', `/api/store/${id}/orders`, await tokenOf(server, staff), next);
  await expect(strip).toContainText(`Open1 × ${title}, size M`);

  // The order must appear without a reload.
  const rail = page.getByRole('navigation', { name: 'Portal' });
  await expect(rail.getByRole('link', { name: /^Store/ })).toContainText(/\d+ open/);
  const order = row(page, title).filter({ hasText: 'size M' });
  for (const text of [`1 × ${title}`, staff.name, '$15.00', 'Open']) {
    await expect(order).toContainText(text);
  }
  const message = `Your order is ready for pickup at the office: 1 × ${title}, size M.`;
  const notice = shown(phone, message).waitFor();
  await press(page, `Ready: ${title} for ${staff.name}`);
  await expect(shown(page, 'Order updated.')).toBeVisible();
  await expect(strip).toContainText('Ready for pickup');
  await notice;
  await expect(tab(phone, /^Your orders/)).toContainText('1 to pick up');
  await press(page, `Handed over: ${title} for ${staff.name}`);
  await expect(order).toHaveCount(0);
  await expect(strip).toBeHidden();
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(order.filter({ hasText: 'Handed over' })).toHaveCount(1);

  await tab(page, /^Items/).click();
  await press(page, `Delete ${title}`);
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'Product deleted successfully!')).toBeVisible();
  await expect(card(page, title)).toHaveCount(0);
  await expect(card(phone, title)).toHaveCount(0);
  await phone.context().close();
});
