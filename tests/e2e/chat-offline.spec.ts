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
import { pressLogout, storeToken } from './office-api.ts';

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

for (const writesMeanwhile of [false, true]) {
  const when = writesMeanwhile ? 'with unsent messages' : 'without unsent messages';
  test(`marks a message missed offline as read after reconnecting, ${when}`, async ({
    page,
    server,
  }) => {
    const { dana, marisol, connection } = await openChat(page, server);
    await messageBox(page).fill('Loaded');
    await page.keyboard.press('Enter');
    await expect(sentState(page)).toBeVisible();
    await connection.cut();
    if (writesMeanwhile) {
      await messageBox(page).fill('Running late');
      await page.keyboard.press('Enter');
      await expect(unsentItems(page)).toHaveCount(1);
    }
    await write(server, dana, marisol, 'Where are you?');
    await connection.restore();
    await expect(messageItems(page).getByText('Where are you?')).toBeVisible();
    await expect(unsentItems(page)).toHaveCount(0);
    await expect
      .poll(async () => (await stored(server, dana, marisol)).map(({ readAt }) => typeof readAt))
      .toContain('string');
    await expect(chatIcon(page)).toHaveAccessibleName('Chat');
  });
}

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
  await otherConnection.restore();
  // The offline tab learns from the other one which messages were sent.
  const texts = ['Hello', 'One', 'Two', 'Three'];
  for (const tab of [page, other]) {
    await expect(unsentItems(tab)).toHaveCount(0);
    await expect(messageItems(tab)).toContainText(texts);
  }
  await expect(other.getByText(offline)).toHaveCount(0);
  expect(await storedTexts(server, marisol, dana)).toEqual(texts);
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
});

test('deletes unsent messages and drafts when another user signs in', async ({ page, server }) => {
  const { dana, connection } = await openChat(page, server);
  const kevin = await newChatUser(server, 'employee', 'Kevin');
  await connection.cut();
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
