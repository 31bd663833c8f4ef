import type { Locator, Page } from '@playwright/test';
import { company, statistics } from '#contract/company.ts';
import { testimonials } from '#contract/company-testimonials.ts';
import { expect, test } from '../harness/e2e.ts';

test('the home page has its links, claims, statistics, services and contacts (W4, W7, W8, W9)', async ({
  page,
}) => {
  await page.goto('/');
  const main = page.getByRole('main');
  const hrefs: [link: Locator, href: string][] = [
    [main.getByRole('link', { name: 'Contact Us', exact: true }), '/inquiry'],
    [main.getByRole('link', { name: company.address.street }).first(), company.address.mapUrl],
    [main.getByRole('link', { name: company.phones.general.number }).first(), 'tel:+18155550100'],
  ];
  for (const name of ['Multi-Car Carrier Transport', 'Auto Hiking Services', 'Fleet Transport']) {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    hrefs.push([card.getByRole('link'), '/inquiry']);
  }
  const contacts = page.getByRole('region', { name: 'Get In Touch' });
  for (const { number } of Object.values(company.phones)) {
    const digits = number.replaceAll('-', '');
    hrefs.push([contacts.getByRole('link', { name: number }), `tel:+1${digits}`]);
  }
  hrefs.push([contacts.getByRole('link', { name: company.email }), `mailto:${company.email}`]);
  for (const [link, href] of hrefs) await expect(link).toHaveAttribute('href', href);

  await expect(main.getByText('We do not transport personally owned vehicles.')).toBeVisible();
  const claims = ['1967', 'third-generation', 'fleet of 60 car haulers', '7-10 cars', 'nationwide'];
  const more = ['Chicagoland', 'GPS tracking', 'Insurance options', 'Nationwide coverage'];
  for (const claim of [...claims, ...more]) await expect(main).toContainText(claim);
  const banner = page.getByRole('region', { name: 'Company statistics' });
  await expect(banner.getByRole('definition')).toHaveText(['100,000+', '100+', '40+']);
  await expect(banner.getByRole('term')).toHaveText(statistics.map(({ label }) => label));
  const features = page.getByRole('region', { name: 'What comes with it' });
  await expect(features.getByRole('article')).toHaveCount(4);
  for (const name of ['Vision', 'Mission']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expect(contacts.getByRole('heading', { level: 3 })).toHaveText([
    'Address',
    'Email',
    'General inquiries',
    'Customer service',
    'Billing',
  ]);
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

/** The clients of the visible slides, left to right. */
async function visibleClients(page: Page): Promise<string[]> {
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

/** Waits until the carousel has moved to these clients; it ignores presses before that. */
async function expectClients(page: Page, expected: readonly (string | undefined)[]): Promise<void> {
  await expect.poll(() => visibleClients(page), { intervals: [50] }).toEqual(expected);
  await expect(page.locator('.carousel-track')).not.toHaveAttribute('data-moving');
  expect(await visibleClients(page)).toEqual(expected);
}

const clients = testimonials.map(({ client }) => client);
const [dale, yolanda, greg, simone] = clients;

const widths = [
  { width: 1281, shown: 2, dots: 2, next: [greg, simone], previous: [greg, simone] },
  { width: 1280, shown: 2, dots: 4, next: [yolanda, greg], previous: [simone, dale] },
  { width: 480, shown: 2, dots: 4, next: [yolanda, greg], previous: [simone, dale] },
  { width: 479, shown: 1, dots: 4, next: [yolanda], previous: [simone] },
];

test('the testimonials scroll and wrap around at each width (Z2)', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Testimonials' });
  const status = carousel.getByText(/^Slide \d of 4$/);
  await expect(status).toBeAttached();
  // Ends each move immediately.
  await page.clock.pauseAt(Date.now() + 60_000);
  const press = async (name: string) => {
    await carousel.getByRole('button', { name, exact: true }).click();
    await page.clock.runFor(400);
  };
  const pressKey = async (key: string) => {
    await page.keyboard.press(key);
    await page.clock.runFor(400);
  };
  for (const { width, shown, dots, next, previous } of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect(carousel.getByRole('button', { name: /^Go to slide/ })).toHaveCount(dots);
    const start = clients.slice(0, shown);
    await expectClients(page, start);
    await press('Next slide');
    await expectClients(page, next);
    await press('Go to slide 1');
    await expectClients(page, start);
    await expect(status).toHaveText('Slide 1 of 4');
    await press('Previous slide');
    await expectClients(page, previous);
    await expect(status).toHaveText(dots === 2 ? 'Slide 3 of 4' : 'Slide 4 of 4');
    await press('Next slide');
    await expectClients(page, start);
    await pressKey('ArrowRight');
    await expectClients(page, next);
    await pressKey('ArrowLeft');
    await expectClients(page, start);
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

test('four testimonials name their authors, hide their copies and follow a swipe (Z1, Z2)', async ({
  page,
}) => {
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Testimonials' });
  await expect(carousel.getByRole('button', { name: 'Next slide' })).toBeVisible();
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

  const view = carousel.locator('.carousel-view');
  const swipe = async (from: number, to: number) => {
    const finger = (clientX: number) => [{ identifier: 0, clientX, clientY: 0 }];
    await view.dispatchEvent('touchstart', { touches: finger(from) });
    await view.dispatchEvent('touchend', { changedTouches: finger(to) });
  };
  await expectClients(page, clients.slice(0, 2));
  // Too short to be a swipe.
  await swipe(600, 590);
  await expectClients(page, clients.slice(0, 2));
  await swipe(600, 300);
  await expectClients(page, clients.slice(1, 3));
  await swipe(300, 600);
  await expectClients(page, clients.slice(0, 2));
  // The browser prefers reduced motion.
  await expect(carousel.locator('.carousel-track')).toHaveCSS('transition-duration', '0s');
});

test('prints dark numbers and the loaded carrier, without menus and footer', async ({ page }) => {
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
