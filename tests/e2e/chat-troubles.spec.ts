import { expect, test } from '../harness/e2e.ts';
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
import { checkA11y } from './check-a11y.ts';
import { send, storeToken, tokenOf } from './office-api.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('what is written without a line waits, survives a reload, and goes out once and in order', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole('socket.io', 'WebSocket connection');
  const { dana, marisol, line } = await openChat(page, server);
  await messageBox(page).fill('Loaded.');
  await page.keyboard.press('Enter');
  await expect(messageItems(page).getByText('Sent', { exact: true })).toBeVisible();

  await line.cut();
  await expect(page.getByText(offline)).toBeVisible({ timeout: 15_000 });
  await sendTexts(page, 'One', 'Two', 'Three');
  await expect(waitingItems(page)).toHaveCount(3);
  await messageBox(page).fill('Not sent yet');
  await checkA11y(page);
  await page.reload();
  await expect(waitingItems(page)).toHaveCount(3);
  await expect(messageBox(page)).toHaveValue('Not sent yet');
  await write(server, dana, marisol, 'Are you there?');
  expect(await stored(server, dana, marisol)).toHaveLength(2);

  await line.mend();
  await expect(waitingItems(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByText(offline)).toHaveCount(0);
  const texts = ['Loaded.', 'Are you there?', 'One', 'Two', 'Three'];
  await expect(messageItems(page)).toHaveCount(texts.length);
  for (const [index, text] of texts.entries()) {
    await expect(messageItems(page).nth(index)).toContainText(text);
  }
  expect((await stored(server, dana, marisol)).map(({ content }) => content)).toEqual(texts);
});

test("the server's no is said beside the message, with another try and a way to drop it", async ({
  page,
  server,
}) => {
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  await write(server, marisol, dana, 'Hello');
  await storeToken(page, dana.token);
  await page.goto(`/chat?with=${marisol.userId}`);
  await messageBox(page).fill('Too late');
  await send(server, 'DELETE', `/api/users/${marisol.userId}`, await tokenOf(server));
  await page.keyboard.press('Enter');
  const failed = messageItems(page).filter({ hasText: 'Too late' });
  await expect(failed.getByText('Not sent', { exact: true })).toBeVisible();
  await expect(failed).toContainText('This account is closed. Choose somebody else.');
  await checkA11y(page);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed.getByText('Not sent', { exact: true })).toBeVisible();
  await page.reload();
  await expect(failed.getByText('Not sent', { exact: true })).toBeVisible();
  // What was written stays readable; nobody can write there any more.
  await expect(messageItems(page).getByText('Hello')).toBeVisible();
  await expect(
    page.getByText('This account is closed. What was written stays here.'),
  ).toBeVisible();
  await expect(messageBox(page)).toHaveCount(0);
  await failed.getByRole('button', { name: 'Discard' }).click();
  await expect(failed).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('link').filter({ hasText: marisol.name })).toContainText(
    'Account closed',
  );
  expect(await stored(server, dana, marisol)).toHaveLength(1);
});

test('a file on its way tells how far it is, and can be stopped', async ({ page, server }) => {
  const { dana, marisol } = await openChat(page, server);
  // The line takes it, and the answer never comes.
  await page.route('**/api/messages/*/files', () => undefined);
  await page.locator('input[type=file]').setInputFiles({
    name: 'Bill of lading.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf('Bill'),
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const waiting = messageItems(page).filter({ hasText: 'Bill of lading.pdf' });
  await expect(waiting.getByRole('progressbar')).toBeVisible();
  await expect(waiting).toContainText(/\d+%/);
  await expect(waiting.getByText('Sending…')).toBeVisible();
  await checkA11y(page);
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await expect(messageItems(page)).toHaveCount(0);
  expect(await stored(server, dana, marisol)).toEqual([]);
});
