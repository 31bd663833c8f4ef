import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import type { RunningServer } from '../harness/server.ts';
import { fits, settled } from './check-a11y.ts';
import { postJob, sampleJob, signedIn } from './office-api.ts';
import { newLink } from './testimonials-api.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** The visible words that are split between two lines or extend beyond the screen. */
function splitWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      // The other slides of the carousel are outside the screen.
      if (!element?.checkVisibility() || element.closest('.sr-only, [aria-hidden], .slide'))
        continue;
      // A line may end after a hyphen.
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        const outside = boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1);
        if (lines.size > 1 || outside) broken.push(word);
      }
    }
    return broken;
  });
}

let made: Promise<{ job: string; link: string }> | undefined;

/** A job and a testimonial link, created once for this file. */
async function createSamples(server: RunningServer) {
  const id = await postJob(server, {
    position: 'Driver, Regional Operations',
    payMin: 78_000,
    payMax: 94_000,
    payPeriod: 'year',
    homeTime: 'Home most nights and every weekend',
    jobResponsibilities: `Responsibilities\n${sampleJob.jobResponsibilities}`,
  });
  return { job: String(id), link: new URL((await newLink(server)).url).pathname };
}

const paths = [
  '/',
  '/about',
  '/inquiry',
  '/careers',
  '/careers?q=nothing',
  '/careers/:job',
  '/careers/99999',
  '/application',
  '/application/:job',
  '/login',
  '/testimonials',
  '/privacy',
  '/terms',
  '/reset/a-code-of-twenty-letters',
  ':link',
  '/no/such/page',
];

for (const path of paths) {
  test(`${path} is accessible and reflows with large text and zoom`, async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/status of 404/);
    made ??= createSamples(server);
    const { job, link } = await made;
    await page.setViewportSize(phone);
    await page.goto(path.replace(':job', job).replace(':link', link));
    await settled(page);
    await axe(page, true);
    await fits(page);
    await page.setViewportSize(desktop);
    await axe(page, true);
    await fits(page);
    for (const [width, size] of [
      [390, '200%'],
      [1280, '200%'],
      // Zoom at 400 %.
      [320, '100%'],
      [320, '200%'],
    ] as const) {
      await page.setViewportSize({ ...phone, width });
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      await fits(page);
      // There 'Responsibilities' is wider than the screen.
      if (width === 320 && size === '200%') continue;
      expect(await splitWords(page), `broken words at ${width} px`).toEqual([]);
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await expect(menu).toBeInViewport({ ratio: 1 });
    }
  });
}

test('forms with errors are accessible', async ({ page }) => {
  for (const [path, button, text] of [
    ['/inquiry', 'Send inquiry', 'Please correct the marked fields.'],
    ['/application', 'Submit application', 'Please fill in all required fields.'],
    ['/login', 'Log in', 'This field is required.'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(text).first()).toBeVisible();
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      await axe(page);
      await fits(page);
    }
  }
});

test('the open menus are accessible', async ({ page, server }) => {
  await page.setViewportSize(phone);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await axe(page);
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await axe(page);
});
