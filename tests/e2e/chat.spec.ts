import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { photoOf } from '../harness/file-samples.ts';
import { pdfOf } from '../harness/multipart.ts';
import { deviceOf, newTalker, stored, write } from './chat-api.ts';
import { checkA11y } from './check-a11y.ts';
import { storeToken, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log');
const messages = (page: Page) => log(page).getByRole('listitem');
const row = (page: Page, name: string) => page.getByRole('link').filter({ hasText: name });
const icon = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Chat/ });

test('the office at a desk and a driver on a phone talk, and agree on what is read (M1, M2, M3, M4, M5)', async ({
  page,
  browser,
  server,
}) => {
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  const other = await newTalker(server, 'employee', 'Kevin');
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
  await expect(row(page, other.name)).toBeVisible();
  await expect(row(page, dana.name), 'nobody writes to oneself').toHaveCount(0);
  await row(page, marisol.name).click();
  await expect(page).toHaveURL(`/chat?with=${marisol.userId}`);
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(
    `Chat with ${marisol.name}`,
  );
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveAttribute('placeholder', 'Type your message...');
  await expect(log(page).getByText('No messages yet. Write the first one.')).toBeVisible();

  // Blank is not sent; Shift+Enter makes a line, Enter sends what is trimmed.
  await box(page).fill('  \n ');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messages(page)).toHaveCount(0);
  await box(page).fill('  The gate code is 4471.');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('See https://example.com/gate');
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('');
  const sent = messages(page).last();
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible();
  await expect(sent.locator('time')).toHaveText(/^\d{1,2}:\d\d [AP]M$/);
  await expect(sent.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(log(page).getByRole('heading', { name: 'Today' })).toBeVisible();
  const content = 'The gate code is 4471.\nSee https://example.com/gate';
  expect((await stored(server, marisol, dana)).map((message) => message.content)).toEqual([
    content,
  ]);

  // Each device of the driver says so, in every place, without a reload.
  for (const device of [phone, tablet]) {
    await expect(icon(device)).toHaveAccessibleName('Chat, 1 unread');
    await expect(device).toHaveTitle(/^\(1\) /);
  }
  await expect(row(tablet, dana.name)).toContainText('1 unread');
  await icon(phone).click();
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toBeVisible();
  await expect(row(phone, other.name), 'an employee sees the office only').toHaveCount(0);
  await checkA11y(phone);
  await row(phone, dana.name).click();
  await expect(phone.getByRole('heading', { name: `Chat with ${dana.name}` })).toBeFocused();
  await expect(messages(phone).last()).toContainText('The gate code is 4471.');
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toHaveCount(0);
  for (const device of [phone, tablet]) {
    await expect(icon(device)).toHaveAccessibleName('Chat');
    await expect(device).not.toHaveTitle(/^\(/);
  }
  await expect(row(tablet, dana.name)).not.toContainText('unread');
  await expect(sent.getByText(/^Read \d{1,2}:\d\d [AP]M$/)).toBeVisible();

  await box(phone).fill('Thank you.');
  await expect(page.getByText(`${marisol.name} is typing…`).last()).toBeVisible();
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messages(page).last()).toContainText('Thank you.');
  await expect(messages(phone).last().getByText(/^Read/)).toBeVisible();
  await checkA11y(phone);
  await checkA11y(page);

  // Two screens with a way back: the button, Escape and the browser's own.
  await phone.getByRole('button', { name: 'Back to the list' }).click();
  await expect(phone).toHaveURL('/chat');
  await expect(row(phone, dana.name)).toBeFocused();
  await phone.keyboard.press('Enter');
  await expect(messages(phone).last()).toContainText('Thank you.');
  await phone.keyboard.press('Escape');
  await expect(phone).toHaveURL('/chat');
  await row(phone, dana.name).click();
  await expect(log(phone)).toBeVisible();
  await phone.goBack();
  await expect(phone.getByRole('heading', { name: 'Chats', exact: true })).toBeVisible();
  await phone.context().close();
  await tablet.context().close();
});

