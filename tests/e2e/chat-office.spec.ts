import { axe, expect, test } from '#tests/harness/e2e.ts';
import {
  deviceOf,
  messageBox,
  messageItems,
  newPair,
  openThread,
  personRow,
  write,
} from './chat-api.ts';
import { send, storeToken, update } from './office-api.ts';

/** A Saturday in Chicago: the office is closed. */
const saturday = new Date('2026-11-28T18:00:00Z');

test.use({ viewport: { width: 1440, height: 900 } });

test('an admin inserts a canned reply, which is not sent, and turns on the automatic reply (M7)', async ({
  page,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const text = 'Hi {first name}, the gate code is 4471.';
  await send(server, 'POST', '/api/canned-replies', dana.token, { title: 'Gate code', text });
  await send(server, 'POST', '/api/canned-replies', dana.token, { title: 'Address', text: 'Yes' });
  await openThread(page, dana, marisol);
  await messageBox(page).press('/');
  const search = page.getByRole('combobox', { name: 'Search canned replies' });
  await expect(search).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(2);
  await axe(page);
  await search.fill('gate');
  await page.keyboard.press('Enter');
  await expect(messageBox(page)).toHaveValue('Hi Marisol, the gate code is 4471.');
  // Into a text, at the cursor.
  await messageBox(page).fill('Good morning.Bye');
  await messageBox(page).evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(13, 13));
  await page.getByRole('button', { name: 'Insert a canned reply' }).click();
  await page.getByRole('option', { name: 'Address' }).click();
  await expect(messageBox(page)).toHaveValue('Good morning. Yes Bye');
  await expect(messageBox(page)).toBeFocused();

  await page.getByRole('button', { name: 'Insert a canned reply' }).click();
  await page.getByRole('button', { name: 'Manage canned replies' }).click();
  const dialog = page.getByRole('dialog', { name: 'Canned replies' });
  await dialog.getByLabel('Send the automatic reply').check();
  await dialog.getByLabel('Text', { exact: true }).fill('We are closed.');
  await expect(dialog.getByText(/^We are closed\. The office opens \w+day, /)).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Automatic reply saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(messageBox(page)).toBeFocused();
  await expect(messageItems(page)).toHaveCount(0);
});

test('a driver sees that the office is closed, who is on duty, and which reply is automatic (M8)', async ({
  page,
  browser,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const text = 'We are closed until Monday.';
  await write(server, dana, marisol, text);
  const sql = 'update messages set closed_at = ? where content = ? and receiver_id = ?';
  update(server, sql, saturday.toISOString(), text, String(marisol.userId));
  const phone = await deviceOf(browser, server, marisol);
  await phone.clock.setFixedTime(saturday);
  await phone.goto('/chat');
  await expect(phone.getByText('Office is closed, opens Monday 7:00 AM Central')).toBeVisible();
  await expect(personRow(phone, dana)).not.toContainText('On duty');

  await storeToken(page, dana.token);
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Who is on duty' }).click();
  await axe(page);
  await page.getByRole('button', { name: `Set on duty: ${dana.name}` }).click();
  await expect(personRow(phone, dana)).toContainText('On duty');
  await page.getByRole('button', { name: `Set off duty: ${dana.name}` }).click();
  await expect(personRow(phone, dana)).not.toContainText('On duty');

  await personRow(phone, dana).click();
  await expect(messageItems(phone)).toContainText('Automatic reply');
  await expect(messageItems(phone)).toContainText(text);
  await phone.context().close();
});
