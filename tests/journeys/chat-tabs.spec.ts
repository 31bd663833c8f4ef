import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { cuttable, newTalker, stored, write } from './chat-api.ts';
import { holdToken, send, tokenOf } from './office-api.ts';

test.use({ serverEnv: {}, viewport: { width: 390, height: 844 } });

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const messages = (page: Page) => page.getByRole('log').getByRole('listitem');
const offline = 'No connection. Messages go out by themselves when it is back.';
const waiting = (page: Page) => messages(page).getByText('Sending…');

async function say(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await box(page).fill(text);
    await page.keyboard.press('Enter');
  }
}

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
  await holdToken(page, marisol.token);
  for (const tab of [page, other]) {
    await tab.goto(`/chat?with=${dana.userId}`);
    await expect(box(tab)).toBeVisible();
  }
  await say(page, 'Hello');
  for (const tab of [page, other]) {
    await expect(messages(tab).getByText('Sent', { exact: true })).toBeVisible();
  }
  await line.cut();
  await otherLine.cut();
  for (const tab of [page, other]) {
    await expect(tab.getByText(offline)).toBeVisible({ timeout: 15_000 });
  }
  await say(page, 'One', 'Two');
  await say(other, 'Three');
  for (const tab of [page, other]) await expect(waiting(tab)).toHaveCount(3);
  await otherLine.mend();
  // The tab without a line learns from the other what became of its own.
  const texts = ['Hello', 'One', 'Two', 'Three'];
  for (const tab of [page, other]) {
    await expect(waiting(tab)).toHaveCount(0, { timeout: 20_000 });
    await expect(messages(tab)).toHaveCount(texts.length);
    for (const [index, text] of texts.entries()) {
      await expect(messages(tab).nth(index)).toContainText(text);
    }
  }
  expect((await stored(server, marisol, dana)).map(({ content }) => content)).toEqual(texts);

  await other.close();
  await say(page, 'Left behind');
  await box(page).fill('For later');
  // Whoever uses this browser next sees nothing of it, and sends nothing of it.
  await line.mend();
  await holdToken(page, kevin.token);
  await page.goto(`/chat?with=${dana.userId}`);
  await expect(page.getByText('No messages yet. Write the first one.')).toBeVisible();
  await expect(box(page)).toHaveValue('');
  await expect(waiting(page)).toHaveCount(0);
  await holdToken(page, marisol.token);
  await page.goto('/portal');
  await expect
    .poll(async () => (await stored(server, marisol, dana)).at(-1)?.content)
    .toBe('Left behind');
  expect(await stored(server, kevin, dana)).toEqual([]);
});

test('the title of every page says how much is unread: messages and notices', async ({
  page,
  server,
}) => {
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  await holdToken(page, marisol.token);
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
