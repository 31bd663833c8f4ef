/** Moving through the public site: menus, scrolling, testimonials, failures, and browsers without scripts. */
import type { Page } from '@playwright/test';
import { testimonials } from '#contract/company/testimonials.ts';
import { expect, test } from '../harness/e2e.ts';
import { hydrated, markedEntries } from './check-a11y.ts';
import { postJob } from './records-api.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

test('menus, and what fails to load (W1, W2, W3, C2, G6)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/, /turbo-stream/, /Error/);
  await page.setViewportSize(phone);
  const id = await postJob(server, { position: 'Yard lead' });
  const title = page.getByRole('heading', { level: 1 });
  const footer = page.getByRole('contentinfo');
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/#main');
  const bar = page.getByRole('navigation', { name: 'Call or ask' });
  await expect(bar.getByRole('link')).toHaveText([/815-555-0100$/, 'Ask for a quote']);
  const burger = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await hydrated(page);
  await burger.click();
  const names = ['Home', 'Inquiry', 'Careers', 'About Us', 'Employee Portal'];
  await expect(menu.getByRole('link')).toHaveText(names);
  await menu.getByRole('link', { name: 'Careers' }).click();
  await expect(title).toHaveText('Careers');
  await expect(menu).toBeHidden();
  await expect(bar).toBeHidden();
  await page.locator(`a[href="/careers/${id}"]`).click();
  await bar.getByRole('link', { name: 'Apply Now' }).click();
  await expect(page).toHaveURL(`/application/${id}`);
  await expect(bar).toBeHidden();

  await page.setViewportSize(desktop);
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
  const banner = page.getByRole('banner');
  const look = () => banner.evaluate((element) => getComputedStyle(element).backgroundColor);
  const place = () => page.evaluate(() => Math.round(scrollY));
  const home = await look();
  const about = footer.getByRole('link', { name: 'About Us' });
  await about.scrollIntoViewIfNeeded();
  expect(await place()).toBeGreaterThan(500);
  await about.click();
  await expect(page).toHaveURL('/about');
  await expect.poll(place).toBe(0);
  await expect.poll(look).not.toBe(home);
  await about.scrollIntoViewIfNeeded();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Contact Us' })).toBeVisible();
  await expect.poll(place).toBe(0);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Careers' }).click();
  await expect(title).toHaveText('Careers');
  await expect(main.getByRole('link', { name: 'Careers' })).toHaveAttribute('aria-current', 'page');

  await page.emulateMedia({ forcedColors: 'active' });
  expect(await markedEntries(main)).toEqual(['Careers']);
  // Forced colors leave no fills, so lines must show the button and the focus.
  const button = page.getByRole('main').getByRole('button', { name: 'Search' });
  await expect(button).toHaveCSS('border-bottom', '2px solid rgb(0, 0, 0)');
  await page.getByLabel('Search jobs').press('Tab');
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');

  await page.emulateMedia({ forcedColors: 'none' });
  await about.click();
  await expect(page).toHaveURL('/about');
  await page.route('**/careers.data*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await footer.getByRole('link', { name: 'Careers' }).click();
  await expect(page.getByText('Failed to fetch jobs.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(title).toHaveText('Careers');
  await hydrated(page);

  let isBroken = true;
  const released = Promise.withResolvers<void>();
  await page.route('**/careers/*.data*', async (route) => {
    if (isBroken) return route.fulfill({ status: 500 });
    await released.promise;
    return route.continue();
  });
  const job = page.locator(`a[href="/careers/${id}"]`);
  await job.click();
  await expect(page.getByText('Failed to fetch job details.', { exact: true })).toBeVisible();
  const again = page.getByRole('link', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.goBack();
  // It has the job's address, too.
  await expect(again).toBeHidden();
  isBroken = false;
  await job.click();
  const loading = page.getByText('Loading...', { exact: true });
  await expect(loading).toBeVisible();
  released.resolve();
  await expect(title).toHaveText('Yard lead');
  await expect(loading).toBeHidden();

  await page.route('**/inquiry.data*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await footer.getByRole('link', { name: 'Inquiry' }).click();
  await expect(title).toHaveText('Unexpected Application Error!');
  await expect(title.locator('xpath=following-sibling::p[1]')).not.toBeEmpty();
});

/** The clients of the visible slides, left to right. */
async function visibleClients(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Styles ignore the clock of the test.
    for (const animation of document.getAnimations()) animation.finish();
    const box = document.querySelector('.carousel-view')?.getBoundingClientRect();
    const captions = [...document.querySelectorAll('.slide figcaption p:first-child')];
    return captions
      .filter((caption) => {
        const { left } = caption.getBoundingClientRect();
        return box && left >= box.left && left < box.right;
      })
      .map((caption) => caption.textContent ?? '');
  });
}

const clients = testimonials.map(({ client }) => client);
const [dale, yolanda, greg, simone] = clients;
const widths = [
  { width: 1281, shown: 2, dots: 2, previous: [greg, simone] },
  { width: 1280, shown: 2, dots: 4, previous: [simone, dale] },
  { width: 480, shown: 2, dots: 4, previous: undefined },
  { width: 479, shown: 1, dots: 4, previous: [simone] },
];

test('the testimonials slide, wrap around and follow keys and swipes (Z2)', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Testimonials' });
  const track = carousel.locator('.carousel-track');
  // The copies beyond both ends.
  await expect(carousel.locator('.slide[aria-hidden][inert]')).toHaveCount(4);
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Runs a move to its end and checks what it shows. */
  const slide = async (move: () => Promise<unknown>, expected: readonly (string | undefined)[]) => {
    await move();
    await expect(track).toHaveAttribute('data-moving', 'true');
    await expect(track).toHaveCSS('transition-duration', '0.4s');
    await page.clock.runFor(399);
    await expect(track).toHaveAttribute('data-moving', 'true');
    await page.clock.runFor(1);
    await expect(track).not.toHaveAttribute('data-moving');
    await expect.poll(() => visibleClients(page), { intervals: [50] }).toEqual(expected);
  };
  const button = (name: string) => () =>
    carousel.getByRole('button', { name, exact: true }).click();
  for (const { width, shown, dots, previous } of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect(carousel.getByRole('button', { name: /^Go to slide/ })).toHaveCount(dots);
    const start = clients.slice(0, shown);
    await expect.poll(() => visibleClients(page), { intervals: [50] }).toEqual(start);
    // As at 1280 px.
    if (previous === undefined) continue;
    await slide(button('Previous slide'), previous);
    await slide(button('Next slide'), start);
  }
  await slide(button('Go to slide 3'), [greg]);
  await slide(button('Go to slide 1'), [dale]);
  await slide(() => page.keyboard.press('ArrowRight'), [yolanda]);
  await slide(() => page.keyboard.press('ArrowLeft'), [dale]);
  const swipe = async (from: number, to: number) => {
    const view = carousel.locator('.carousel-view');
    const finger = (clientX: number) => [{ identifier: 0, clientX, clientY: 0 }];
    await view.dispatchEvent('touchstart', { touches: finger(from) });
    await view.dispatchEvent('touchend', { changedTouches: finger(to) });
  };
  await swipe(300, 290);
  await expect(track, 'too short for a swipe').not.toHaveAttribute('data-moving');
  await slide(() => swipe(300, 100), [yolanda]);
  await slide(() => swipe(100, 300), [dale]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 600 } });

  test('the menu works, and the portal says what it needs', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Inquiry' }).click();
    await expect(page).toHaveURL('/inquiry');
    await expect(page.locator('form').getByRole('button')).toHaveText(['Send inquiry']);
    await page.goto('/application');
    await expect(page.getByRole('link', { name: 'apply in two minutes' })).toBeVisible();
    await expect(page.getByLabel('First name').first()).toBeHidden();
    await page.goto('/portal');
    await expect(page.locator('noscript p')).toHaveText(/^The portal requires JavaScript\./);
    await expect(page.locator('noscript p')).toBeVisible();
  });
});
