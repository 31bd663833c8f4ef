/** Opening pages of the portal on a slow connection, or without one. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { delayNext, signedIn } from './office-api.ts';

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const offlineNote = (page: Page) =>
  page.getByText("You're offline. This page opens when you reconnect.");
const damages = (page: Page) => page.getByRole('heading', { name: 'Damages Report', level: 1 });
const damagesScripts = /\/assets\/damages-page-[^/]*\.js/;

/** Marks the document; a reload loses the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

test('says that the portal is offline, and opens the page after the reconnect without a reload', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_INTERNET_DISCONNECTED');
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await expect(tile(page, 'Damages')).toBeVisible();
  await context.setOffline(true);
  await tile(page, 'Damages').click();
  await expect(offlineNote(page)).toBeVisible();
  await expect(tile(page, 'Damages')).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL('/portal');
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

test('a tap shows at once that its page loads, the last one wins, and only a newer build reloads', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_', /status of 404/);
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await expect(tile(page, 'Damages')).toBeVisible();
  await mark(page);
  // Requests without a response.
  await context.route(damagesScripts, () => {});
  await tile(page, 'Damages').click();
  await expect(tile(page, 'Damages')).toHaveAttribute('aria-busy', 'true');
  await tile(page, 'PTO Tracker').click();
  await expect(page.getByRole('heading', { name: 'PTO Tracker', level: 1 })).toBeVisible();
  await page.goBack();
  await tile(page, 'Damages').click();
  await expect(tile(page, 'Damages')).toHaveAttribute('aria-busy', 'true');
  await context.unroute(damagesScripts);
  await expect(damages(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);

  const directoryScripts = /\/assets\/directory-page-[^/]*\.js/;
  await context.route(directoryScripts, (route) => route.fulfill({ status: 404 }));
  const asked = page.waitForResponse('**/build');
  await page
    .getByRole('navigation', { name: 'Portal' })
    .getByRole('link', { name: 'Company Directory' })
    .click();
  expect(await (await asked).json()).toEqual({ build: expect.stringMatching(/^\w+$/) });
  await expect(page.getByText("Couldn't open the page. Trying again.")).toBeVisible();
  await expect(offlineNote(page)).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
  const reloaded = page.waitForEvent('framenavigated', (frame) =>
    frame.url().toLowerCase().endsWith('/directory'),
  );
  // The next try, which comes by itself, finds it.
  await context.route('**/build', (route) => route.fulfill({ json: { build: 'newer' } }));
  await reloaded;
  await context.unroute(directoryScripts);
});

test('a search that was just typed does not take back the press on a link', {
  tag: '@full',
}, async ({ page, context, server }) => {
  await page.clock.install();
  await signedIn(page, server, 'admin');
  await page.goto('/directory');
  const release = await delayNext(page, damagesScripts);
  await page.getByLabel(/^Search/).fill('Nowak');
  const link = page
    .getByRole('navigation', { name: 'Portal' })
    .getByRole('link', { name: 'Damages' });
  await link.press('Enter');
  // Longer than the URL waits for the next letter.
  await page.clock.runFor(600);
  await expect(link).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(damages(page)).toBeVisible();

  // Back takes it back, and the next search is in the address.
  await context.route(/\/assets\/hours-page-[^/]*\.js/, () => {});
  await page
    .getByRole('navigation', { name: 'Portal' })
    .getByRole('link', { name: 'PTO Tracker' })
    .click();
  await page.goBack();
  await page.getByLabel(/^Search/).fill('Rosa');
  await expect(page).toHaveURL('/directory?q=Rosa');
});
