import type { Page } from '@playwright/test';
import { company, statistics } from '#contract/company.ts';
import { testimonials } from '#contract/company-testimonials.ts';
import { expect, test } from '../harness/e2e.ts';

test("the hero has the contact links and says what the company doesn't haul (W7, W9)", async ({
  page,
}) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Contact Us', exact: true })).toHaveAttribute(
    'href',
    '/inquiry',
  );
  await expect(main.getByRole('link', { name: company.address.street }).first()).toHaveAttribute(
    'href',
    company.address.mapUrl,
  );
  await expect(
    main.getByRole('link', { name: company.phones.general.number }).first(),
  ).toHaveAttribute('href', 'tel:+18155550100');
  await expect(main.getByText('We do not transport personally owned vehicles.')).toBeVisible();
  const claims = ['1967', 'third-generation', 'fleet of 60 car haulers', '7-10 cars', 'nationwide'];
  const more = ['Chicagoland', 'GPS tracking', 'Insurance options', 'Nationwide coverage'];
  for (const claim of [...claims, ...more]) await expect(main).toContainText(claim);
});

test('the banner shows the three figures (W4)', async ({ page }) => {
  await page.goto('/');
  const banner = page.getByRole('region', { name: 'Company statistics' });
  await expect(banner.getByRole('definition')).toHaveText(['100,000+', '100+', '40+']);
  await expect(banner.getByRole('term')).toHaveText(statistics.map(({ label }) => label));
});

test('three service cards lead to the inquiry, four feature cards follow (W7)', async ({
  page,
}) => {
  await page.goto('/');
  for (const name of ['Multi-Car Carrier Transport', 'Auto Hiking Services', 'Fleet Transport']) {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    await expect(card.getByRole('link')).toHaveAttribute('href', '/inquiry');
  }
  const features = page.getByRole('region', { name: 'What comes with it' });
  await expect(features.getByRole('article')).toHaveCount(4);
});

test('shows Vision, Mission and every contact (W8)', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Vision', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mission', exact: true })).toBeVisible();
  const touch = page.getByRole('region', { name: 'Get In Touch' });
  await expect(touch.getByRole('heading', { level: 3 })).toHaveText([
    'Address',
    'Email',
    'General inquiries',
    'Customer service',
    'Billing',
  ]);
  for (const { number } of Object.values(company.phones)) {
    const digits = number.replaceAll('-', '');
    await expect(touch.getByRole('link', { name: number })).toHaveAttribute(
      'href',
      `tel:+1${digits}`,
    );
  }
  await expect(touch.getByRole('link', { name: company.email })).toHaveAttribute(
    'href',
    `mailto:${company.email}`,
  );
});

test('the about page has the history and four team placeholders (W10)', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('region', { name: 'Our history' })).toContainText('1967');
  await expect(page.getByRole('region', { name: 'Mission and values' })).toContainText(
    'Our mission is',
  );
  const team = page.getByRole('region', { name: 'Our Team' });
  await expect(team.getByText('Coming soon!', { exact: true })).toBeVisible();
  await expect(team.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Company statistics' })).toBeVisible();
});

/** The clients in sight, left to right. */
async function inSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
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

/** A press during a move is not heard; the sight is right once the move has ended. */
async function stand(page: Page, expected: readonly (string | undefined)[]): Promise<void> {
  await expect.poll(() => inSight(page), { intervals: [50] }).toEqual(expected);
  await expect(page.locator('.carousel-track')).not.toHaveAttribute('data-moving');
  expect(await inSight(page)).toEqual(expected);
}

const clients = testimonials.map(({ client }) => client);
const [dale, yolanda, greg, simone] = clients;

const sizes = [
  { width: 1440, shown: 2, dots: 2, after: [greg, simone], before: [greg, simone] },
  { width: 1280, shown: 2, dots: 4, after: [yolanda, greg], before: [simone, dale] },
  { width: 479, shown: 1, dots: 4, after: [yolanda], before: [simone] },
];

