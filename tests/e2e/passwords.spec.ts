import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { newPerson, send, signedIn, tokenOf } from './office-api.ts';

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password_again]').fill(again);
  await page.getByRole('button', { name: 'Set password' }).click();
}

test('a link sets a new password, once', async ({ page, server, browser, allowConsole }) => {
  allowConsole(/status of 40[04]/);
  const person = await newPerson(server, 'employee');
  const before = await tokenOf(server, person);
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByRole('button', { name: `Password link for ${person.username}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Password link' });
  await axe(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('The link is ready. It works once, for 24 hours.')).toBeVisible();
  const link = await dialog.getByLabel('Link').inputValue();
  expect(link).toMatch(new RegExp(`^${server.url}/reset/[\\w-]{20,}$`));
  await axe(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText(/^Link copied\.|^Couldn't copy the link/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  const response = await guest.goto(link);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(guest.locator('[name=password]')).toHaveValue('');
  await axe(guest);
  await setPassword(guest, 'short');
  await expect(guest.getByText('Use at least 8 characters.')).toBeVisible();
  await setPassword(guest, 'nine cars on a deck', 'ten cars on a deck');
  await expect(guest.getByText("The new passwords don't match.")).toBeVisible();
  await axe(guest);
  await setPassword(guest, 'nine cars on a deck');
  await expect(guest.getByText('Your password is set. Please log in.')).toBeVisible();
  await guest.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await guest.getByLabel('Username').fill(person.username);
  await guest.getByLabel('Password').fill('nine cars on a deck');
  await guest.getByRole('button', { name: 'Log in' }).click();
  await expect(guest).toHaveURL(/\/portal$/);

  for (const [address, sentence] of [
    [
      link,
      'This link was already used, was replaced or has expired. Ask the office for a new one.',
    ],
    ['/reset/half', 'This link is incomplete. Copy the whole link.'],
  ] as const) {
    await guest.goto(address);
    await expect(guest.getByText(sentence)).toBeVisible();
    await expect(guest.locator('form')).toHaveCount(0);
    await axe(guest);
  }
  await elsewhere.close();

  await expect(tokenOf(server, person)).rejects.toThrow(/401/);
  await expect(send(server, 'GET', '/api/user', before)).rejects.toThrow(/401/);
  expect(server.output()).not.toContain(link.slice(-20));
});

test('SEC9 shows how strong a new password is, and refuses an easy one', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const person = await newPerson(server, 'employee');
  await signedIn(page, server, person);
  await page.goto('/password');
  const field = page.locator('[name=new_password]');
  await expect(field).toHaveAccessibleDescription('8 to 128 characters.');
  await field.fill(`${person.username}1`);
  await expect(field).toHaveAccessibleDescription(/^Don't use a name, the username or a word/);
  await field.fill('Password123');
  await expect(field).toHaveAccessibleDescription(/^This password is one that many people use\./);
  await field.fill('mule9dust');
  await expect(field).toHaveAccessibleDescription('Good password.');
  await field.fill('nine cars on a deck');
  await expect(field).toHaveAccessibleDescription('Strong password.');
  // The hint is read with the control, not announced while typing.
  await expect(
    page.getByText('Strong password.').locator('xpath=ancestor::*[@aria-live or @role="status"]'),
  ).toHaveCount(0);
  await axe(page);
  await field.fill('short');
  await expect(field).toHaveAccessibleDescription('8 to 128 characters.');

  await page.getByLabel('Old password').fill(person.password);
  for (const name of ['new_password', 'new_password_again']) {
    await page.locator(`[name=${name}]`).fill('Password123');
  }
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').first()).toHaveText(
    'This password is one that many people use. Choose a longer one, such as four unrelated words.',
  );
  await expect(field).toBeFocused();
  await tokenOf(server, person);
});

test('the page of a password link loads the strength estimate while a password is typed', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const admin = await tokenOf(server);
  const person = await newPerson(server, 'employee');
  const users = await send<{ user_id: number; username: string }[]>(
    server,
    'GET',
    '/api/users',
    admin,
  );
  const id = users.find(({ username }) => username === person.username)?.user_id;
  const { url } = await send<{ url: string }>(server, 'POST', `/api/users/${id}/reset-link`, admin);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(url);
  const field = page.locator('[name=password]');
  await field.focus();
  await expect(field).toHaveAccessibleDescription('8 to 128 characters.');
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => path.includes('password-strength'))).toEqual([]);
  await field.fill('trucking99');
  await expect(field).toHaveAccessibleDescription(/^Don't use a name, the username or a word/);
  expect(loaded.filter((path) => path.includes('password-strength'))).toHaveLength(1);
  await axe(page);
  // The page doesn't know the username; the server does.
  await setPassword(page, `${person.username}1`);
  await expect(page.getByRole('alert').first()).toHaveText(/^Don't use a name/);
  await setPassword(page, 'nine cars on a deck');
  await expect(page.getByText('Your password is set. Please log in.')).toBeVisible();
});

test('changing a password ends the other sessions and continues this one', async ({
  page,
  server,
  allowConsole,
}) => {
  // Its connection ends before the reply with the new token arrives.
  allowConsole(/status of 40[01]/);
  const person = await newPerson(server, 'employee');
  const here = await signedIn(page, server, person);
  const elsewhere = await tokenOf(server, person);
  await page.goto('/password');
  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(page.getByLabel('Old password')).toBeFocused();
  await page.getByLabel('Old password').fill('not this one');
  await page.locator('[name=new_password]').fill('nine cars on a deck');
  await page.locator('[name=new_password_again]').fill('nine cars on a desk');
  await change.click();
  await expect(page.locator('[name=new_password_again]')).toHaveAccessibleDescription(
    "The new passwords don't match.",
  );
  await page.locator('[name=new_password_again]').fill('nine cars on a deck');
  await change.click();
  await expect(page.getByLabel('Old password')).toHaveAccessibleDescription(
    'The old password is incorrect.',
  );
  await expect(page.locator('[name=new_password]')).toHaveValue('nine cars on a deck');
  await page.getByLabel('Old password').fill(person.password);
  await change.dblclick();
  await expect(
    page.getByText('Password changed. Your other devices are signed out, and'),
  ).toBeVisible();
  await expect(page).toHaveURL('/password');
  await expect(page.getByLabel('Old password')).toHaveValue('');
  const now = await page.evaluate(() => localStorage.getItem('token'));
  expect(now).not.toBe(here);
  await send(server, 'GET', '/api/user', now);
  for (const dead of [here, elsewhere]) {
    await expect(send(server, 'GET', '/api/user', dead)).rejects.toThrow(/401/);
  }
  await tokenOf(server, { ...person, password: 'nine cars on a deck' });
});

test('the audit log lists changes in pages and filters them', async ({ page, server }) => {
  const person = await newPerson(server, 'admin');
  const token = await signedIn(page, server, person);
  const { user_id } = await send<{ user_id: number }>(server, 'GET', '/api/user', token);
  for (let index = 0; index < 120; index += 1) {
    const body = { phone_number: `630-555-${1000 + index}` };
    await send(server, 'PUT', `/api/users/${user_id}`, token, body);
  }
  await page.goto('/audit');
  const log = page.getByRole('list', { name: 'Audit log, newest first' });
  await expect(log.getByRole('listitem')).toHaveCount(100);
  await expect(log.getByRole('listitem').first()).toContainText('630-555-1118');
  await expect(log.getByRole('listitem').first()).toContainText('630-555-1119');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(log.getByRole('listitem').nth(119)).toContainText('630-555-1000');

  await page.keyboard.press('/');
  await page.keyboard.type('logged in');
  await page.getByLabel('Person').selectOption(person.username);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`user_id=${user_id}`));
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByLabel('Record', { exact: true }).selectOption('Account');
  await page.getByLabel('Record id').fill(String(user_id));
  await page.getByLabel('From').fill('2001-01-01');
  await page.getByLabel('To').fill('2001-01-02');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No entries match this search.')).toBeVisible();
  await page.getByLabel('To').fill('');
  await page.getByRole('button', { name: 'Search' }).click();
  await log.getByRole('link', { name: person.username }).first().click();
  await expect(page.getByText(/^1 of \d+ users$/)).toBeVisible();
});
