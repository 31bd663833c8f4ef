import type { Page } from '@playwright/test';
import { allowPrefetch, expect, test } from '../harness/e2e.ts';
import { signedIn } from './office-api.ts';

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const offlineNote = (page: Page) =>
  page.getByText("You're offline. This page opens when you reconnect.");
const damages = (page: Page) => page.getByRole('heading', { name: 'Damages Report', level: 1 });
const damagesScripts = /\/assets\/damages-page-[^/]*\.js/;

/** Marks the document; a reload loses the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

/** Paths of the scripts that this document requested. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );

test('shows that the portal is offline and opens the page after the reconnect', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_INTERNET_DISCONNECTED');
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await expect(tile(page, 'Damages')).toBeVisible();
  await mark(page);
  await context.setOffline(true);
  await tile(page, 'Damages').hover();
  await tile(page, 'Damages').click();
  await expect(offlineNote(page)).toBeVisible();
  await expect(tile(page, 'Damages')).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(/\/portal$/);
  await context.setOffline(false);
  await expect(damages(page)).toBeVisible();
  await expect(offlineNote(page)).toBeHidden();
  // Back to a page whose scripts the reload dropped.
  await page.reload();
  await expect(damages(page)).toBeVisible();
  await mark(page);
  await context.setOffline(true);
  await page.goBack({ waitUntil: 'commit' }).catch(() => null);
  expect(await isMarked(page)).toBe(true);
  await context.setOffline(false);
  await expect(tile(page, 'Damages')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('acknowledges a tap at once without a response and retries', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_');
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await expect(tile(page, 'Damages')).toBeVisible();
  await mark(page);
  // Requests without a response.
  await context.route(damagesScripts, () => {});
  const acknowledged = await tile(page, 'Damages').evaluate(async (link: HTMLElement) => {
    const start = performance.now();
    link.click();
    while (link.getAttribute('aria-busy') !== 'true' && performance.now() - start < 5000) {
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - start;
  });
  expect(acknowledged).toBeLessThan(1000);
  // Another tile works meanwhile; the last tap wins.
  await tile(page, 'PTO Tracker').click();
  await expect(page.getByRole('heading', { name: 'PTO Tracker', level: 1 })).toBeVisible();
  await page.goBack();
  await tile(page, 'Damages').click();
  await expect(page.getByText('Your connection is slow.')).toBeVisible();
  await context.unroute(damagesScripts);
  await expect(damages(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('reports offline only when the browser does', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_');
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await context.route(damagesScripts, (route) => route.abort());
  await tile(page, 'Damages').click();
  await expect(page.getByText("Couldn't open the page. Trying again.")).toBeVisible();
  await expect(offlineNote(page)).toHaveCount(0);
  await context.unroute(damagesScripts);
  await expect(damages(page)).toBeVisible();
});

test('prefetches the reachable pages once idle, so that they open offline', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: prefetching is for a cache, and routing has none
  test.skip(Boolean(process.env.LATE_SCRIPTS), 'delaying scripts turns the HTTP cache off');
  allowConsole('ERR_INTERNET_DISCONNECTED');
  await allowPrefetch(page);
  await signedIn(page, server, 'employee');
  await page.goto('/portal');
  await expect
    .poll(async () => (await loaded(page)).some((path) => damagesScripts.test(path)))
    .toBe(true);
  await expect
    .poll(async () => (await loaded(page)).some((path) => path.includes('/login-page')))
    .toBe(true);
  expect(await loaded(page)).not.toContainEqual(expect.stringContaining('/users-page'));
  await context.setOffline(true);
  await tile(page, 'Damages').click();
  await expect(damages(page)).toBeVisible();
});

test('reloads for a missing script only when the server has a newer build', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await expect(tile(page, 'Damages')).toBeVisible();
  expect((await loaded(page)).filter((path) => damagesScripts.test(path))).toEqual([]);
  await mark(page);
  await context.route(damagesScripts, (route) => route.fulfill({ status: 404 }));
  const asked = page.waitForResponse('**/build');
  await tile(page, 'Damages').click();
  expect(await (await asked).json()).toEqual({ build: expect.stringMatching(/^\w+$/) });
  await expect(page.getByText("Couldn't open the page. Trying again.")).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  const reloaded = page.waitForEvent('framenavigated', (frame) => frame.url().endsWith('/damages'));
  // The next try, which comes by itself, finds it.
  await context.route('**/build', (route) => route.fulfill({ json: { build: 'newer' } }));
  await reloaded;
  await context.unroute(damagesScripts);
});