for (const { width, shown, dots, after, before } of sizes) {
  test(`at ${width} px the testimonials scroll and wrap around (Z2)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Testimonials' });
    await expect(carousel.getByRole('button', { name: /^Go to slide/ })).toHaveCount(dots);
    const start = clients.slice(0, shown);
    await stand(page, start);

    await carousel.getByRole('button', { name: 'Next slide' }).click();
    await stand(page, after);
    await carousel.getByRole('button', { name: 'Go to slide 1', exact: true }).click();
    await stand(page, start);

    const status = carousel.getByText(/^Slide \d of 4$/);
    await expect(status).toHaveText('Slide 1 of 4');
    await carousel.getByRole('button', { name: 'Previous slide' }).click();
    await stand(page, before);
    await expect(status).toHaveText(dots === 2 ? 'Slide 3 of 4' : 'Slide 4 of 4');
    await carousel.getByRole('button', { name: 'Next slide' }).click();
    await stand(page, start);
    await page.keyboard.press('ArrowRight');
    await stand(page, after);
    await page.keyboard.press('ArrowLeft');
    await stand(page, start);
  });
}

test('the testimonials switch modes just above 1280 px and just below 480 px (Z2)', async ({
  page,
}) => {
  await page.goto('/');
  const dots = page.getByRole('button', { name: /^Go to slide/ });
  for (const [width, shown, places] of [
    [1281, 2, 2],
    [480, 2, 4],
    [479, 1, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(dots).toHaveCount(places);
    await stand(page, clients.slice(0, shown));
  }
});

test('a slide of the testimonials takes 400 ms (Z2)', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Testimonials' });
  const track = carousel.locator('.carousel-track');
  const next = carousel.getByRole('button', { name: 'Next slide' });
  await next.scrollIntoViewIfNeeded();
  await page.clock.pauseAt(Date.now() + 60_000);
  await next.click();
  await expect(track).toHaveAttribute('data-moving', 'true');
  await expect(track).toHaveCSS('transition-duration', '0.4s');
  await page.clock.runFor(399);
  await expect(track).toHaveAttribute('data-moving', 'true');
  await page.clock.runFor(1);
  await expect(track).not.toHaveAttribute('data-moving');
});

test('the testimonials follow a swipe, without animation when less motion is preferred (Z2)', async ({
  page,
}) => {
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Testimonials' });
  await expect(carousel.getByRole('button', { name: 'Next slide' })).toBeVisible();
  const view = carousel.locator('.carousel-view');
  const swipe = async (from: number, to: number) => {
    const finger = (clientX: number) => [{ identifier: 0, clientX, clientY: 0 }];
    await view.dispatchEvent('touchstart', { touches: finger(from) });
    await view.dispatchEvent('touchend', { changedTouches: finger(to) });
  };
  await stand(page, clients.slice(0, 2));
  // A tremble is no wish to move.
  await swipe(600, 590);
  await stand(page, clients.slice(0, 2));
  await swipe(600, 300);
  await stand(page, clients.slice(1, 3));
  await swipe(300, 600);
  await stand(page, clients.slice(0, 2));
  await expect(carousel.locator('.carousel-track')).toHaveCSS('transition-duration', '0s');
});

test('four testimonials name their authors, and their copies are hidden (Z1, Z2)', async ({
  page,
}) => {
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Testimonials' });
  const slides = carousel.getByRole('listitem');
  await expect(slides).toHaveCount(4);
  for (const [index, item] of testimonials.entries()) {
    const slide = slides.nth(index);
    await expect(slide.getByRole('blockquote')).toHaveText(`“${item.quote}”`);
    for (const line of [item.client, item.role, item.company, `${item.city}, ${item.state}`]) {
      await expect(slide).toContainText(line);
    }
  }
  const copies = carousel.locator('.slide[aria-hidden]');
  await expect(copies).toHaveCount(4);
  for (const copy of await copies.all()) await expect(copy).toHaveAttribute('inert');
});

test('printing shows dark figures and the loaded carrier, without menus and footer', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', reducedMotion: 'no-preference' });
  await page.goto('/');
  const facts = page.getByRole('region', { name: 'Company statistics' });
  await expect(facts.getByText('100,000+')).toHaveCSS('color', 'rgb(18, 22, 28)');
  for (const car of await page.locator('.car').all()) {
    await expect(car).toHaveCSS('animation-name', 'none');
  }
  await expect(page.locator('.stop-head').first()).toHaveCSS('break-after', 'avoid');
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
});
