import { expect, test } from '#tests/harness/e2e.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import {
  chatIcon,
  log,
  messageBox,
  messageItems,
  newChatUser,
  newPair,
  personRow,
  readAll,
  stored,
  storedTexts,
  type,
  write,
} from './chat-api.ts';
import { send, storeToken, update } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A Saturday in Chicago: the office is closed. */
const saturday = new Date('2026-11-28T18:00:00Z');

test('two people write and read messages (M1, M2, M3, M4, M5)', async ({ page, server }) => {
  const { dana, marisol } = await newPair(server);
  await storeToken(page, dana.token);
  await page.goto('/chat');
  await expect(page.getByRole('heading', { name: 'Employees', exact: true })).toBeVisible();
  await expect(page.getByText('Select a user to start chatting', { exact: true })).toBeVisible();
  await personRow(page, marisol).click();
  await expect(page).toHaveURL(`/chat?with=${marisol.userId}`);
  const title = `Chat with ${marisol.name}`;
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(title);
  await expect(messageBox(page)).toBeFocused();
  await expect(messageBox(page)).toHaveAttribute('placeholder', 'Type your message...');
  await expect(log(page).getByText('No messages yet. Write the first one.')).toBeVisible();

  const sent = messageItems(page).last();
  await test.step("blank text isn't sent; Shift+Enter starts a new line, Enter sends", async () => {
    await messageBox(page).fill('  \n ');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await messageBox(page).fill('  The gate code is 4471.');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('See https://example.com/gate');
    await page.keyboard.press('Enter');
    await expect(messageBox(page)).toHaveValue('');
    await expect(sent.getByText('Sent', { exact: true })).toBeVisible();
    await expect(sent.locator('time')).toHaveText(/^\d{1,2}:\d\d [AP]M$/);
    await expect(sent.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
    const content = 'The gate code is 4471.\nSee https://example.com/gate';
    expect(await storedTexts(server, marisol, dana)).toEqual([content]);
    await readAll(server, marisol, dana);
    await expect(sent.getByText(/^Read \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  });

  await test.step("a window that is visible beside the used one doesn't read", async () => {
    const setFocus = (isFocused: boolean) =>
      page.evaluate((value) => {
        document.hasFocus = () => value;
        dispatchEvent(new Event(value ? 'focus' : 'blur'));
      }, isFocused);
    await setFocus(false);
    await write(server, marisol, dana, 'Gate 2.');
    await expect(messageItems(page).last()).toContainText('Gate 2.');
    await expect(chatIcon(page)).toHaveAccessibleName('Chat, 1 unread');
    await setFocus(true);
    await expect(chatIcon(page)).toHaveAccessibleName('Chat');
    // It shows for four seconds.
    const typing = page.getByText(`${marisol.name} is typing…`).last().waitFor();
    await type(server, marisol, dana);
    await typing;
  });
});

test("a driver's chat while the office is closed (M1, M5, M8)", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { dana, marisol } = await newPair(server);
  const other = await newChatUser(server, 'employee', 'Kevin');
  const text = 'We are closed until Monday.';
  await write(server, dana, marisol, text);
  const sql = 'update messages set closed_at = ? where content = ? and receiver_id = ?';
  update(server, sql, saturday.toISOString(), text, String(marisol.userId));
  await page.clock.setFixedTime(saturday);
  await storeToken(page, marisol.token);
  await page.goto('/chat');
  const list = page.getByRole('heading', { name: 'Chats', exact: true });
  await expect(list).toBeVisible();
  await expect(page.getByText('Office is closed, opens Monday 7:00 AM Central')).toBeVisible();
  await expect(personRow(page, dana)).toContainText('1 unread');
  await expect(personRow(page, other), 'an employee sees admins only').toHaveCount(0);
  await expect(chatIcon(page)).toHaveAccessibleName('Chat, 1 unread');
  await expect(page).toHaveTitle(/^\(1\) [^(]/);
  await expect(personRow(page, dana)).not.toContainText('On duty');
  await send(server, 'PUT', `/api/duty/${dana.userId}`, dana.token, {});
  await expect(personRow(page, dana)).toContainText('On duty');

  await personRow(page, dana).click();
  await expect(page.getByRole('heading', { name: `Chat with ${dana.name}` })).toBeFocused();
  await expect(messageItems(page)).toContainText('Automatic reply');
  await expect(messageItems(page)).toContainText(text);
  await expect(list).toHaveCount(0);
  await expect(chatIcon(page)).toHaveAccessibleName('Chat');
  await expect(page).not.toHaveTitle(/^\(/);
  expect(await stored(server, dana, marisol)).toMatchObject([{ readAt: expect.any(String) }]);

  const buffer = await photoOf({ width: 640, height: 480 });
  const photo = { name: 'bumper.jpg', mimeType: 'image/jpeg', buffer };
  await page.locator('input[type=file]').setInputFiles(photo);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  // Upright, regardless of the phone's orientation, and without a jump when it has loaded.
  const shown = messageItems(page).last().getByRole('img');
  await expect(shown).toHaveAttribute('width', '240');
  await expect(shown).toHaveAttribute('height', '320');

  // Back to the list: the button and the browser's Back.
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL('/chat');
  await expect(personRow(page, dana)).toBeFocused();
  await personRow(page, dana).click();
  await expect(log(page)).toBeVisible();
  await page.goBack();
  await expect(list).toBeVisible();
});
