import type { Page } from '@playwright/test';
import { allowPrefetch, axe, expect, test } from '../harness/e2e.ts';
import { addDocument, newDriver } from './documents-api.ts';
import { pressLogout, signedIn } from './office-api.ts';
import { waitForWorker } from './offline-steps.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });
test.beforeEach(({ allowConsole }) =>
  allowConsole('ERR_', 'socket.io', 'WebSocket connection', 'A link to a file could not be made'),
);

const bar = (page: Page) => page.getByText("You're offline. This page is as of");

/** What is stored on the device. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));

const fileLink = (page: Page, name: string) =>
  page.getByRole('link', { name: `${name} (opens in a new tab)` });

/** What the link of a file leads to without a connection. */
const copyIn = (page: Page, name: string) =>
  fileLink(page, name).evaluate(async (link: HTMLAnchorElement) => {
    const response = await fetch(link.href);
    const text = await response.text();
    return [response.status, response.headers.get('content-type'), text.slice(0, 4)];
  });

/** Milliseconds until the page shows a heading after it is opened. */
async function openingTime(page: Page, path: string, heading: string): Promise<number> {
  const start = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  return performance.now() - start;
}

test('the portal opens offline with what it last showed, and a logout leaves nothing', async ({
  page,
  context,
  server,
}) => {
  const driver = await newDriver(server);
  const { name } = await addDocument(server, 'settlements', [driver]);
  await allowPrefetch(page);
  await signedIn(page, server, driver);
  for (const path of ['/time-off', '/settlements', '/portal']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect(page.getByText(/Loading/)).toHaveCount(0);
  }
  await waitForWorker(page);
  await page.goto('/settlements');
  const opened = context.waitForEvent('page');
  await fileLink(page, name).click();
  const tab = await opened;
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(2);
  // Closing the PDF viewer while it loads can crash Chromium.
  await tab.goto('about:blank');
  await tab.close();
  await page.reload();
  await expect(page.getByText('On this device')).toBeVisible();
  await axe(page);

  await context.setOffline(true);
  await page.goto('/portal');
  expect(await openingTime(page, '/Settlements', 'Settlements')).toBeLessThan(1000);
  expect(await copyIn(page, name)).toEqual([200, 'application/pdf', '%PDF']);
  await expect(bar(page)).toBeVisible();
  expect(await openingTime(page, '/time-off?x=1', 'Time Off')).toBeLessThan(1000);
  await expect(bar(page)).toBeVisible();

  await context.setOffline(false);
  await page.goto('/portal');
  await expect.poll(() => stored(page)).toMatchObject({ workers: 1 });
  await pressLogout(page);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => stored(page)).toEqual({ caches: [], workers: 0, databases: [] });
  await page.reload();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await stored(page)).toEqual({ caches: [], workers: 0, databases: [] });
});
