import { expect, test } from '../harness/e2e.ts';
import { photoOf } from '../harness/file-samples.ts';
import { pdfOf } from '../harness/multipart.ts';
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
  sendTexts,
  stored,
  storedTexts,
  write,
} from './chat-api.ts';
import { checkA11y } from './check-a11y.ts';
import { send, storeToken, tokenOf, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('an admin on a desktop and an employee on a phone exchange messages and see read receipts (M1, M2, M3, M4, M5)', async ({
  page,
  browser,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const other = await newChatUser(server, 'employee', 'Kevin');
  const phone = await deviceOf(browser, server, marisol);
  const tablet = await deviceOf(browser, server, marisol, { width: 820, height: 1180 });
  await phone.goto('/portal');
  await tablet.goto('/chat');
  await expect(tablet.getByText('Select a user to start chatting', { exact: true })).toBeVisible();

  await storeToken(page, dana.token);
  await page.goto('/chat');
  await expect(page).toHaveTitle(/^Chat \|/);
  await expect(page.getByRole('heading', { name: 'Employees', exact: true })).toBeVisible();
  await expect(page.getByText('Select a user to start chatting', { exact: true })).toBeVisible();
  await expect(personRow(page, other)).toBeVisible();
  await expect(personRow(page, dana), 'not to oneself').toHaveCount(0);
  await personRow(page, marisol).click();
  await expect(page).toHaveURL(`/chat?with=${marisol.userId}`);
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(
    `Chat with ${marisol.name}`,
  );
  await expect(messageBox(page)).toBeFocused();
  await expect(messageBox(page)).toHaveAttribute('placeholder', 'Type your message...');
  await expect(log(page).getByText('No messages yet. Write the first one.')).toBeVisible();

  // Blank text isn't sent; Shift+Enter starts a new line, Enter sends.
  await messageBox(page).fill('  \n ');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messageItems(page)).toHaveCount(0);
  await messageBox(page).fill('  The gate code is 4471.');
  // In Safari the Enter that accepts a composed word comes after the composition.
  await messageBox(page).evaluate((box) => {
    const init = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
    box.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  await expect(messageItems(page)).toHaveCount(0);
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('See https://example.com/gate');
  await page.keyboard.press('Enter');
  await expect(messageBox(page)).toHaveValue('');
  const sent = messageItems(page).last();
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible();
  await expect(sent.locator('time')).toHaveText(/^\d{1,2}:\d\d [AP]M$/);
  await expect(sent.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(log(page).getByRole('heading', { name: 'Today' })).toBeVisible();
  const content = 'The gate code is 4471.\nSee https://example.com/gate';
  expect(await storedTexts(server, marisol, dana)).toEqual([content]);

  // Each device of the employee shows it without a reload.
  for (const device of [phone, tablet]) {
    await expect(chatIcon(device)).toHaveAccessibleName('Chat, 1 unread');
    await expect(device).toHaveTitle(/^\(1\) /);
  }
  await expect(personRow(tablet, dana)).toContainText('1 unread');
  await chatIcon(phone).click();
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toBeVisible();
  await expect(personRow(phone, other), 'an employee sees admins only').toHaveCount(0);
  await checkA11y(phone);
  await personRow(phone, dana).click();
  await expect(phone.getByRole('heading', { name: `Chat with ${dana.name}` })).toBeFocused();
  await expect(messageItems(phone).last()).toContainText('The gate code is 4471.');
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toHaveCount(0);
  for (const device of [phone, tablet]) {
    await expect(chatIcon(device)).toHaveAccessibleName('Chat');
    await expect(device).not.toHaveTitle(/^\(/);
  }
  await expect(personRow(tablet, dana)).not.toContainText('unread');
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

  await messageBox(phone).fill('Thank you.');
  await expect(page.getByText(`${marisol.name} is typing…`).last()).toBeVisible();
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messageItems(page).last()).toContainText('Thank you.');
  await expect(messageItems(phone).last().getByText(/^Read/)).toBeVisible();
  await checkA11y(phone);
  await checkA11y(page);

  // Back to the list: the button, Escape and the browser's Back.
  await phone.getByRole('button', { name: 'Back to the list' }).click();
  await expect(phone).toHaveURL('/chat');
  await expect(personRow(phone, dana)).toBeFocused();
  await phone.keyboard.press('Enter');
  await expect(messageItems(phone).last()).toContainText('Thank you.');
  await phone.keyboard.press('Escape');
  await expect(phone).toHaveURL('/chat');
  await personRow(phone, dana).click();
  await expect(log(phone)).toBeVisible();
  await phone.goBack();
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toBeVisible();
  await phone.context().close();
  await tablet.context().close();
});

test('only the two people of a conversation can open its photos and PDFs', async ({
  page,
  browser,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const outsider = await newChatUser(server, 'admin', 'Nosy');
  await openThread(page, dana, marisol);
  await expect(messageBox(page)).toBeFocused();
  const phone = await deviceOf(browser, server, marisol);
  await phone.goto(`/chat?with=${dana.userId}`);
  const chooser = phone.waitForEvent('filechooser');
  await phone.getByRole('button', { name: 'Attach photos or PDFs' }).click();
  const buffer = await photoOf({ width: 640, height: 480 });
  const jpeg = (name: string) => ({ name, mimeType: 'image/jpeg', buffer });
  await (await chooser).setFiles(['bumper.jpg', 'door.jpg', 'hood.jpg'].map(jpeg));
  // A thumbnail of each before it is sent.
  const chosen = phone.getByRole('list', { name: 'Files to send' });
  await expect
    .poll(() =>
      chosen
        .locator('img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toEqual([true, true, true]);
  await checkA11y(phone);
  await phone.getByRole('button', { name: 'Do not send door.jpg' }).click();
  // More than fit are refused by name of the limit.
  await phone
    .locator('input[type=file]')
    .setInputFiles(Array.from({ length: 9 }, () => jpeg('x.jpg')));
  await expect(messageBox(phone)).toHaveAccessibleDescription(
    'You can send 10 files at once. Send these first.',
  );
  await expect(chosen.getByRole('listitem')).toHaveCount(10);
  for (let n = 0; n < 8; n += 1) {
    await phone.getByRole('button', { name: 'Do not send x.jpg' }).first().click();
  }
  await sendTexts(phone, 'The bumper, before loading.');
  await expect(chosen).toHaveCount(0);
  await expect(messageItems(page)).toHaveCount(2);
  await expect(
    messageItems(phone)
      .last()
      .getByText(/^(?:Sent|Read)/),
  ).toBeVisible();

  // Upright, regardless of the phone's orientation.
  const photo = messageItems(page).first().getByRole('img');
  await expect(photo).toHaveAttribute('width', '240');
  await expect(photo).toHaveAttribute('height', '320');
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(480);
  await expect(messageItems(page).first()).toContainText('The bumper, before loading.');
  const names = (await stored(server, dana, marisol)).map(({ attachment }) => attachment?.name);
  expect(names).toEqual(['bumper.jpg', 'hood.jpg']);

  // A PDF dropped on the conversation.
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'Bill of lading.pdf', { type: 'application/pdf' }));
    return data;
  }, pdfOf('Bill').toString());
  await log(page).dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const link = messageItems(phone)
    .last()
    .getByRole('link', { name: /^Open Bill of lading\.pdf/ });
  await expect(link).toBeVisible();
  await expect(messageItems(phone).last()).toContainText(/PDF, \d+ (?:bytes|KB)/);
  await checkA11y(phone);
  const href = await link.getAttribute('href');
  expect((await phone.request.get(href ?? '')).status()).toBe(200);

  const keys = (await stored(server, dana, marisol)).map(({ attachment }) => attachment?.key ?? '');
  expect(keys).toHaveLength(3);
  for (const key of keys) {
    const response = await page.request.get('/api/settlements/presigned-get', {
      params: { path: key },
      headers: { authorization: `Bearer ${outsider.token}` },
    });
    expect(response.status()).toBe(404);
  }

  // Other types are rejected before the upload.
  await page.locator('input[type=file]').setInputFiles({
    name: 'sheet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b'),
  });
  await expect(messageBox(page)).toHaveAccessibleDescription('Choose a photo or a PDF.');
  await phone.context().close();
});

test('admins see which of them is typing to an employee, and who answered', async ({
  page,
  browser,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const paul = await newChatUser(server, 'admin', 'Paul');
  await write(server, marisol, dana, 'Where do I unload?');
  const office = await deviceOf(browser, server, paul, { width: 1440, height: 900 });
  await office.goto('/chat');
  await expect(personRow(office, marisol)).toBeVisible();
  await openThread(page, dana, marisol);
  await messageBox(page).fill('Dock 9.');
  await expect(personRow(office, marisol)).toContainText(`${dana.name} is typing…`);
  await page.keyboard.press('Enter');
  await expect(personRow(office, marisol)).toContainText(`Answered by ${dana.name}`);
  await personRow(office, marisol).click();
  await expect(office.getByRole('region', { name: `Chat with ${marisol.name}` })).toContainText(
    `Answered by ${dana.name}`,
  );
  await expect(log(office).getByText('No messages yet. Write the first one.')).toBeVisible();
  // Until the employee writes again.
  await write(server, marisol, paul, 'And where do I park?');
  await expect(messageItems(office).last()).toContainText('And where do I park?');
  await expect(personRow(office, marisol)).not.toContainText('Answered by');
  await expect(office.getByRole('region', { name: `Chat with ${marisol.name}` })).not.toContainText(
    'Answered by',
  );
  await office.context().close();
});

test('loads older messages on scrolling up without a jump, and a search opens a message of any age', async ({
  page,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const word = unique('Peotone').replaceAll(/\W/g, '');
  const texts = Array.from({ length: 500 }, (_, index) => `Load ${index + 1}`);
  await write(server, marisol, dana, `${word} at noon`, ...texts);
  await openThread(page, dana, marisol);
  const text = (index: number) => log(page).getByText(`Load ${index}`, { exact: true });
  await expect(text(500)).toBeInViewport();
  await expect(messageItems(page)).toHaveCount(50);
  await text(455).scrollIntoViewIfNeeded();
  const top = async () => (await text(455).boundingBox())?.y ?? 0;
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
  await checkA11y(page);
  await found.click();
  await expect(log(page).getByText(`${word} at noon`)).toBeInViewport();
  await page.getByRole('searchbox').fill('zzqx');
  await expect(page.getByText('No people or messages match this search.')).toBeVisible();
  await page.getByRole('searchbox').fill(marisol.name);
  await expect(personRow(page, marisol)).toHaveCount(1);
});

test('every page title shows the number of unread messages and notifications', async ({
  page,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  await storeToken(page, marisol.token);
  await page.goto('/portal');
  await expect(page).toHaveTitle(/^[^(]/);
  await write(server, dana, marisol, 'One', 'Two');
  await expect(page).toHaveTitle(/^\(2\) [^(]/);
  await page.getByRole('link', { name: 'Damages' }).first().click();
  await expect(page).toHaveURL('/damages');
  await expect(page).toHaveTitle(/^\(2\) Damages/);
  const notification = { message: 'The yard is closed tomorrow.' };
  await send(server, 'POST', '/api/send-notification', await tokenOf(server), notification);
  await expect(page).toHaveTitle(/^\(3\) Damages/);
  await chatIcon(page).click();
  await expect(page).toHaveTitle(/^\(3\) Chat/);
  await personRow(page, dana).click();
  await expect(page).toHaveTitle(/^\(1\) Chat/);
});
