import type { APIResponse } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { pdfOf } from '../harness/multipart.ts';
import {
  messageBox,
  messageItems,
  newPair,
  openChat,
  openThread,
  personRow,
  stored,
  write,
} from './chat-api.ts';
import { checkA11y } from './check-a11y.ts';
import { send, tokenOf } from './office-api.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('shows why a message was rejected, and lets the user retry or discard it', async ({
  page,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  await write(server, marisol, dana, 'Hello');
  // The list is loaded again after a message is read: it must not close the text box before Enter.
  const list = '**/api/messages/conversations*';
  let first: APIResponse | undefined;
  await page.route(list, async (route) => {
    first ??= await route.fetch();
    await route.fulfill({ response: first });
  });
  const listed = page.waitForResponse(list);
  await openThread(page, dana, marisol);
  await listed;
  await messageBox(page).fill('Too late');
  await send(server, 'DELETE', `/api/users/${marisol.userId}`, await tokenOf(server));
  await page.keyboard.press('Enter');
  const failed = messageItems(page).filter({ hasText: 'Too late' });
  const notSent = failed.getByText('Not sent', { exact: true });
  await expect(notSent).toBeVisible();
  await expect(failed).toContainText('This account is closed. Choose someone else.');
  await checkA11y(page);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(notSent).toBeVisible();
  await page.unroute(list);
  await page.reload();
  await expect(notSent).toBeVisible();
  // The messages stay readable; only writing is blocked.
  await expect(messageItems(page).getByText('Hello')).toBeVisible();
  await expect(
    page.getByText('This account is closed. You can still read its messages.'),
  ).toBeVisible();
  await expect(messageBox(page)).toHaveCount(0);
  await failed.getByRole('button', { name: 'Discard' }).click();
  await expect(failed).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(personRow(page, marisol)).toContainText('Account closed');
  expect(await stored(server, dana, marisol)).toHaveLength(1);
});

test('shows the progress of a file and lets the user cancel it', async ({ page, server }) => {
  const { dana, marisol } = await openChat(page, server);
  // The request never gets a response.
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
