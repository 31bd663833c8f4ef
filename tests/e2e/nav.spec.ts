import { getDocumentProxy } from 'unpdf';
import { company } from '#contract/company.ts';
import { expect, test } from '../harness/e2e.ts';
import { postJob, signedIn } from './office-api.ts';
import { newLink } from './testimonials-api.ts';

const links = [
  ['Home', '/'],
  ['Inquiry', '/inquiry'],
  ['Careers', '/careers'],
  ['About Us', '/about'],
  ['Employee Portal', '/portal'],
] as const;
const names = links.map(([name]) => name);

test('the menu lists every page, and the portal has its own button (W1)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link')).toHaveText(names);
  for (const [name, href] of links) {
    await expect(menu.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  const portal = page.getByRole('banner').getByRole('link', { name: 'Employee Portal' });
  await expect(portal).toHaveCount(2);
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await expect(menu.getByRole('link', { name: 'About Us' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('the burger opens and closes the menu, and choosing a link closes it (W1)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const burger = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await burger.click();
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link')).toHaveText(names);
  await burger.click();
  await expect(menu).toBeHidden();
  await burger.click();
  await menu.getByRole('link', { name: 'Careers' }).click();
  await expect(page).toHaveURL('/careers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Careers');
  await expect(menu).toBeHidden();
});

test('the bottom bar on phones offers a quote, and an application on a job page', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await postJob(server);
  const { pathname } = new URL((await newLink(server)).url);
  const bar = page.getByRole('navigation', { name: 'Call or ask' });
  const actions = async (path: string) => {
    await page.goto(path);
    return (await bar.getByRole('link').allTextContents()).slice(1);
  };
  for (const path of ['/', '/about'])
    expect(await actions(path), path).toEqual(['Ask for a quote']);
  expect(await actions(`/careers/${id}`)).toEqual(['Apply Now']);
  const without = [
    '/inquiry',
    '/careers',
    '/application',
    `/application/${id}`,
    '/login',
    pathname,
  ];
  for (const path of without) expect(await actions(path), path).toEqual([]);
});

test('Facebook and Instagram are plain icons, and LinkedIn is a link (W5)', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: /LinkedIn/ })).toBeVisible();
  for (const name of ['Facebook', 'Instagram']) {
    const icon = footer.getByRole('img', { name });
    await expect(icon).toBeVisible();
    expect((await icon.boundingBox())?.width).toBeLessThanOrEqual(20);
  }
});

test('the bar looks different on the home page (W2)', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  const look = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  const home = await look();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await expect.poll(look).not.toBe(home);
});

test('every route change scrolls to the top, Back included (W2)', async ({ page }) => {
  await page.goto('/');
  const place = () => page.evaluate(() => Math.round(scrollY));
  const foot = page.getByRole('contentinfo');
  await foot.getByRole('link', { name: 'About Us' }).scrollIntoViewIfNeeded();
  expect(await place()).toBeGreaterThan(500);
  await foot.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await expect.poll(place).toBe(0);
  await foot.scrollIntoViewIfNeeded();
  expect(await place()).toBeGreaterThan(500);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(place).toBe(0);
});

test('/home redirects permanently to the home page, in any case (W6)', async ({ page }) => {
  for (const path of ['/home', '/Home']) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers().location).toBe('/');
  }
  await page.goto('/home');
  await expect(page).toHaveURL('/');
});

test('public paths ignore case (W6)', async ({ page }) => {
  for (const path of ['/About', '/INQUIRY', '/Careers', '/Application', '/Login']) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
  }
});

test('an unknown path shows the error screen with its status (W3)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.getByText('404 Not Found', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
});

test('a page whose data fails shows the error screen with a message (W3)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 500/, /decode turbo-stream/, /Error/);
  await page.goto('/');
  await page.route('**/inquiry.data*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Inquiry' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Unexpected Application Error!');
  await expect(title.locator('xpath=following-sibling::p[1]')).not.toBeEmpty();
});

test('every footer has the links, address, phone and email (W5)', async ({ page }) => {
  for (const path of ['/', '/inquiry', '/careers', '/about', '/application', '/login']) {
    await page.goto(path);
    const foot = page.getByRole('contentinfo');
    for (const [name, href] of links.slice(0, 4)) {
      await expect(foot.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    }
    const { address, phones, email, linkedIn, name } = company;
    for (const [text, href] of [
      [address.street, address.mapUrl],
      [phones.general.number, 'tel:+18155550100'],
      [email, `mailto:${email}`],
      [/LinkedIn/, linkedIn],
    ] as const) {
      await expect(foot.getByRole('link', { name: text })).toHaveAttribute('href', href);
    }
    await expect(foot.getByRole('img', { name: /Facebook|Instagram/ })).toHaveCount(2);
    await expect(foot.getByText(`© ${new Date().getFullYear()} ${name}`)).toBeVisible();
  }
});

test('the skip link skips the menu', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about#main');
});

test('pages print on few sheets, without buttons', async ({ page, server }) => {
  const id = await postJob(server);
  for (const [path, most] of [
    ['/', 3],
    [`/careers/${id}`, 2],
  ] as const) {
    await page.goto(path);
    const pdf = await page.pdf({ format: 'Letter' });
    expect((await getDocumentProxy(new Uint8Array(pdf))).numPages, path).toBeLessThanOrEqual(most);
    await page.emulateMedia({ media: 'print' });
    const pressed = page.getByRole('main').getByRole('button');
    await expect(pressed.filter({ visible: true })).toHaveCount(0);
    for (const name of ['Apply Now', 'Contact Us']) {
      await expect(page.getByRole('link', { name }).filter({ visible: true })).toHaveCount(0);
    }
    await page.emulateMedia({ media: 'screen' });
  }
});

test('forced colors mark only the current entry of the navigation', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const marked = (name: string) =>
    page
      .getByRole('navigation', { name, exact: true })
      .getByRole('link')
      .evaluateAll((entries) =>
        entries
          .filter((entry) => {
            const { borderLeftWidth, borderLeftColor, borderBottomColor } = getComputedStyle(entry);
            const color = borderLeftWidth === '0px' ? borderBottomColor : borderLeftColor;
            return color !== 'rgb(255, 255, 255)';
          })
          .map((entry) => entry.textContent),
      );
  await page.goto('/careers');
  expect(await marked('Main')).toEqual(['Careers']);
  await signedIn(page, server, 'admin');
  await page.goto('/directory');
  await expect(page.getByRole('heading', { name: 'Company Directory' })).toBeVisible();
  expect(await marked('Portal')).toEqual(['Company Directory']);
});
