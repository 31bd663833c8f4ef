/** The component kit and five key screens look as in tests/e2e/pictures. To accept a change: CONTRIBUTING.md. */
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';
import { createServer } from 'vite';
import { expect, test } from '../harness/e2e.ts';
import { waitForFonts } from '../harness/fonts.ts';
import { firstAdmin, sampleDriver } from '../harness/server.ts';
import { settled } from './check-a11y.ts';
import { signedIn } from './office-api.ts';

/** The hour of which the sample company's dates are, and a minute in which the server starts. */
const now = new Date('2026-11-25T12:01:00-06:00');

test.use({
  serverEnv: {
    SAMPLE_DATA: 'demo',
    NODE_OPTIONS: '--import ./tests/harness/wrong-clock.ts',
    CLOCK_AHEAD_MS: String(now.getTime() - Date.now()),
  },
});

test.beforeEach(async ({ context, page }) => {
  await waitForFonts(context);
  await page.clock.setFixedTime(now);
});

// Few colors are enough for a comparison, and make a fifth of the bytes.
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
test.afterAll(async ({}, { config }) => {
  if (config.updateSnapshots === 'missing' || config.updateSnapshots === 'none') return;
  for (const file of globSync(join(import.meta.dirname, 'pictures', '*.png'))) {
    const picture = sharp(file);
    if ((await picture.metadata()).isPalette) continue;
    await writeFile(file, await picture.png({ palette: true, dither: 0, effort: 10 }).toBuffer());
  }
});

const looks = [
  { name: 'phone', size: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'desktop', size: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const;

const tolerant = { animations: 'disabled', maxDiffPixelRatio: 0.002 } as const;

/** Compares the open page in both looks. */
async function compare(page: Page, name: string, fullPage = false): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await expect(page).toHaveScreenshot(`${name}-${look.name}.png`, { ...tolerant, fullPage });
  }
}

test('the component kit looks as before', async ({ page, server }) => {
  const vite = await createServer({
    configFile: false,
    root: dirname(dirname(import.meta.dirname)),
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  });
  const { uiKit } = (await vite.ssrLoadModule(
    '/tests/e2e/ui-kit.tsx',
  )) as typeof import('./ui-kit.tsx');
  const html = await (await fetch(`${server.url}/portal`)).text();
  const sheets = html.match(/<link[^>]*rel="stylesheet"[^>]*>/g)?.join('') ?? '';
  // As the portal's layout does.
  const theme = `<script>
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.onchange = () => { document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'; };
  </script>`;
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Kit</title>${sheets}<body>${uiKit()}${theme}`;
  await page.route('**/kit', (route) => route.fulfill({ contentType: 'text/html', body }));
  await vite.close();
  await page.goto('/kit');
  await page.evaluate(() => document.fonts.ready);
  await compare(page, 'kit', true);
  for (const state of ['hover', 'focus-visible']) {
    const shown = await showAs(page, state);
    await compare(page, `kit-${state}`, true);
    await shown.detach();
  }
});

/** Shows every control as with a pointer on it or with the focus, until the session is detached. */
async function showAs(page: Page, state: string): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeIds } = await browser.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'a, button, input, select, textarea, [tabindex]',
  });
  for (const nodeId of nodeIds) {
    await browser.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [state] });
  }
  return browser;
}

test('a dialog, a popover and a drawer look as before', async ({ page, server }) => {
  await signedIn(page, server, firstAdmin);
  await page.goto('/portal');
  await settled(page);
  const opened = page.getByRole('dialog');
  for (const [look, name, button] of [
    [looks[1], 'dialog', 'Send notification'],
    [looks[1], 'popover', /^Signed in as/],
    [looks[0], 'drawer', 'Menu'],
  ] as const) {
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await page.getByRole('button', { name: button }).click();
    await expect(opened).toHaveScreenshot(`${name}.png`, tolerant);
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
  }
});

for (const [name, path, person] of [
  ['home', '/', null],
  ['application', '/application', null],
  ['portal', '/portal', 'driver'],
  ['inquiries', '/inquiries', 'admin'],
  ['chat', '/chat', 'admin'],
] as const) {
  test(`${path} looks as before`, async ({ page, server }) => {
    if (person)
      await signedIn(page, server, person === 'admin' ? firstAdmin : sampleDriver(server));
    await page.goto(path);
    await settled(page);
    await compare(page, name);
  });
}
