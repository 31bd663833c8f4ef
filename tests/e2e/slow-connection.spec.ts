/** Opening pages of the portal on a slow connection, or without one. */
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { delayNext, signedIn } from './office-api.ts';

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const offlineNote = (page: Page) =>
  page.getByText("You're offline. This page opens when you reconnect.");
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name });
const hoursScripts = /\/assets\/hours-page-[^/]*\.js/;

/** Marks the document; a reload loses the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

test('a slow or missing page says so at once', async ({ page, context, server, allowConsole }) => {
  allowConsole('ERR_', /status of 404/);
  await page.clock.install();
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await expect(tile(page, 'Damages')).toBeVisible();
  await mark(page);

  await test.step('without a connection', async () => {
    await context.setOffline(true);
    await tile(page, 'Damages').click();
    await expect(offlineNote(page)).toBeVisible();
    await expect(tile(page, 'Damages')).toHaveAttribute('aria-busy', 'true');
    await expect(page).toHaveURL('/portal');
    await context.setOffline(false);
    await expect(heading(page, 'Damages Report')).toBeVisible();
    await expect(offlineNote(page)).toBeHidden();
    await page.goBack();
  });

  await test.step('the last tap wins', async () => {
    // Requests without a response.
    await context.route(hoursScripts, () => {});
    await tile(page, 'PTO Tracker').click();
    await expect(tile(page, 'PTO Tracker')).toHaveAttribute('aria-busy', 'true');
    await tile(page, 'Holiday Tracker').click();
    await expect(heading(page, 'Holiday Tracker')).toBeVisible();
    await page.goBack();
    await tile(page, 'PTO Tracker').click();
    await expect(tile(page, 'PTO Tracker')).toHaveAttribute('aria-busy', 'true');
    await context.unroute(hoursScripts);
    await expect(heading(page, 'PTO Tracker')).toBeVisible();
  });

  await test.step('a newer build', async () => {
    const directoryScripts = /\/assets\/directory-page-[^/]*\.js/;
    let isNewer = false;
    await context.route(directoryScripts, (route) =>
      isNewer ? route.continue() : route.fulfill({ status: 404 }),
    );
    const asked = page.waitForResponse('**/build');
    await entry(page, 'Company Directory').click();
    expect(await (await asked).json()).toEqual({ build: expect.stringMatching(/^\w+$/) });
    await expect(page.getByText("Couldn't open the page. Trying again.")).toBeVisible();
    await expect(offlineNote(page)).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
    // The next try, which comes by itself, finds it.
    const reportNewer = (route: Route) => {
      isNewer = true;
      return route.fulfill({ json: { build: 'newer' } });
    };
    await context.route('**/build', reportNewer, { times: 1 });
    await page.clock.fastForward(5000);
    await expect(heading(page, 'Company Directory')).toBeVisible();
    expect(await isMarked(page)).toBe(false);
  });

  await test.step('back to a page whose scripts a reload dropped', async () => {
    await entry(page, 'PTO Tracker').click();
    await expect(heading(page, 'PTO Tracker')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'PTO Tracker')).toBeVisible();
    await mark(page);
    await context.setOffline(true);
    await page.goBack({ waitUntil: 'commit' }).catch(() => null);
    expect(await isMarked(page)).toBe(true);
    await context.setOffline(false);
    await expect(heading(page, 'Company Directory')).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });
});

test('a search that was just typed does not take back the press on a link', {
  tag: '@full',
}, async ({ page, context, server }) => {
  await page.clock.install();
  await signedIn(page, server, 'admin');
  await page.goto('/directory');
  const release = await delayNext(page, /\/assets\/damages-page-[^/]*\.js/);
  await page.getByLabel(/^Search/).fill('Nowak');
  const link = entry(page, 'Damages');
  await link.press('Enter');
  // Longer than the URL waits for the next letter.
  await page.clock.runFor(600);
  await expect(link).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(heading(page, 'Damages Report')).toBeVisible();

  // Back takes it back, and the next search is in the address.
  await context.route(hoursScripts, () => {});
  await entry(page, 'PTO Tracker').click();
  await page.goBack();
  await page.getByLabel(/^Search/).fill('Rosa');
  await expect(page).toHaveURL('/directory?q=Rosa');
});
