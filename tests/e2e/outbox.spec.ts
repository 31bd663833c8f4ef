import type { Page } from '@playwright/test';
import { allowPrefetch, expect, test } from '../harness/e2e.ts';
import { photoOf } from '../harness/file-samples.ts';
import {
  log,
  makeCuttable,
  newChatUser,
  sendTexts,
  stored,
  unsentItems,
  write,
} from './chat-api.ts';
import { checkA11y } from './check-a11y.ts';
import { addDocument, pdfFile } from './documents-api.ts';
import { card } from './employee-files-steps.ts';
import { pressLogout, send, storeToken, unique } from './office-api.ts';
import { nothing, ownersOf, storedOn, waitForWorker } from './offline-steps.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });
test.beforeEach(({ allowConsole }) => allowConsole(/ERR_|WebSocket|socket\.io|Failed to load/));

const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photoOf({ width: 320, height: 240 }),
});

/** Moves inside the portal, which needs no request for its document. */
async function open(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').locator(`a[href="${path}" i]`).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function reportDamage(page: Page): Promise<void> {
  await page.getByLabel('Photo from the camera').setInputFiles(await photo('door.jpg'));
  await page.getByLabel('When it happened').selectOption('Delivery');
  await page.getByLabel('Where').fill('Auction in Milwaukee');
  await page.getByLabel('What happened').fill('Scratch below the handle.');
  await page.getByRole('button', { name: 'Send report' }).click();
}

test('without a signal a driver sends messages, a photo, a PDF and a claim; each is stored once and in order', async ({
  page,
  context,
  server,
}) => {
  const dana = await newChatUser(server, 'admin', 'Dana');
  const driver = await newChatUser(server, 'employee', 'Marisol');
  const { id, name } = await addDocument(server, 'employee-files', [driver], {
    name: unique('W-4'),
  });
  await write(server, dana, driver, 'Dock 4');
  await allowPrefetch(page);
  await storeToken(page, driver.token);
  await page.goto('/claims?report=1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report damage');
  for (const path of ['/damages', '/EmployeeFiles', '/Chat']) {
    await open(page, path);
    await expect(page).toHaveURL(new RegExp(path, 'i'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.getByRole('link').filter({ hasText: dana.name }).click();
  await expect(log(page).getByText('Dock 4')).toBeVisible();

  await waitForWorker(page);
  await context.setOffline(true);
  const bar = page.getByText("You're offline.", { exact: false });
  await sendTexts(page, 'Loaded', 'Leaving', 'Truck stop');
  await page.locator('input[type=file]').setInputFiles(await photo('load.jpg'));
  await sendTexts(page, '');
  await expect(unsentItems(page)).toHaveCount(4);
  await open(page, '/EmployeeFiles');
  await card(page, name).locator('input[name=file]').setInputFiles(pdfFile('signed'));
  await card(page, name).getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('button', { name: /5 waiting to send/ })).toBeVisible();
  await open(page, '/damages');
  await page.getByRole('link', { name: 'Report damage' }).click();
  await reportDamage(page);
  await expect(page).toHaveURL('/claims');
  await expect(bar.first()).toBeVisible();
  await page.getByRole('button', { name: /6 waiting to send/ }).click();
  const waiting = page.getByRole('dialog', { name: 'Waiting to send' }).getByRole('listitem');
  await expect(waiting).toHaveText([/4 chat messages/, /Completed form/, /Damage report/]);
  await checkA11y(page);
  await page.goto(`/chat?with=${dana.userId}`);
  await expect(page.getByRole('button', { name: /6 waiting to send/ })).toBeVisible();
  await expect(log(page).getByText('Dock 4')).toBeVisible();
  await expect(unsentItems(page)).toHaveCount(4);
  // The app is killed, and opened when there is a signal.
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/portal');
  await expect(next.getByText('Sent: Damage report.')).toBeVisible();

  await expect.poll(async () => (await stored(server, dana, driver)).length).toBe(5);
  const messages = await stored(server, dana, driver);
  const texts = ['Dock 4', 'Loaded', 'Leaving', 'Truck stop', ''];
  expect(messages.map(({ content }) => content)).toEqual(texts);
  type Row = { assignment_id: number; file_id: number };
  const files = await send<Row[]>(server, 'GET', '/api/employee-files', driver.token);
  const assignment = files.find(({ file_id }) => file_id === id)?.assignment_id;
  const path = `/api/employee-files/${assignment}/submissions`;
  expect(await send<unknown[]>(server, 'GET', path, driver.token)).toHaveLength(1);
  expect(await send<unknown[]>(server, 'GET', '/api/claims', driver.token)).toHaveLength(1);

  await expect(next.getByRole('button', { name: /waiting to send/ })).toHaveCount(0);
  await pressLogout(next);
  await expect(next).toHaveURL('/login');
  await expect.poll(() => storedOn(next)).toEqual(nothing);
  expect(await next.evaluate(() => Object.keys(localStorage))).not.toContain('token');
});

test('shows what was last seen with its time, a request that the office refuses, and nothing of it to others', async ({
  page,
  server,
}) => {
  const driver = await newChatUser(server, 'employee', 'Marisol');
  const days = { kind: 'pto', from_date: '2030-07-08', to_date: '2030-07-08' };
  await send(server, 'POST', '/api/time-off', driver.token, days);
  const connection = await makeCuttable(page);
  await storeToken(page, driver.token);
  await page.goto('/time-off');
  // The account and the page have loaded.
  await expect(page.getByRole('banner').getByText('Marisol')).toBeVisible();
  const cancel = page.getByRole('button', { name: /^Cancel 07/ });
  await expect(cancel).toBeVisible();
  // The server can't be reached, but the scripts come from the browser's cache.
  await page.route('**/api/**', (route) => route.abort());
  await connection.cut();
  await page.reload();
  await expect(page.getByRole('status').getByText(/This page is as of \d/)).toBeVisible();
  await cancel.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel time off' }).click();
  await expect(page.getByRole('main').getByText('Waiting to send')).toBeVisible();
  await page.getByRole('button', { name: 'Request time off' }).click();
  await page.getByLabel('First day').fill('2030-07-06');
  await page.getByLabel('Last day').fill('2030-07-07');
  await page.getByLabel('How much').selectOption('hours');
  await page.getByLabel('Hours in total').fill('4');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('button', { name: '2 waiting to send' })).toBeVisible();
  await page.unroute('**/api/**');
  await connection.restore();
  await page.getByRole('button', { name: '1 not sent' }).click();
  type Row = { status: string };
  const [row] = await send<Row[]>(server, 'GET', '/api/time-off', driver.token);
  expect(row?.status).toBe('cancelled');
  const dialog = page.getByRole('dialog', { name: 'Waiting to send' });
  await expect(dialog.getByText(/^Not sent: /)).toBeVisible();
  await checkA11y(page);
  await dialog.getByRole('button', { name: /^Discard/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByText('Everything is sent.')).toBeVisible();

  const kevin = await newChatUser(server, 'employee', 'Kevin');
  await storeToken(page, kevin.token);
  await page.goto('/time-off');
  await expect.poll(() => ownersOf(page, 'headrack.copies')).toEqual([kevin.userId]);
});
