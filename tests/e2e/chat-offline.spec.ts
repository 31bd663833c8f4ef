import type { Page } from '@playwright/test';
import { expect, test } from '#tests/harness/e2e.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { messageBox, newPair, openThread, sendTexts, unsentItems } from './chat-api.ts';
import { pressLogout, send, submitLogin, visit } from './office-api.ts';
import { keysIn } from './offline-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Keys of drafts in the browser. */
const draftKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('chat')));
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('a logout asks before it discards unsent messages', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/);
  const { dana, marisol } = await newPair(server);
  // A connection that nobody answers, while requests go on.
  await page.routeWebSocket(/\/socket\.io\//, () => {});
  await openThread(page, marisol, dana);
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
  await send(server, 'POST', '/api/logout', marisol.token);
  await visit(page, '/notifications');
  await expect(page).toHaveURL('/login');
  await submitLogin(page, marisol);
  await expect(page).toHaveURL('/portal');
  await visit(page, `/chat?with=${dana.userId}`);
  await expect(unsentItems(page)).toHaveCount(2);
  await expect(messageBox(page)).toHaveValue('Not sent yet');

  await pressLogout(page);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await draftKeys(page)).toEqual([]);
  await expect.poll(() => databases(page)).toEqual([]);
});
