import { expect, test } from '../harness/e2e.ts';
import {
  cuttable,
  messageBox,
  messageItems,
  newTalker,
  offline,
  sendTexts,
  stored,
  waitingItems,
  write,
} from './chat-api.ts';
import { send, storeToken, tokenOf } from './office-api.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('two tabs share what waits: the one with a line sends it once, and a page without the chat does too', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole('socket.io', 'WebSocket connection');
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  const kevin = await newTalker(server, 'employee', 'Kevin');
  const other = await page.context().newPage();
  const line = await cuttable(page);
  const otherLine = await cuttable(other);
  await storeToken(page, marisol.token);
  for (const tab of [page, other]) {
    await tab.goto(`/chat?with=${dana.userId}`);
    await expect(messageBox(tab)).toBeVisible();
  }
  await sendTexts(page, 'Hello');
  for (const tab of [page, other]) {
    await expect(messageItems(tab).getByText('Sent', { exact: true })).toBeVisible();
  }
  await line.cut();
  await otherLine.cut();
  for (const tab of [page, other]) {
    await expect(tab.getByText(offline)).toBeVisible({ timeout: 15_000 });
  }
  await sendTexts(page, 'One', 'Two');
  await sendTexts(other, 'Three');
  for (const tab of [page, other]) await expect(waitingItems(tab)).toHaveCount(3);
  await otherLine.mend();
  // The tab without a line learns from the other what became of its own.
  const texts = ['Hello', 'One', 'Two', 'Three'];
  for (const tab of [page, other]) {
    await expect(waitingItems(tab)).toHaveCount(0, { timeout: 20_000 });
    await expect(messageItems(tab)).toHaveCount(texts.length);
    for (const [index, text] of texts.entries()) {
      await expect(messageItems(tab).nth(index)).toContainText(text);
    }
  }
  expect((await stored(server, marisol, dana)).map(({ content }) => content)).toEqual(texts);

  await other.close();
  await sendTexts(page, 'Left behind');
  await messageBox(page).fill('For later');
  await storeToken(page, marisol.token);
  await line.mend();
  await page.goto('/portal');
  await expect
    .poll(async () => (await stored(server, marisol, dana)).at(-1)?.content)
    .toBe('Left behind');
  // Whoever uses this browser next sees nothing of it, and sends nothing of it.
  await storeToken(page, kevin.token);
  await page.goto(`/chat?with=${dana.userId}`);
  await expect(page.getByText('No messages yet. Write the first one.')).toBeVisible();
  await expect(messageBox(page)).toHaveValue('');
  await expect(waitingItems(page)).toHaveCount(0);
  expect(await stored(server, kevin, dana)).toEqual([]);
});

test('the title of every page says how much is unread: messages and notices', async ({
  page,
  server,
}) => {
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  await storeToken(page, marisol.token);
  await page.goto('/portal');
  await expect(page).toHaveTitle(/^[^(]/);
  await write(server, dana, marisol, 'One', 'Two');
  await expect(page).toHaveTitle(/^\(2\) [^(]/);
  await page.getByRole('link', { name: 'Damages' }).first().click();
  await expect(page).toHaveURL('/damages');
  await expect(page).toHaveTitle(/^\(2\) Damages/);
  const notice = { message: 'The yard is closed tomorrow.' };
  await send(server, 'POST', '/api/send-notification', await tokenOf(server), notice);
  await expect(page).toHaveTitle(/^\(3\) Damages/);
  await page.getByRole('banner').getByRole('link', { name: 'Chat, 2 unread' }).click();
  await expect(page).toHaveTitle(/^\(3\) Chat/);
  await page.getByRole('link').filter({ hasText: dana.name }).click();
  await expect(page).toHaveTitle(/^\(1\) Chat/);
});
