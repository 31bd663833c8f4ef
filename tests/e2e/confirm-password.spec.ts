import type { Page } from '@playwright/test';
import type { User } from '#contract/users.ts';
import { axe, expect, test } from '../harness/e2e.ts';
import type { RunningServer } from '../harness/server.ts';
import { newPerson, send, signedIn, tokenOf, unique } from './office-api.ts';
import { ageSessions, newStaff } from './users-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm your password' });
const form = (page: Page) => page.locator('form').filter({ hasText: 'User Information' });

async function userNamed(server: RunningServer, username: string): Promise<User | undefined> {
  const users = await send<User[]>(server, 'GET', '/api/users', await tokenOf(server));
  return users.find((user) => user.username === username);
}

test('promoting a user long after the sign-in asks for the password and loses no input', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[03]/);
  const admin = await newPerson(server, 'admin');
  const staff = await newStaff(server, { pto_hours: 8, work_hours: 8 });
  await signedIn(page, server, admin);
  await page.goto('/users');
  const row = page.getByRole('row').filter({ hasText: staff.username });
  await row.getByRole('button', { name: 'Edit' }).click();
  await form(page).getByLabel('Phone').fill('630-555-0191');
  await form(page).getByLabel('Role').selectOption('admin');
  ageSessions(server, admin.username);
  await page.getByRole('button', { name: 'Update User & Employee' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(form(page).getByText('Enter your password to continue.')).toBeVisible();
  await expect(form(page).getByLabel('Phone')).toHaveValue('630-555-0191');

  await page.getByRole('button', { name: 'Update User & Employee' }).click();
  const input = dialog.getByRole('textbox', { name: 'Your password' });
  await expect(input).toBeFocused();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(input).toHaveAccessibleDescription('This field is required.');
  await input.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(input).toHaveAccessibleDescription('The current password is incorrect.');
  await input.fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('User and Employee updated successfully.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await userNamed(server, staff.username)).toMatchObject({
    user_role: 'admin',
    phone_number: '630-555-0191',
  });
});

test('a password link and a new admin ask for the password, too', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  const admin = await newPerson(server, 'admin');
  const staff = await newStaff(server);
  await signedIn(page, server, admin);
  await page.goto('/users');
  ageSessions(server, admin.username);
  await page.getByRole('button', { name: `Password link for ${staff.username}` }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const input = dialogOf(page).getByRole('textbox', { name: 'Your password' });
  await input.fill(admin.password);
  await dialogOf(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The link is ready. It works once, for 24 hours.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  ageSessions(server, admin.username);
  await page.goto('/signup');
  const username = unique('boss').replace(' ', '-');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByRole('textbox', { name: 'Password' }).fill('a load of nine cars');
  await page.getByLabel('Role').selectOption('admin');
  await page.getByRole('button', { name: 'Create account' }).click();
  await input.fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Account created successfully! Please log in.')).toBeVisible();
  expect(await userNamed(server, username)).toMatchObject({ user_role: 'admin' });
});

test('admins enter their current password to change their own in the users screen', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[0134]/);
  const { username, password } = await newStaff(server, { pto_hours: 8, work_hours: 8 }, 'admin');
  await signedIn(page, server, { username, password });
  await page.goto('/users');
  const row = page.getByRole('row').filter({ hasText: username });
  await row.getByRole('button', { name: 'Edit' }).click();
  const current = page.getByLabel('Your current password');
  await expect(current).toBeHidden();
  await form(page).locator('[name=password]').fill('nine cars on a deck');
  const save = page.getByRole('button', { name: 'Update User & Employee' });
  await save.click();
  await expect(current).toHaveAccessibleDescription(/This field is required\./);
  await current.fill('not this one');
  await save.click();
  await expect(current).toHaveAccessibleDescription(/The current password is incorrect\./);
  await axe(page);
  await current.fill(password);
  await save.click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('The password or role of this account was changed.')).toBeVisible();
  await tokenOf(server, { username, password: 'nine cars on a deck' });
});

test('the home page asks users to replace a password that someone else chose', async ({
  page,
  server,
  allowConsole,
}) => {
  // Changing the password ends the session before the new token arrives.
  allowConsole(/status of 401/);
  const person = await newPerson(server, 'employee');
  await signedIn(page, server, person);
  await page.goto('/portal');
  const prompt = page.getByText('This password was chosen for you.');
  await expect(prompt).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(prompt).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What needs you today' })).toBeVisible();
  await expect(page.getByText('Nothing needs you right now.')).toBeVisible();
  await expect(prompt).toBeHidden();

  await signedIn(page, server, person);
  await page.goto('/portal');
  await page.getByRole('link', { name: 'Choose your own password' }).click();
  await page.getByLabel('Old password').fill(person.password);
  await page.locator('[name=new_password]').fill('nine cars on a deck');
  await page.locator('[name=new_password_again]').fill('nine cars on a deck');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(
    page.getByText('Password changed. Your other devices are signed out, and'),
  ).toBeVisible();
  await page.goto('/portal');
  await expect(page.getByText('Nothing needs you right now.')).toBeVisible();
  await expect(prompt).toBeHidden();
});
