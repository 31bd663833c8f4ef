import type { Page } from '@playwright/test';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import { create, newStaff, send, signedIn, tokenOf, unique } from './office-api.ts';
import { addProduct } from './records-api.ts';

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const row = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('orders, and a new product (T1, T2, T3)', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 409/);
  const staff = await newStaff(server);
  const token = await tokenOf(server, staff);
  const { id, title } = await addProduct(server, 4);
  const orders = `/api/store/${id}/orders`;

  await test.step('the driver', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signedIn(page, server, staff);
    await page.goto('/store');
    await expect(card(page, title)).toContainText('$12.50');
    await expect(card(page, title)).toContainText('4 left');
    await expect(
      page.getByRole('button', { name: /^(Edit|Delete|Add Product|New item)/ }),
    ).toHaveCount(0);
    await press(page, `Order ${title}`);
    const dialog = page.getByRole('dialog', { name: title });
    const quantity = dialog.getByLabel('Quantity');
    await expect(quantity).toBeFocused();
    await dialog.getByRole('button', { name: 'One more' }).click();
    await expect(quantity).toHaveValue('2');
    await expect(dialog).toContainText('$25.00');
    await dialog.getByLabel('Size or note').fill('size L');
    await axe(page);
    // Someone else orders three of the four meanwhile.
    await create(server, orders, { quantity: 3, note: '' });
    await expect(dialog).toContainText('1 left');
    const place = dialog.getByRole('button', { name: 'Place order' });
    await place.click();
    await expect(quantity).toHaveAccessibleDescription('Only 1 left. Order fewer.');
    await expect(dialog.getByLabel('Size or note')).toHaveValue('size L');
    await quantity.fill('1');
    await place.click();
    await expect(shown(page, 'Your order was sent to the office.')).toBeVisible();
    const strip = page.getByRole('region', { name: 'On its way' });
    await expect(strip).toContainText(`Open1 × ${title}, size L`);
    await expect(page.getByRole('button', { name: `Order ${title}` })).toBeDisabled();
    await tab(page, /^Your orders/).click();
    await press(page, `Cancel: ${title}`);
    const cancel = page.getByRole('alertdialog', { name: `Cancel the order of "${title}"?` });
    await cancel.getByRole('button', { name: 'Cancel the order' }).click();
    await expect(row(page, title)).toContainText('Cancelled');
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, server);
  await page.goto('/store?view=orders');
  await test.step('the order', async () => {
    // It must appear without a reload.
    await send(server, 'POST', orders, token, { quantity: 1, note: 'size M' });
    const rail = page.getByRole('navigation', { name: 'Portal' });
    await expect(rail.getByRole('link', { name: /^Store/ })).toContainText(/\d+ open/);
    const mine = row(page, title).filter({ hasText: 'size M' });
    for (const text of [`1 × ${title}`, staff.name, '$12.50', 'Open']) {
      await expect(mine).toContainText(text);
    }
    await press(page, `Ready: ${title} for ${staff.name}`);
    await expect(shown(page, 'Order updated.')).toBeVisible();
    await press(page, `Handed over: ${title} for ${staff.name}`);
    await expect(mine).toHaveCount(0);
    await page.getByRole('link', { name: 'All orders' }).click();
    await expect(mine.filter({ hasText: 'Handed over' })).toHaveCount(1);
  });
  await test.step('the product', async () => {
    const cap = unique('Kestrel cap');
    await tab(page, /^Items/).click();
    await press(page, 'Add Product');
    await expect(shown(page, 'Title, description, and price are required')).toBeVisible();
    const image = page.getByLabel(/^Image/);
    await expect(image).toHaveAccessibleDescription(/Please choose an image for a new product/);
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.getByLabel('Title').fill(cap);
    await page.getByLabel('Description').fill('Six panels.\nOne size.');
    await page.getByLabel('Price').fill('12.5');
    const buffer = await photoOf({ width: 240, height: 180 });
    await image.setInputFiles({ name: 'cap.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByRole('img', { name: 'Preview of cap.jpg' })).toBeVisible();
    await page.getByRole('button', { name: 'Add Product', exact: true }).dblclick();
    await expect(shown(page, 'Product added successfully!')).toBeVisible();
    await expect(card(page, cap)).toHaveCount(1);
    await expect(card(page, cap).getByText('Six panels.')).toHaveText('Six panels.\nOne size.');
    await expect(page.getByLabel('Title')).toHaveValue('');
    // Its EXIF rotation was applied: taller than wide.
    const isUpright = (img: HTMLImageElement) =>
      img.naturalHeight > img.naturalWidth && img.width > 0;
    await expect.poll(() => card(page, cap).locator('img').evaluate(isUpright)).toBe(true);
    await press(page, `Edit ${cap}`);
    await page.getByLabel('Price').fill('15');
    await press(page, 'Update Product');
    await expect(shown(page, 'Product updated successfully!')).toBeVisible();
    await expect(card(page, cap)).toContainText('$15.00');
    await press(page, `Delete ${cap}`);
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(shown(page, 'Product deleted successfully!')).toBeVisible();
    await expect(card(page, cap)).toHaveCount(0);
  });
});
