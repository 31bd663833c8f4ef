import type { Page } from '@playwright/test';
import { allowPrefetch, expect, test } from '../harness/e2e.ts';
import { log, newChatUser, sendTexts, stored, unsentItems, write } from './chat-api.ts';
import { pressLogout, send, storeToken, tokenOf, unique, visit } from './office-api.ts';
import { keysIn, nothing, ownersOf, storedOn, waitForWorker } from './offline-steps.ts';
import { addDocument, pdfFile } from './records-api.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });
test.beforeEach(({ allowConsole }) =>
  allowConsole(
    ...['ERR_', 'socket.io', 'WebSocket connection', 'Failed to load'],
    'A link to a file could not be made',
  ),
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

test('an update keeps what waits; another driver and a closed account leave nothing', {
  tag: '@full',
}, async ({ page, context, server, allowConsole }) => {
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
  });
  const devTools = await context.newCDPSession(page);
  await devTools.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    // An installation that began before the connection was back is undone, and this one with it.
    for (let state = 'redundant'; state === 'redundant'; ) {
      const worker = (await navigator.serviceWorker.register('/service-worker.js?next')).installing;
      state = await new Promise<string>((resolve) => {
        if (worker === null) resolve('installed');
        worker?.addEventListener('statechange', () => resolve(worker.state), { once: true });
      });
    }
  });
  // The browser never stops an idle worker that is debugged, and may wait minutes for it before the next takes over.
  const controller = async () => {
    await devTools.send('ServiceWorker.stopAllWorkers');
    return page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  };
  await expect.poll(controller, { timeout: 60_000 }).toMatch(/\?next$/);
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

test('a driver’s day without a signal, and a logout', async ({ page, context, server }) => {
  const dana = await newChatUser(server, 'admin', 'Dana');
  const driver = await newChatUser(server, 'employee', 'Marisol');
  const form = await addDocument(server, 'employee-files', [driver], { name: unique('W-4') });
  const settlement = await addDocument(server, 'settlements', [driver]);
  await write(server, dana, driver, 'Dock 4');
  await allowPrefetch(page);
  await storeToken(page, driver.token);
  const show = async (path: string, text: string) => {
    await visit(page, path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  };
  const inChat = async () => {
    await visit(page, '/Chat');
    await page.getByRole('link').filter({ hasText: dana.name }).click();
    await expect(log(page).getByText('Dock 4')).toBeVisible();
  };

  await test.step('what a driver saw is kept on the device', async () => {
    await inChat();
    await waitForWorker(page);
    await page.goto('/settlements');
    const opened = context.waitForEvent('page');
    await fileLink(page, settlement.name).click();
    const tab = await opened;
    await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(2);
    // Closing the PDF viewer while it loads can crash Chromium.
    await tab.goto('about:blank');
    await tab.close();
    await show('/EmployeeFiles', form.name);
    // Leaving it at once would undo the copy that is being stored.
    const copies = async () => (await keysIn(page, 'headrack.copies')).join('\n');
    await expect.poll(copies).toContain('["documents","employee-files"');
    await visit(page, '/settlements');
    await expect(page.getByText('On this device')).toBeVisible();
  });

  await test.step('it is shown without a signal, and what is sent waits', async () => {
    await context.setOffline(true);
    // The device saves one language: the address of the other, as of an installed app's shortcut, leads there.
    await page.goto('/es/settlements');
    await expect(page).toHaveURL('/settlements');
    await expect(bar(page)).toBeVisible();
    expect(await copyIn(page, settlement.name)).toEqual([200, 'application/pdf', '%PDF']);
    await inChat();
    await sendTexts(page, 'Loaded', 'Leaving');
    await page.locator('input[type=file]').setInputFiles(pdfFile('bill'));
    await sendTexts(page, '');
    await expect(unsentItems(page)).toHaveCount(3);
    await show('/EmployeeFiles', form.name);
    const card = page.getByRole('article').filter({ hasText: form.name });
    await card.locator('input[name=file]').setInputFiles(pdfFile('signed'));
    await card.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('button', { name: /4 waiting to send/ }).click();
    const waiting = page.getByRole('dialog', { name: 'Waiting to send' }).getByRole('listitem');
    await expect(waiting).toHaveText([/3 chat messages/, /Completed form/]);
  });

  // The app is killed, and opened when there is a signal.
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await test.step('each is stored once and in order', async () => {
    await next.goto('/settlements');
    await expect(next.getByText('Sent: Completed form', { exact: false })).toBeVisible();
    await expect.poll(async () => (await stored(server, dana, driver)).length).toBe(4);
    const messages = await stored(server, dana, driver);
    expect(messages.map(({ content }) => content)).toEqual(['Dock 4', 'Loaded', 'Leaving', '']);
    type Row = { assignment_id: number; file_id: number };
    const files = await send<Row[]>(server, 'GET', '/api/employee-files', driver.token);
    const assignment = files.find(({ file_id }) => file_id === form.id)?.assignment_id;
    const path = `/api/employee-files/${assignment}/submissions`;
    expect(await send<unknown[]>(server, 'GET', path, driver.token)).toHaveLength(1);
    await expect(next.getByRole('button', { name: /waiting to send/ })).toHaveCount(0);
  });

  await test.step('a deleted file and a logout leave nothing on the device', async () => {
    const kept = async () =>
      (await storedOn(next)).cached.filter((path) => path.startsWith('/kept-files/'));
    expect(await kept()).toHaveLength(1);
    const path = `/api/settlements/files/${settlement.id}`;
    await send(server, 'DELETE', path, await tokenOf(server));
    await expect.poll(kept).toEqual([]);
    // The link of somebody who applied on the same phone.
    const sent = 'headrack.sent.application';
    const sentOn = () => next.evaluate((key) => localStorage.getItem(key), sent);
    await next.evaluate((key) => localStorage.setItem(key, '{}'), sent);
    await pressLogout(next);
    await expect(next).toHaveURL('/login');
    await expect.poll(() => storedOn(next)).toEqual(nothing);
    expect(await sentOn()).toBeNull();
  });
});
