import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { pdfOf } from '../harness/multipart.ts';
import { cuttable, newTalker, stored, write } from './chat-api.ts';
import { holdToken, send, tokenOf } from './office-api.ts';
import { judged } from './open-to-everyone.ts';

test.use({ serverEnv: {}, viewport: { width: 390, height: 844 } });

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const messages = (page: Page) => page.getByRole('log').getByRole('listitem');
const offline = 'No connection. Messages go out by themselves when it is back.';

test('what is written without a line waits, survives a reload, and goes out once and in order', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole('socket.io', 'WebSocket connection');
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  const line = await cuttable(page);
  await holdToken(page, marisol.token);
  await page.goto(`/chat?with=${dana.userId}`);
  await box(page).fill('Loaded.');
  await page.keyboard.press('Enter');
  await expect(messages(page).getByText('Sent', { exact: true })).toBeVisible();

  await line.cut();
  await expect(page.getByText(offline)).toBeVisible({ timeout: 15_000 });
  for (const text of ['One', 'Two', 'Three']) {
    await box(page).fill(text);
    await page.keyboard.press('Enter');
  }
  await expect(messages(page).getByText('Sending…')).toHaveCount(3);
  await box(page).fill('Not sent yet');
  await judged(page);
  await page.reload();
  await expect(messages(page).getByText('Sending…')).toHaveCount(3);
  await expect(box(page)).toHaveValue('Not sent yet');
  await write(server, dana, marisol, 'Are you there?');
  expect(await stored(server, dana, marisol)).toHaveLength(2);

  await line.mend();
  await expect(messages(page).getByText('Sending…')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByText(offline)).toHaveCount(0);
  const texts = ['Loaded.', 'Are you there?', 'One', 'Two', 'Three'];
  await expect(messages(page)).toHaveCount(texts.length);
  for (const [index, text] of texts.entries()) {
    await expect(messages(page).nth(index)).toContainText(text);
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
  await holdToken(page, dana.token);
  await page.goto(`/chat?with=${marisol.userId}`);
  await box(page).fill('Too late');
  await send(server, 'DELETE', `/api/users/${marisol.userId}`, await tokenOf(server));
  await page.keyboard.press('Enter');
  const failed = messages(page).filter({ hasText: 'Too late' });
  await expect(failed.getByText('Not sent', { exact: true })).toBeVisible();
  await expect(failed).toContainText('This account is closed. Choose somebody else.');
  await judged(page);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed.getByText('Not sent', { exact: true })).toBeVisible();
  await page.reload();
  await expect(failed.getByText('Not sent', { exact: true })).toBeVisible();
  // What was written stays readable; nobody can write there any more.
  await expect(messages(page).getByText('Hello')).toBeVisible();
  await expect(
    page.getByText('This account is closed. What was written stays here.'),
  ).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await failed.getByRole('button', { name: 'Discard' }).click();
  await expect(failed).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('link').filter({ hasText: marisol.name })).toContainText(
    'Account closed',
  );
  expect(await stored(server, dana, marisol)).toHaveLength(1);
});

test('a file on its way tells how far it is, and can be stopped', async ({ page, server }) => {
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  await holdToken(page, marisol.token);
  await page.goto(`/chat?with=${dana.userId}`);
  // The line takes it, and the answer never comes.
  await page.route('**/api/messages/*/files', () => undefined);
  await page.locator('input[type=file]').setInputFiles({
    name: 'Bill of lading.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf('Bill'),
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const waiting = messages(page).filter({ hasText: 'Bill of lading.pdf' });
  await expect(waiting.getByRole('progressbar')).toBeVisible();
  await expect(waiting).toContainText(/\d+%/);
  await expect(waiting.getByText('Sending…')).toBeVisible();
  await judged(page);
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await expect(messages(page)).toHaveCount(0);
  expect(await stored(server, dana, marisol)).toEqual([]);
});
