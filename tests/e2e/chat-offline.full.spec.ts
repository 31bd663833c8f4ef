import { expect, test } from '../harness/e2e.ts';
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

test('two tabs share unsent messages, and the connected one sends them once', async ({
  page,
  server,
  allowConsole,
}) => {
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
