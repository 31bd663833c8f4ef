import { expect, test } from '../harness/e2e.ts';
import {
  deviceOf,
  messageBox,
  messageItems,
  newPair,
  openThread,
  personRow,
  sendTexts,
} from './chat-api.ts';
import { checkA11y } from './check-a11y.ts';
import { send, storeToken } from './office-api.ts';

const dayMs = 86_400_000;
/** Noon of the coming Saturday in Chicago: the office is closed. */
const saturday = (() => {
  const at = new Date(Date.now() + dayMs);
  at.setUTCHours(18, 0, 0, 0);
  return new Date(at.getTime() + ((6 - at.getUTCDay() + 7) % 7) * dayMs);
})();

test.use({
  viewport: { width: 1440, height: 900 },
  serverEnv: {
    NODE_OPTIONS: '--import ./tests/harness/wrong-clock.ts',
    CLOCK_AHEAD_MS: String(saturday.getTime() - Date.now()),
  },
});

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
  await checkA11y(page);
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
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Automatic reply saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(messageBox(page)).toBeFocused();
  await expect(messageItems(page)).toHaveCount(0);
});

test('a driver sees that the office is closed and who is on duty, and gets one automatic reply when nobody is (M8)', async ({
  page,
  browser,
  server,
}) => {
  const { dana, marisol } = await newPair(server);
  const body = { is_on: 1, text: 'We are closed.' };
  await send(server, 'PUT', '/api/automatic-reply', dana.token, body);
  const phone = await deviceOf(browser, server, marisol);
  await phone.clock.setFixedTime(saturday);
  await phone.goto('/chat');
  await expect(phone.getByText(/^Office is closed, opens \w+day 7:00 AM Central$/)).toBeVisible();
  await expect(personRow(phone, dana)).not.toContainText('On duty');

  await storeToken(page, dana.token);
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Who is on duty' }).click();
  await checkA11y(page);
  await page.getByRole('button', { name: `Set on duty: ${dana.name}` }).click();
  const end = page.getByRole('button', { name: `Set off duty: ${dana.name}` });
  await expect(end).toBeVisible();
  await expect(personRow(phone, dana)).toContainText('On duty');
  await expect(phone.locator('[data-person]').first()).toContainText(dana.name);

  await end.click();
  await expect(personRow(phone, dana)).not.toContainText('On duty');
  await personRow(phone, dana).click();
  await sendTexts(phone, 'Is the yard open?', 'Hello?');
  await expect(messageItems(phone)).toHaveCount(3);
  const automatic = messageItems(phone).filter({ hasText: 'Automatic reply' });
  await expect(automatic).toHaveCount(1);
  await expect(automatic).toContainText('We are closed. The office opens');
  await phone.context().close();
});
