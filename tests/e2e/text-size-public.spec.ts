import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { fits, settled } from './check-a11y.ts';
import { clearJobs, postJob, sampleJob } from './office-api.ts';
import { newLink } from './testimonials-api.ts';

/** The words that are split between two lines or stand out of the screen, as people see them. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      // A slide beside the one on show is out of sight until somebody asks for it.
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

const cases = [
  { name: 'text at 200 % on a phone', width: 390, fontSize: '200%' },
  { name: 'text at 200 % on a desk', width: 1280, fontSize: '200%' },
  { name: 'zoom at 400 %', width: 320, fontSize: '100%' },
];

for (const { name, width, fontSize } of cases) {
  test(`every public page reflows with ${name}`, async ({ page, server, allowConsole }) => {
    allowConsole(/status of 404/);
    await page.setViewportSize({ width, height: 844 });
    // A word that somebody typed may be wider than any screen.
    await clearJobs(server);
    const id = await postJob(server, {
      position: 'Driver, Regional Operations',
      payMin: 78_000,
      payMax: 94_000,
      payPeriod: 'year',
      homeTime: 'Home most nights and every weekend',
      jobResponsibilities: `Responsibilities\n${sampleJob.jobResponsibilities}`,
    });
    const { pathname } = new URL((await newLink(server)).url);
    const listed = [
      '/',
      '/about',
      '/inquiry',
      '/careers',
      '/careers?q=nothing',
      '/login',
      '/testimonials',
      '/privacy',
      '/terms',
    ];
    const forms = [
      `/application/${id}`,
      '/application',
      '/reset/a-code-of-twenty-letters',
      pathname,
    ];
    for (const path of [...listed, `/careers/${id}`, '/careers/99999', '/no/such/page', ...forms]) {
      await page.goto(path);
      await settled(page);
      await page.addStyleTag({ content: `html { font-size: ${fontSize} }` });
      await fits(page);
      expect(await brokenWords(page), `broken words of ${path}`).toEqual([]);
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await expect(menu).toBeInViewport({ ratio: 1 });
    }
  });
}
