import type { Browser, Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { photoOf } from '../harness/file-samples.ts';
import type { RunningServer } from '../harness/server.ts';
import { create, delayNext, newStaff, signedIn, unique } from './office-api.ts';
import { addProduct } from './records-api.ts';

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
  allowConsole(/status of 415/);
  test.setTimeout(90_000);
  const title = unique('Kestrel cap');
  await signedIn(page, server);
  await page.goto('/store');
  await press(page, 'Add Product');
  await expect(shown(page, 'Title, description, and price are required')).toBeVisible();
  const image = page.getByLabel(/^Image/);
  await expect(image).toHaveAccessibleDescription(/Please choose an image for a new product/);
  await expect(page.getByLabel('Title')).toBeFocused();
  for (const name of ['title', 'description', 'price', 'file']) {
    await expect(page.locator(`form [name=${name}]`)).toHaveAttribute('required', '');
  }

  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Six panels.\nOne size.');
  await page.getByLabel('Price').fill('12.5');
  await page.getByLabel('Stock').fill('10');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await image.setInputFiles({ name: 'cap.jpg', mimeType: 'image/jpeg', buffer: svg });
  await press(page, 'Add Product');
  await expect(image).toHaveAccessibleDescription(/SVG pictures aren't accepted/);
  await expect(image).toBeFocused();
  const photo = await photoOf({ width: 1200, height: 900 });
  await image.setInputFiles({ name: 'cap.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('img', { name: 'Preview of cap.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Product' }).dblclick();
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
  await expect(card(phone, title)).toContainText('10 left');
  await expect(
    phone.getByRole('button', { name: /^(Edit|Delete|Add Product|New item)/ }),
  ).toHaveCount(0);
  await press(phone, `Order ${title}`);
  const dialog = phone.getByRole('dialog', { name: title });
  await expect(dialog.getByLabel('Quantity')).toBeFocused();
  await dialog.getByRole('button', { name: 'One more' }).click();
  await expect(dialog.getByLabel('Quantity')).toHaveValue('2');
  await expect(dialog).toContainText('$30.00');
  await dialog.getByLabel('Size or note').fill('size L');
  await axe(phone);
  await dialog.getByRole('button', { name: 'Place order' }).click();
  await expect(shown(phone, 'Your order was sent to the office.')).toBeVisible();
  const strip = phone.getByRole('region', { name: 'On its way' });
  await expect(strip).toContainText(`Open2 × ${title}, size L`);
  await expect(card(phone, title)).toContainText('8 left');

  // The order must appear without a reload.
  const rail = page.getByRole('navigation', { name: 'Portal' });
  await expect(rail.getByRole('link', { name: /^Store/ })).toContainText(/\d+ open/);
  for (const text of [`2 × ${title}`, 'size L', staff.name, '$30.00', 'Open']) {
    await expect(row(page, title)).toContainText(text);
  }
  await press(page, `Ready: ${title} for ${staff.name}`);
  await expect(shown(page, 'Order updated.')).toBeVisible();
  await expect(strip).toContainText('Ready for pickup');
  await expect(
    shown(phone, `Your order is ready for pickup at the office: 2 × ${title}, size L.`),
  ).toBeVisible();
  await expect(tab(phone, /^Your orders/)).toContainText('1 to pick up');
  await press(page, `Handed over: ${title} for ${staff.name}`);
  await expect(row(page, title)).toHaveCount(0);
  await expect(strip).toBeHidden();
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(row(page, title)).toContainText('Handed over');

  await tab(page, /^Items/).click();
  await press(page, `Delete ${title}`);
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName('Are you sure you want to delete this product?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'Product deleted successfully!')).toBeVisible();
  await expect(card(page, title)).toHaveCount(0);
  await expect(card(phone, title)).toHaveCount(0);
  await tab(phone, /^Your orders/).click();
  await expect(row(phone, title)).toContainText('Handed over');
  await expect(row(phone, title).getByRole('button')).toHaveCount(0);
  await phone.context().close();
});

test('a driver sees how many are left, keeps the input, retries without a duplicate, and cancels', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409|ERR_FAILED/);
  const { id, title } = await addProduct(server, 3);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, 'employee');
  await page.goto('/store');
  await press(page, `Order ${title}`);
  const dialog = page.getByRole('dialog', { name: title });
  const placing = dialog.getByRole('button', { name: 'Place order' });
  await dialog.getByLabel('Size or note').fill('XL');
  await dialog.getByLabel('Quantity').fill('3');
  await create(server, `/api/store/${id}/orders`, { quantity: 2, note: '' });
  await expect(dialog).toContainText('1 left');
  await placing.click();
  await expect(dialog.getByLabel('Quantity')).toHaveAccessibleDescription(
    'Only 1 left. Order fewer.',
  );
  await expect(dialog.getByLabel('Size or note')).toHaveValue('XL');
  await dialog.getByLabel('Quantity').fill('1');

  // The order is stored but its response is lost: a retry must not duplicate it.
  await page.route('**/api/store/*/orders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await placing.click();
  await expect(dialog.getByText("Couldn't place your order. Try again.")).toBeVisible();
  await page.unroute('**/api/store/*/orders');
  await expect(dialog).toContainText('Sold out');
  await placing.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Order ${title}` })).toBeDisabled();

  await tab(page, /^Your orders/).click();
  await expect(row(page, title)).toHaveCount(1);
  await press(page, `Cancel: ${title}`);
  const question = page.getByRole('alertdialog', { name: `Cancel the order of "${title}"?` });
  await question.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(row(page, title)).toContainText('Cancelled');
  await tab(page, /^Items/).click();
  await expect(card(page, title)).toContainText('1 left');
});

test('an admin sets a second order ready while the answer to the first is on its way', async ({
  page,
  server,
}) => {
  const titles = [];
  for (const quantity of [1, 2]) {
    const { id, title } = await addProduct(server);
    await create(server, `/api/store/${id}/orders`, { quantity, note: '' });
    titles.push(title);
  }
  const [held = '', other = ''] = titles;
  await signedIn(page, server);
  await page.goto('/store?view=orders');
  const release = await delayNext(page, /\/api\/store\/orders\/\d+\/status$/);
  const ready = (title: string) =>
    row(page, title).getByRole('button', { name: `Ready: ${title}` });
  await ready(held).click();
  await ready(other).click();
  await expect(row(page, other)).toContainText('Ready for pickup');
  await expect(row(page, held)).toContainText('Open');
  release();
  await expect(row(page, held)).toContainText('Ready for pickup');
});
