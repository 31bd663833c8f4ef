import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { photoOf } from '../harness/file-samples.ts';
import { pdfOf } from '../harness/multipart.ts';
import {
  chatIcon,
  makeCuttable,
  messageBox,
  messageItems,
  newChatUser,
  newPair,
  offline,
  openChat,
  openThread,
  sendTexts,
  stored,
  storedTexts,
  unsentItems,
  write,
} from './chat-api.ts';
import { checkA11y } from './check-a11y.ts';
import { pressLogout, send, storeToken, tokenOf } from './office-api.ts';

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ allowConsole }) => allowConsole('socket.io', 'WebSocket connection'));

const sentState = (page: Page) => messageItems(page).getByText('Sent', { exact: true });
const attach = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

/** Keys of unsent messages in the browser. */
const unsentKeys = (page: Page, pattern = 'outbox') =>
  page.evaluate(
    (text) => Object.keys(localStorage).filter((key) => new RegExp(text).test(key)),
    pattern,
  );
const countUnsent = async (page: Page) => (await unsentKeys(page)).length;
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('keeps unsent texts and files over a reload and a closed tab, and sends them once and in order', async ({
  page,
  context,
  server,
}) => {
  const { dana, marisol, connection } = await openChat(page, server);
  await sendTexts(page, 'Loaded');
  await expect(sentState(page)).toBeVisible();
  await connection.cut();
  await expect(page.getByText(offline)).toBeVisible();
  await sendTexts(page, 'Before');
  const photo = await photoOf({ width: 64, height: 48 });
  await attach(page, 'bumper.jpg', 'image/jpeg', photo);
  await sendTexts(page, 'bumper.jpg');
  await attach(page, 'bill.pdf', 'application/pdf', pdfOf('Bill'));
  await sendTexts(page, 'bill.pdf', 'After');
  await messageBox(page).fill('Not sent yet');
  await expect(unsentItems(page)).toHaveCount(4);
  const progress = page.getByRole('progressbar', { name: 'Waiting to upload bumper.jpg' });
  await expect(progress).toBeVisible();
  await checkA11y(page);
  // Until the device has stored the files, the browser asks before leaving the page.
  await expect.poll(() => countUnsent(page)).toBe(4);
  await page.reload();
  await expect(unsentItems(page)).toHaveCount(4);
  await expect(messageBox(page)).toHaveValue('Not sent yet');
  await write(server, dana, marisol, 'Are you there?');
  expect(await stored(server, dana, marisol)).toHaveLength(2);
  await page.close();

  const next = await context.newPage();
  await storeToken(next, marisol.token);
  await next.goto('/portal');
  await expect
    .poll(() => storedTexts(server, dana, marisol))
    .toEqual(['Loaded', 'Are you there?', 'Before', 'bumper.jpg', 'bill.pdf', 'After']);
  const kinds = (await stored(server, dana, marisol)).map(({ attachment }) => attachment?.kind);
  expect(kinds.slice(2)).toEqual([undefined, 'jpeg', 'pdf', undefined]);
  await expect.poll(() => countUnsent(next)).toBe(0);
});

