import type { Page } from '@playwright/test';
import { allowPrefetch, axe, expect, test } from '../harness/e2e.ts';
import { mp4Of } from '../harness/file-samples.ts';
import { newChatUser, sendTexts, unsentItems } from './chat-api.ts';
import { addDocument, type Driver, newDriver } from './documents-api.ts';
import { pressLogout, send, signedIn, storeToken, tokenOf } from './office-api.ts';
import { nothing, ownersOf, storedOn, waitForWorker } from './offline-steps.ts';
import { addProduct } from './store-api.ts';
import { addDamage, newStaff } from './users-api.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });
test.beforeEach(({ allowConsole }) =>
  allowConsole('ERR_', 'socket.io', 'WebSocket connection', 'A link to a file could not be made'),
);

const bar = (page: Page) => page.getByText("You're offline. This page is as of");

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

const fileCache = (page: Page, { userId }: Driver) =>
  page.evaluate(async (name) => {
    const keys = (await caches.has(name)) ? await (await caches.open(name)).keys() : [];
    return keys.map(({ url }) => new URL(url).pathname);
  }, `headrack.files.${userId}`);

test('files that a driver keeps play offline, and go when they are removed or leave the list', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  // The link of a file that was deleted.
  allowConsole('status of 404');
  const driver = await newDriver(server);
  const options = { bytes: mp4Of(5_000), fileName: 'ramps.mp4' };
  const video = await addDocument(server, 'training', [driver], options);
  const sheet = await addDocument(server, 'training', [driver]);
  await allowPrefetch(page);
  await signedIn(page, server, driver);
  await page.goto('/TrainingFiles');
  await waitForWorker(page);
  await page.reload();
  for (const { name } of [video, sheet]) {
    await page.getByRole('button', { name: `Keep offline: ${name}` }).click();
    await expect(
      page.getByRole('button', { name: new RegExp(`^Remove.*: ${name}$`) }),
    ).toBeVisible();
  }
  const [path = ''] = (await fileCache(page, driver)).filter((file) => file.endsWith('.mp4'));
  await context.setOffline(true);
  const part = await page.evaluate(async (url) => {
    const response = await fetch(url, { headers: { range: 'bytes=100-199' } });
    return [response.status, (await response.arrayBuffer()).byteLength];
  }, path);
  expect(part).toEqual([206, 100]);
  await context.setOffline(false);
  await page.getByRole('button', { name: new RegExp(`^Remove.*: ${video.name}$`) }).click();
  await expect(page.getByRole('button', { name: `Keep offline: ${video.name}` })).toBeVisible();
  await expect.poll(() => fileCache(page, driver)).toHaveLength(1);

  await send(server, 'DELETE', `/api/training/files/${sheet.id}`, await tokenOf(server));
  await page.reload();
  await expect(page.getByText(sheet.name)).toHaveCount(0);
  await expect.poll(() => fileCache(page, driver)).toEqual([]);
});

test('an update keeps what waits; another driver and a closed account leave nothing', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  // Of the closed account.
  allowConsole('status of 401');
  const kevin = await newChatUser(server, 'employee', 'Kevin');
  const marisol = await newChatUser(server, 'employee', 'Marisol');
  await allowPrefetch(page);
  await storeToken(page, kevin.token);
  await page.goto('/time-off');
  await waitForWorker(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Request time off' }).click();
  await page.getByLabel('First day').fill('2030-07-08');
  await page.getByLabel('Last day').fill('2030-07-08');
  await page.getByRole('button', { name: 'Send request' }).click();
  const waiting = page.getByRole('button', { name: '1 waiting to send' });
  await expect(waiting).toBeVisible();
  await page.route('**/api/time-off', (route) => route.abort());
  await context.setOffline(false);

  // A former release's script, and a worker at another address, which the browser takes for a new one.
  await page.evaluate(async () => {
    const [saved = ''] = await caches.keys();
    await (await caches.open(saved)).put('/assets/former.js', new Response(''));
    await navigator.serviceWorker.register('/service-worker.js?next');
  });
  const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  await expect.poll(controller).toMatch(/\?next$/);
  const former = () =>
    page.evaluate(async () => (await caches.match('/assets/former.js')) !== undefined);
  await expect.poll(former).toBe(false);
  // The page wasn't reloaded.
  await expect(waiting).toBeVisible();
  await page.evaluate((name) => caches.open(name), `headrack.files.${kevin.userId}`);

  await storeToken(page, marisol.token);
  await page.goto('/time-off');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(1);
  await expect.poll(() => ownersOf(page, 'headrack.calls')).toEqual([]);
  await expect.poll(() => ownersOf(page, 'headrack.copies')).toEqual([marisol.userId]);

  await send(server, 'DELETE', `/api/users/${marisol.userId}`, await tokenOf(server));
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('This account was closed.', { exact: false })).toBeVisible();
  expect(await storedOn(page)).toEqual(nothing);
});

test('offline a driver sees the store and the claims as they were, and writes to someone for the first time', async ({
  page,
  context,
  server,
}) => {
  const dana = await newChatUser(server, 'admin', 'Dana');
  const { title } = await addProduct(server);
  const staff = await newStaff(server);
  const id = await addDamage(server, staff.employeeId);
  await send(server, 'PUT', `/api/damages/${id}/claim`, await tokenOf(server), {
    customer: 'Lakeside',
  });
  await allowPrefetch(page);
  await signedIn(page, server, staff);
  const look = async () => {
    for (const [path, text] of [
      ['/store', title],
      ['/store?view=orders', 'No orders yet.'],
      ['/claims', `Damage ${id}`],
      [`/claims?damage=${id}`, 'Lakeside'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    }
  };
  await look();
  await page.goto('/portal');
  await waitForWorker(page);

  await context.setOffline(true);
  await look();
  await expect(bar(page)).toBeVisible();
  await page.goto('/chat');
  await page.getByRole('link').filter({ hasText: dana.name }).click();
  await expect(page.getByText(/Earlier messages appear when you reconnect/)).toBeVisible();
  await sendTexts(page, 'Where do I load?');
  await expect(unsentItems(page)).toHaveCount(1);

  await context.setOffline(false);
  await page.goto('/portal');
  const path = `/api/messages/${staff.userId}`;
  await expect
    .poll(() => send<{ content: string }[]>(server, 'GET', path, dana.token))
    .toMatchObject([{ content: 'Where do I load?' }]);
});

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
  await expect.poll(() => storedOn(page)).toMatchObject({ workers: 1 });
  await pressLogout(page);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => storedOn(page)).toEqual(nothing);
  await page.reload();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await storedOn(page)).toEqual(nothing);
});