test('a photo and a PDF are sent, shown and opened by the two people only', async ({
  page,
  browser,
  server,
}) => {
  const dana = await newTalker(server, 'admin', 'Dana');
  const nosy = await newTalker(server, 'admin', 'Nosy');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  await storeToken(page, dana.token);
  await page.goto(`/chat?with=${marisol.userId}`);
  await expect(box(page)).toBeFocused();
  const phone = await deviceOf(browser, server, marisol);
  await phone.goto(`/chat?with=${dana.userId}`);
  const chooser = phone.waitForEvent('filechooser');
  await phone.getByRole('button', { name: 'Attach a photo or a PDF' }).click();
  await (await chooser).setFiles({
    name: 'bumper.jpg',
    mimeType: 'image/jpeg',
    buffer: await photoOf({ width: 640, height: 480 }),
  });
  await expect(phone.getByRole('button', { name: 'Do not send bumper.jpg' })).toBeVisible();
  await box(phone).fill('The bumper, before loading.');
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    messages(phone)
      .last()
      .getByText(/^(?:Sent|Read)/),
  ).toBeVisible();

  // Upright, whichever way the phone was held.
  const photo = messages(page).last().getByRole('img');
  await expect(photo).toHaveAttribute('width', '240');
  await expect(photo).toHaveAttribute('height', '320');
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(480);
  await expect(messages(page).last()).toContainText('The bumper, before loading.');

  // A PDF dropped on the conversation.
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'Bill of lading.pdf', { type: 'application/pdf' }));
    return data;
  }, pdfOf('Bill').toString());
  await log(page).dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const link = messages(phone)
    .last()
    .getByRole('link', { name: /^Open Bill of lading\.pdf/ });
  await expect(link).toBeVisible();
  await expect(messages(phone).last()).toContainText(/PDF, \d+ (?:bytes|KB)/);
  await checkA11y(phone);
  const href = await link.getAttribute('href');
  expect((await phone.request.get(href ?? '')).status()).toBe(200);

  const keys = (await stored(server, dana, marisol)).map(({ attachment }) => attachment?.key ?? '');
  expect(keys).toHaveLength(2);
  for (const key of keys) {
    const answer = await page.request.get('/api/settlements/presigned-get', {
      params: { path: key },
      headers: { authorization: `Bearer ${nosy.token}` },
    });
    expect(answer.status()).toBe(404);
  }

  // What is of another kind is not even sent.
  await page.locator('input[type=file]').setInputFiles({
    name: 'sheet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b'),
  });
  await expect(box(page)).toHaveAccessibleDescription('Choose a photo or a PDF.');
  await phone.context().close();
});

test('the office sees which of it is writing to a driver, and which answered', async ({
  page,
  browser,
  server,
}) => {
  const dana = await newTalker(server, 'admin', 'Dana');
  const paul = await newTalker(server, 'admin', 'Paul');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  await write(server, marisol, dana, 'Where do I unload?');
  const office = await deviceOf(browser, server, paul, { width: 1440, height: 900 });
  await office.goto('/chat');
  await expect(row(office, marisol.name)).toBeVisible();
  await storeToken(page, dana.token);
  await page.goto(`/chat?with=${marisol.userId}`);
  await box(page).fill('Dock 9.');
  await expect(row(office, marisol.name)).toContainText(`${dana.name} is typing…`);
  await page.keyboard.press('Enter');
  await expect(row(office, marisol.name)).toContainText(`Answered by ${dana.name}`);
  await row(office, marisol.name).click();
  await expect(office.getByRole('region', { name: `Chat with ${marisol.name}` })).toContainText(
    `Answered by ${dana.name}`,
  );
  await expect(log(office).getByText('No messages yet. Write the first one.')).toBeVisible();
  await office.context().close();
});

test('older messages come on scrolling up, and nothing jumps; a search leads to its message, however old', async ({
  page,
  server,
}) => {
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  const word = unique('Peotone').replaceAll(/\W/g, '');
  const texts = Array.from({ length: 500 }, (_, index) => `Load ${index + 1}`);
  await write(server, marisol, dana, `${word} at noon`, ...texts);
  await storeToken(page, dana.token);
  await page.goto(`/chat?with=${marisol.userId}`);
  const text = (index: number) => log(page).getByText(`Load ${index}`, { exact: true });
  await expect(text(500)).toBeInViewport();
  await expect(messages(page)).toHaveCount(50);
  await text(455).scrollIntoViewIfNeeded();
  const top = async () => (await text(455).boundingBox())?.y ?? 0;
  const before = await top();
  await expect.poll(() => messages(page).count()).toBeGreaterThan(50);
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
  await expect(page.getByText('Nobody and no message matches this search.')).toBeVisible();
  await page.getByRole('searchbox').fill(marisol.name);
  await expect(row(page, marisol.name)).toHaveCount(1);
});