test('two tabs share unsent messages, and the connected one sends them once', async ({
  page,
  server,
}) => {
  const { dana, marisol, connection } = await openChat(page, server);
  const other = await page.context().newPage();
  const otherConnection = await makeCuttable(other);
  await openThread(other, marisol, dana);
  await expect(messageBox(other)).toBeVisible();
  await sendTexts(page, 'Hello');
  for (const tab of [page, other]) await expect(sentState(tab)).toBeVisible();
  await connection.cut();
  await otherConnection.cut();
  for (const tab of [page, other]) await expect(tab.getByText(offline)).toBeVisible();
  await sendTexts(page, 'One', 'Two');
  await sendTexts(other, 'Three');
  for (const tab of [page, other]) await expect(unsentItems(tab)).toHaveCount(3);
  await write(server, dana, marisol, 'Where are you?');
  await otherConnection.restore();
  // The offline tab learns from the other one which messages were sent.
  const texts = ['Hello', 'Where are you?', 'One', 'Two', 'Three'];
  for (const tab of [page, other]) {
    await expect(unsentItems(tab)).toHaveCount(0);
    await expect(messageItems(tab)).toContainText(texts);
  }
  await expect(other.getByText(offline)).toHaveCount(0);
  expect(await storedTexts(server, marisol, dana)).toEqual(texts);
  // The reconnected tab, which is in front, has read what it missed.
  await expect
    .poll(async () => (await stored(server, marisol, dana))[1]?.readAt ?? null)
    .not.toBeNull();
  await expect(chatIcon(other)).toHaveAccessibleName('Chat');
});

test('asks before a logout discards unsent messages, and then deletes all of them', async ({
  page,
  server,
}) => {
  const { dana, marisol, connection } = await openChat(page, server);
  await connection.cut();
  await sendTexts(page, 'One');
  await attach(page, 'bill.pdf', 'application/pdf', pdfOf('Bill'));
  await sendTexts(page, '');
  await messageBox(page).fill('Not sent yet');
  await expect.poll(() => countUnsent(page)).toBe(2);

  const question = page.getByRole('alertdialog', {
    name: "2 items haven't been sent. Log out and discard them?",
  });
  await pressLogout(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(unsentItems(page)).toHaveCount(2);
  // An expired session isn't a logout: the same user finds everything again.
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/chat');
  await expect(page).toHaveURL('/login');
  await openThread(page, marisol, dana);
  await expect(unsentItems(page)).toHaveCount(2);
  await expect(messageBox(page)).toHaveValue('Not sent yet');

  await pressLogout(page);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await unsentKeys(page, 'outbox|chat')).toEqual([]);
  await expect.poll(() => databases(page)).toEqual([]);

  // As a logout, the sign-in of someone else deletes what the last user left.
  const kevin = await newChatUser(server, 'employee', 'Kevin');
  await openThread(page, { ...marisol, token: await tokenOf(server, marisol) }, dana);
  await sendTexts(page, 'Private');
  await messageBox(page).fill('Not sent yet');
  await expect(unsentItems(page)).toHaveCount(1);
  await connection.restore();
  await openThread(page, kevin, dana);
  await expect(page.getByText('No messages yet. Write the first one.')).toBeVisible();
  await expect(messageBox(page)).toHaveValue('');
  await expect.poll(() => unsentKeys(page, 'outbox|chat')).toEqual([]);
  expect(await stored(server, kevin, dana)).toEqual([]);
});

test('shows why a message was rejected, and lets the user retry or discard it', async ({
  page,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  await write(server, marisol, dana, 'Hello');
  const connection = await makeCuttable(page);
  await openThread(page, dana, marisol);
  await expect(messageItems(page)).toHaveCount(1);
  await connection.cut();
  await sendTexts(page, 'Too late');
  await expect(unsentItems(page)).toHaveCount(1);
  await send(server, 'DELETE', `/api/users/${marisol.userId}`, await tokenOf(server));
  await connection.restore();
  const failed = messageItems(page).filter({ hasText: 'Too late' });
  await expect(failed).toContainText('This account is closed. Choose someone else.');
  await expect(failed.getByText('Not sent', { exact: true })).toBeVisible();
  await checkA11y(page);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed.getByText('Not sent', { exact: true })).toBeVisible();
  // The messages stay readable; only writing is blocked.
  await page.reload();
  await expect(
    page.getByText('This account is closed. You can still read its messages.'),
  ).toBeVisible();
  await expect(messageItems(page).getByText('Hello')).toBeVisible();
  await expect(messageBox(page)).toHaveCount(0);
  await failed.getByRole('button', { name: 'Discard' }).click();
  await expect(failed).toHaveCount(0);
});
