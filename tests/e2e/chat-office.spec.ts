import { axe, expect, test } from '#tests/harness/e2e.ts';
import {
  log,
  messageBox,
  messageItems,
  newChatUser,
  newPair,
  openThread,
  personRow,
  write,
} from './chat-api.ts';
import { send, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('canned and automatic replies, and search (M7, M8)', async ({ page, server }) => {
  const { dana, marisol } = await newPair(server);
  const kevin = await newChatUser(server, 'employee', 'Kevin');
  const word = unique('Peotone').replaceAll(/\W/g, '');
  const loads = Array.from({ length: 110 }, (_, index) => `Load ${index + 1}`);
  await write(server, kevin, dana, `${word} at noon`, ...loads);
  const load = (index: number) => log(page).getByText(`Load ${index}`, { exact: true });
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
  await page.getByRole('button', { name: 'Insert a canned reply' }).click();
  await page.getByRole('button', { name: 'Manage canned replies' }).click();
  const dialog = page.getByRole('dialog', { name: 'Canned replies' });
  await dialog.getByLabel('Send the automatic reply').check();
  await dialog.getByLabel('Text', { exact: true }).fill('We are closed.');
  await expect(dialog.getByText(/^We are closed\. The office opens \w+day, /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Automatic reply saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(messageBox(page)).toBeFocused();
  await expect(messageItems(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Who is on duty' }).click();
  await page.getByRole('button', { name: `Set on duty: ${dana.name}` }).click();
  const end = page.getByRole('button', { name: `Set off duty: ${dana.name}` });
  await expect(end).toBeVisible();
  await end.click();
  await expect(page.getByRole('button', { name: `Set on duty: ${dana.name}` })).toBeVisible();
  await page.keyboard.press('Escape');

  await test.step('older messages load on scrolling up without a jump', async () => {
    await personRow(page, kevin).click();
    await expect(load(110)).toBeInViewport();
    await expect(messageItems(page)).toHaveCount(50);
    await load(65).scrollIntoViewIfNeeded();
    const top = async () => (await load(65).boundingBox())?.y ?? 0;
    const before = await top();
    await expect.poll(() => messageItems(page).count()).toBeGreaterThan(50);
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    await write(server, kevin, dana, 'At the gate');
    const button = page.getByRole('button', { name: 'New messages' });
    await expect(button).toBeVisible();
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    await expect(log(page).getByText('At the gate')).not.toBeInViewport();
    await button.click();
    await expect(log(page).getByText('At the gate')).toBeInViewport();
    await expect(button).toHaveCount(0);
  });

  await test.step('a search opens a message of any age', async () => {
    await page.keyboard.press('/');
    await page.keyboard.insertText(word.toLowerCase());
    const found = page.getByRole('region', { name: 'Messages', exact: true }).getByRole('link');
    await expect(found).toHaveText(new RegExp(`${word} at noon`));
    await found.click();
    await expect(log(page).getByText(`${word} at noon`)).toBeInViewport();
  });
});
