import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { photoOf } from '../harness/file-samples.ts';
import { pdfOf } from '../harness/multipart.ts';
import {
  messageBox,
  messageItems,
  newTalker,
  offline,
  openChat,
  sendTexts,
  stored,
  waitingItems,
  write,
} from './chat-api.ts';
import { pressLogout, storeToken } from './office-api.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** How many unsent messages the browser keeps. */
const countKept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /outbox/.test(key)).length);

/** Keys of the chat that the browser keeps. */
const leftovers = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /outbox|chat/.test(key)));

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

for (const typesMeanwhile of [false, true]) {
  const when = typesMeanwhile ? 'while own messages wait' : 'while nothing waits';
  test(`marks a message missed offline as read after reconnecting, ${when}`, async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole('socket.io', 'WebSocket connection');
    const { dana, marisol, line } = await openChat(page, server);
    await messageBox(page).fill('Loaded');
    await page.keyboard.press('Enter');
    await expect(messageItems(page).getByText('Sent', { exact: true })).toBeVisible();
    await line.cut();
    if (typesMeanwhile) {
      await messageBox(page).fill('Running late');
      await page.keyboard.press('Enter');
      await expect(waitingItems(page)).toHaveCount(1);
    }
    await write(server, dana, marisol, 'Where are you?');
    await line.mend();
    await expect(messageItems(page).getByText('Where are you?')).toBeVisible();
    await expect(waitingItems(page)).toHaveCount(0);
    await expect
      .poll(async () => (await stored(server, dana, marisol)).map(({ readAt }) => typeof readAt))
      .toContain('string');
    await expect(
      page.getByRole('banner').getByRole('link', { name: /^Chat/ }),
    ).toHaveAccessibleName('Chat');
  });
}

test('sends a photo and a PDF after their tab was closed offline, once and in order', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole('socket.io', 'WebSocket connection');
  const { dana, marisol, line } = await openChat(page, server);
  await line.cut();
  await expect(page.getByText(offline)).toBeVisible();
  await sendTexts(page, 'Before');
  const files = [
    {
      name: 'bumper.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoOf({ width: 64, height: 48 }),
    },
    { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfOf('Bill') },
  ];
  for (const file of files) {
    await page.locator('input[type=file]').setInputFiles(file);
    await sendTexts(page, file.name);
  }
  await sendTexts(page, 'After');
  await expect(waitingItems(page)).toHaveCount(4);
  await expect(
    page.getByRole('progressbar', { name: 'Waiting to upload bumper.jpg' }),
  ).toBeVisible();
  // Closing would be asked about while the device doesn't keep the files yet.
  await expect.poll(() => countKept(page)).toBe(4);
  await page.close();

  const next = await context.newPage();
  await storeToken(next, marisol.token);
  await next.goto('/portal');
  const texts = ['Before', 'bumper.jpg', 'bill.pdf', 'After'];
  await expect
    .poll(async () => (await stored(server, dana, marisol)).map(({ content }) => content))
    .toEqual(texts);
  const kinds = (await stored(server, dana, marisol)).map(({ attachment }) => attachment?.kind);
  expect(kinds).toEqual([undefined, 'jpeg', 'pdf', undefined]);
  await expect.poll(() => countKept(next)).toBe(0);
});

test('asks before a log-out discards unsent messages, and leaves nothing of them', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole('socket.io', 'WebSocket connection');
  const { dana, marisol, line } = await openChat(page, server);
  await line.cut();
  await sendTexts(page, 'One');
  await page.locator('input[type=file]').setInputFiles({
    name: 'bill.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf('Bill'),
  });
  await sendTexts(page, '');
  await messageBox(page).fill('Not sent yet');
  await expect.poll(() => countKept(page)).toBe(2);

  const question = page.getByRole('alertdialog', {
    name: "2 messages haven't been sent. Log out and discard them?",
  });
  await pressLogout(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(waitingItems(page)).toHaveCount(2);
  // An expired session is no log-out: the same person finds everything again.
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/chat');
  await expect(page).toHaveURL('/login');
  await storeToken(page, marisol.token);
  await page.goto(`/chat?with=${dana.userId}`);
  await expect(waitingItems(page)).toHaveCount(2);
  await expect(messageBox(page)).toHaveValue('Not sent yet');

  await pressLogout(page);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await leftovers(page)).toEqual([]);
  await expect.poll(() => databases(page)).toEqual([]);
});

test('deletes what somebody else has left unsent when another person signs in', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole('socket.io', 'WebSocket connection');
  const { line } = await openChat(page, server);
  const kevin = await newTalker(server, 'employee', 'Kevin');
  await line.cut();
  await sendTexts(page, 'Mine alone');
  await messageBox(page).fill('Not sent yet');
  await expect(waitingItems(page)).toHaveCount(1);
  await storeToken(page, kevin.token);
  await page.goto('/portal');
  await expect.poll(() => leftovers(page)).toEqual([]);
});
