import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { pdfOf } from '../harness/multipart.ts';
import {
  chatIcon,
  makeCuttable,
  messageBox,
  messageItems,
  offline,
  openChat,
  openThread,
  sendTexts,
  stored,
  storedTexts,
  unsentItems,
  write,
} from './chat-api.ts';
import { pressLogout } from './office-api.ts';
import { keysIn } from './offline-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Keys of drafts in the browser. */
const draftKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('chat')));
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('asks before a logout discards unsent messages, and then deletes all of them', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole('socket.io', 'WebSocket connection');
  const { dana, marisol, connection } = await openChat(page, server);
  await connection.cut();
  await sendTexts(page, 'One');
  const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfOf('Bill') };
  await page.locator('input[type=file]').setInputFiles(bill);
  await sendTexts(page, '');
  await messageBox(page).fill('Not sent yet');
  await expect.poll(async () => (await keysIn(page, 'headrack.calls')).length).toBe(2);

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
  expect(await draftKeys(page)).toEqual([]);
  await expect.poll(() => databases(page)).toEqual([]);
});

test('two tabs share unsent messages, and the connected one sends them once', {
  tag: '@full',
}, async ({ page, server, allowConsole }) => {
  allowConsole('socket.io', 'WebSocket connection');
  const { dana, marisol, connection } = await openChat(page, server);
  const other = await page.context().newPage();
  const otherConnection = await makeCuttable(other);
  await openThread(other, marisol, dana);
  await expect(messageBox(other)).toBeVisible();
  await sendTexts(page, 'Hello');
  for (const tab of [page, other]) {
    await expect(messageItems(tab).getByText('Sent', { exact: true })).toBeVisible();
  }
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
