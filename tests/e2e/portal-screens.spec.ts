/**
 * Every portal screen with the sample company: axe finds nothing, nothing overflows sideways, and text can be
 * enlarged (WCAG 1.4.4 and 1.4.10). One page load serves all checks of a screen.
 */
import type { Page } from '@playwright/test';
import { layouts } from '#contract/spotlight.ts';
import { expect, test } from '../harness/e2e.ts';
import { firstAdmin, sampleDriver } from '../harness/server.ts';
import { checkA11y, checkA11yAt, fits, settled } from './check-a11y.ts';
import { apply, newPerson, signedIn } from './office-api.ts';
import { addPost } from './spotlight-api.ts';

test.use({ serverEnv: { SAMPLE_DATA: 'demo' } });
test.setTimeout(300_000);

/** A path, and text that only a filled screen has. */
type Screen = readonly [path: string, content?: string | RegExp];

const forEveryone: readonly Screen[] = [
  ['/portal'],
  ['/portaljobs'],
  ['/directory'],
  ['/holiday'],
  ['/store'],
  ['/store?view=orders'],
  ['/spotlight'],
  ['/newhire'],
  ['/notifications'],
  ['/password'],
  ['/sign-in'],
  ['/personal-data'],
];
const forAdmins: readonly Screen[] = [
  ['/hours', "Kevin O'Brien"],
  ['/time-off', 'Wayne Amundson'],
  ['/time-off?request=1', 'Also away'],
  ['/damages', 'Show as a table'],
  ['/claims', 'Cost of claims'],
  ['/trainingfiles', 'Winter driving: the first hour.pdf'],
  ['/settlements', /^Settlement \d{4}-\d\d-\d\d hutchins\.pdf$/],
  ['/reports', 'Fuel by tractor.pdf'],
  ['/chat', /^Answered by/],
  ['/applications', '40 applications'],
  ['/inquiries', '25 inquiries'],
  ['/users', '28 users'],
  ['/audit'],
  ['/adminfiles', "Kevin O'Brien"],
  ['/driver-file', "Kevin O'Brien"],
  ['/receipts', "Kevin O'Brien"],
  ['/receipts?by=file'],
  ['/store?view=orders&which=all'],
  ['/status'],
  ['/unsent-mail'],
  ['/signup'],
];
const forDrivers: readonly Screen[] = [
  ['/hours'],
  ['/time-off', /^Two of six day drivers/],
  ['/damages'],
  ['/claims', 'Left front door (23000)'],
  ['/claims?damage=43', 'Your response'],
  ['/trainingfiles'],
  ['/settlements'],
  ['/reports'],
  ['/employeefiles'],
  ['/driver-file', 'Medical certificate'],
  ['/applications'],
  ['/chat'],
];

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const enlarged = [
  { name: 'text at 200 % on a phone', viewport: phone, percent: 200 },
  { name: 'text at 200 % on a small phone', viewport: { width: 320, height: 568 }, percent: 200 },
  { name: '1280 px at 400 %', viewport: { width: 320, height: 256 }, percent: 100 },
];

/** Words that are split between two lines. Addresses and file names may break. */
function splitWords(): string[] {
  const isWord = /^[(“"‘'$]*\p{L}{2,}[)”"’'.,:;!?…]*$/u;
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      if (!isWord.test(word)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
}

/** The header's controls that extend beyond the window. */
function outsideHeader(): string[] {
  return [...document.querySelectorAll('header:first-of-type :is(a, button)')]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      return width > 0 && (left < 0 || right > innerWidth);
    })
    .map((control) => control.textContent || control.ariaLabel || control.outerHTML);
}

/** Checks the open screen in both enlargements; `also` runs in each. */
async function checkReadable(page: Page, also?: () => Promise<void>): Promise<void> {
  for (const { name, viewport, percent } of enlarged) {
    await page.setViewportSize(viewport);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    await fits(page);
    // Controls may still be taking the new size.
    if (viewport.width > 320 || percent === 100)
      await expect.poll(() => page.evaluate(splitWords), `broken with ${name}`).toEqual([]);
    expect(await page.evaluate(outsideHeader), `outside with ${name}`).toEqual([]);
    await also?.();
  }
}

async function checkScreens(
  page: Page,
  screens: readonly Screen[],
  viewports: readonly [typeof phone, ...(typeof phone)[]],
): Promise<void> {
  for (const [path, content] of screens) {
    await test.step(path, async () => {
      await page.setViewportSize(viewports[0]);
      await page.goto(path);
      await settled(page);
      if (content) await expect(page.getByText(content).first()).toBeVisible();
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        await checkA11y(page);
      }
      await checkReadable(page);
    });
  }
}

test('every admin screen is filled, accessible and readable', async ({ page, server }) => {
  await page.goto('/careers');
  await expect(page.getByText('14 Results', { exact: true })).toBeVisible();
  await checkA11y(page);
  await signedIn(page, server, firstAdmin);
  await checkScreens(page, [...forAdmins, ...forEveryone], [desktop, phone]);
});

test('every driver screen is accessible and readable', async ({ page, server }) => {
  await signedIn(page, server, sampleDriver(server));
  await checkScreens(page, [...forEveryone, ...forDrivers], [phone]);
  await page.getByRole('main').getByRole('listitem').first().click();
  await expect(page.getByRole('log').getByRole('listitem').first()).toBeVisible();
  await checkA11y(page);
  const message = page.getByPlaceholder('Type your message...');
  await checkReadable(page, async () => {
    const letters = await message.evaluate((input) => {
      const { fontSize, paddingLeft, paddingRight } = getComputedStyle(input);
      const inner =
        input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return inner / (Number.parseFloat(fontSize) / 2);
    });
    expect(letters, 'letters of a message that are visible').toBeGreaterThanOrEqual(12);
  });
});

test('rare content is accessible', async ({ page, server, allowConsole }) => {
  // An employee without a record has no hours.
  allowConsole(/status of 404/);
  await page.setViewportSize(phone);
  for (const layout of layouts) {
    await addPost(server, { layout });
    await addPost(server, { layout, picture: { width: 320, height: 400 } });
  }
  await apply(server, { certification: '0', last_name: 'Ochoa' }, false);
  await signedIn(page, server, firstAdmin);
  await checkA11yAt(page, ['/spotlight', '/applications']);
  await signedIn(page, server, await newPerson(server, 'employee'));
  await checkA11yAt(page, ['/portal', '/hours', '/damages']);
});
