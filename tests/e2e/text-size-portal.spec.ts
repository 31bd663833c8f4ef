/** WCAG 1.4.4 and 1.4.10 on every portal screen: text at 200 % on a phone, and 1280 px at 400 %. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { firstAdmin, sampleDriver } from '../harness/server.ts';
import { fits, settled } from './check-a11y.ts';
import { signedIn } from './office-api.ts';

test.use({ serverEnv: { SAMPLE_DATA: 'demo' } });

const everyones = [
  '/portal',
  '/portaljobs',
  '/hours',
  '/damages',
  '/directory',
  '/holiday',
  '/trainingfiles',
  '/chat',
  '/settlements',
  '/reports',
  '/store',
  '/store?view=orders',
  '/spotlight',
  '/newhire',
  '/notifications',
  '/employeefiles',
  '/password',
];
const offices = [
  '/applications',
  '/inquiries',
  '/users',
  '/audit',
  '/adminfiles',
  '/receipts',
  '/receipts?by=file',
  '/signup',
];

const sizes = [
  { name: 'text at 200 % on a phone', viewport: { width: 390, height: 844 }, text: 200 },
  { name: '1280 px at 400 %', viewport: { width: 320, height: 256 }, text: 100 },
] as const;

/** Words that stand on two lines. Addresses and file names may break: they are no words. */
function brokenWords(): string[] {
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

/** What is pressed in the header, as far as it is not wholly within the window. */
function outsideHeader(): string[] {
  return [...document.querySelectorAll('header:first-of-type :is(a, button)')]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      return width > 0 && (left < 0 || right > innerWidth);
    })
    .map((control) => control.textContent || control.ariaLabel || control.outerHTML);
}

for (const { name, viewport, text } of sizes) {
  test.describe(name, () => {
    test.use({ viewport });
    test.setTimeout(180_000);

    async function open(page: Page, path: string): Promise<void> {
      await page.goto(path);
      await settled(page);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      await readable(page);
    }

    async function readable(page: Page): Promise<void> {
      await fits(page);
      expect(await page.evaluate(brokenWords), `broken on ${page.url()}`).toEqual([]);
      expect(await page.evaluate(outsideHeader), `outside on ${page.url()}`).toEqual([]);
    }

    test('every admin screen is readable', async ({ page, server }) => {
      await signedIn(page, server, firstAdmin);
      for (const path of [...everyones, ...offices]) {
        await test.step(path, () => open(page, path));
      }
    });

    test('every driver screen is readable', async ({ page, server }) => {
      await signedIn(page, server, sampleDriver(server));
      for (const path of everyones) await test.step(path, () => open(page, path));
    });

    test('a message is readable while it is written', async ({ page, server }) => {
      await signedIn(page, server, sampleDriver(server));
      await open(page, '/chat');
      await page.getByRole('main').getByRole('listitem').first().click();
      const box = page.getByPlaceholder('Type your message...');
      const letters = await box.evaluate((input) => {
        const { fontSize, paddingLeft, paddingRight } = getComputedStyle(input);
        const inner =
          input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return inner / (Number.parseFloat(fontSize) / 2);
      });
      expect(letters).toBeGreaterThanOrEqual(12);
      await readable(page);
    });

    test('the login is readable', async ({ page }) => {
      await open(page, '/login');
    });
  });
}
