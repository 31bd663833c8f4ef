import { axe, expect, test } from '#tests/harness/e2e.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import {
  chatIcon,
  deviceOf,
  log,
  messageBox,
  messageItems,
  newChatUser,
  newPair,
  openThread,
  personRow,
  storedTexts,
  write,
} from './chat-api.ts';
import { storeToken, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('an admin on a desktop and an employee on a phone exchange messages and see read receipts (M1, M2, M3, M4, M5)', async ({
  page,
  browser,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const other = await newChatUser(server, 'employee', 'Kevin');
  const phone = await deviceOf(browser, server, marisol);
  await phone.goto('/portal');

  await storeToken(page, dana.token);
  await page.goto('/chat');
  await expect(page.getByRole('heading', { name: 'Employees', exact: true })).toBeVisible();
  await expect(page.getByText('Select a user to start chatting', { exact: true })).toBeVisible();
  await expect(personRow(page, other)).toBeVisible();
  await personRow(page, marisol).click();
  await expect(page).toHaveURL(`/chat?with=${marisol.userId}`);
  const title = `Chat with ${marisol.name}`;
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(title);
  await expect(messageBox(page)).toBeFocused();
  await expect(messageBox(page)).toHaveAttribute('placeholder', 'Type your message...');
  await expect(log(page).getByText('No messages yet. Write the first one.')).toBeVisible();

  // Blank text isn't sent; Shift+Enter starts a new line, Enter sends.
  await messageBox(page).fill('  \n ');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await messageBox(page).fill('  The gate code is 4471.');
  await expect(messageItems(page)).toHaveCount(0);
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('See https://example.com/gate');
  await page.keyboard.press('Enter');
  await expect(messageBox(page)).toHaveValue('');
  const sent = messageItems(page).last();
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible();
  await expect(sent.locator('time')).toHaveText(/^\d{1,2}:\d\d [AP]M$/);
  await expect(sent.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  const content = 'The gate code is 4471.\nSee https://example.com/gate';
  expect(await storedTexts(server, marisol, dana)).toEqual([content]);

  await expect(chatIcon(phone)).toHaveAccessibleName('Chat, 1 unread');
  await expect(phone).toHaveTitle(/^\(1\) [^(]/);
  await chatIcon(phone).click();
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toBeVisible();
  await expect(personRow(phone, other), 'an employee sees admins only').toHaveCount(0);
  await expect(personRow(phone, dana)).toContainText('1 unread');
  await personRow(phone, dana).click();
  await expect(phone.getByRole('heading', { name: `Chat with ${dana.name}` })).toBeFocused();
  await expect(messageItems(phone).last()).toContainText('The gate code is 4471.');
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toHaveCount(0);
  await expect(chatIcon(phone)).toHaveAccessibleName('Chat');
  await expect(phone).not.toHaveTitle(/^\(/);
  await expect(sent.getByText(/^Read \d{1,2}:\d\d [AP]M$/)).toBeVisible();

  // A window that is visible beside the used one doesn't read.
  const setFocus = (isFocused: boolean) =>
    phone.evaluate((value) => {
      document.hasFocus = () => value;
      dispatchEvent(new Event(value ? 'focus' : 'blur'));
    }, isFocused);
  await setFocus(false);
  await messageBox(page).fill('Gate 2.');
  await page.keyboard.press('Enter');
  await expect(messageItems(phone).last()).toContainText('Gate 2.');
  await expect(chatIcon(phone)).toHaveAccessibleName('Chat, 1 unread');
  await expect(messageItems(page).last().getByText('Sent', { exact: true })).toBeVisible();
  await setFocus(true);
  await expect(chatIcon(phone)).toHaveAccessibleName('Chat');
  await expect(messageItems(page).last().getByText(/^Read/)).toBeVisible();

  // It shows for four seconds.
  const typing = page.getByText(`${marisol.name} is typing…`).last().waitFor();
  await messageBox(phone).fill('Thank you.');
  await typing;
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messageItems(page).last()).toContainText('Thank you.');
  const buffer = await photoOf({ width: 640, height: 480 });
  const photo = { name: 'bumper.jpg', mimeType: 'image/jpeg', buffer };
  await phone.locator('input[type=file]').setInputFiles(photo);
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  // Upright, regardless of the phone's orientation, and without a jump when it has loaded.
  const shown = messageItems(page).last().getByRole('img');
  await expect(shown).toHaveAttribute('width', '240');
  await expect(shown).toHaveAttribute('height', '320');

  // Back to the list: the button and the browser's Back.
  await phone.getByRole('button', { name: 'Back to the list' }).click();
  await expect(phone).toHaveURL('/chat');
  await expect(personRow(phone, dana)).toBeFocused();
  await personRow(phone, dana).click();
  await expect(log(phone)).toBeVisible();
  await phone.goBack();
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toBeVisible();
  await phone.context().close();
});

test('loads older messages on scrolling up without a jump, and a search opens a message of any age', async ({
  page,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const word = unique('Peotone').replaceAll(/\W/g, '');
  const texts = Array.from({ length: 180 }, (_, index) => `Load ${index + 1}`);
  await write(server, marisol, dana, `${word} at noon`, ...texts);
  await openThread(page, dana, marisol);
  const text = (index: number) => log(page).getByText(`Load ${index}`, { exact: true });
  await expect(text(180)).toBeInViewport();
  await expect(messageItems(page)).toHaveCount(50);
  await text(135).scrollIntoViewIfNeeded();
  const top = async () => (await text(135).boundingBox())?.y ?? 0;
  const before = await top();
  await expect.poll(() => messageItems(page).count()).toBeGreaterThan(50);
  expect(Math.abs((await top()) - before)).toBeLessThan(2);

  await write(server, marisol, dana, 'At the gate');
  const button = page.getByRole('button', { name: 'New messages' });
  await expect(button).toBeVisible();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await expect(log(page).getByText('At the gate')).not.toBeInViewport();
  await button.click();
  await expect(log(page).getByText('At the gate')).toBeInViewport();
  await expect(button).toHaveCount(0);

  await page.keyboard.press('/');
  await page.keyboard.type(word.toLowerCase());
  const found = page.getByRole('region', { name: 'Messages', exact: true }).getByRole('link');
  await expect(found).toHaveText(new RegExp(`${word} at noon`));
  await axe(page);
  await found.click();
  await expect(log(page).getByText(`${word} at noon`)).toBeInViewport();
});
