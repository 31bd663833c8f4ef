/** Creating accounts, choosing passwords, and proving who one is before changing others. */
import { stepOf, totpCode } from '#server/features/totp/totp-code.ts';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import {
  newPerson,
  newStaff,
  type Person,
  send,
  signedIn,
  tokenOf,
  unique,
  update,
  visit,
} from './office-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const longer = 'nine cars on a deck';

/** Turns one-time codes on for that person. */
async function addCodes(
  server: RunningServer,
  person: Pick<Person, 'username' | 'password'>,
): Promise<void> {
  const token = await tokenOf(server, person);
  const proof = { current_password: person.password };
  const path = '/api/totp';
  const { secret } = await send<{ secret: string }>(server, 'POST', `${path}/start`, token, proof);
  const otp = totpCode(secret, stepOf(new Date()));
  await send(server, 'POST', `${path}/confirm`, token, { otp });
}

test('a chosen password must be replaced (SEC9)', async ({ page, server, allowConsole }) => {
  // Its connection ends before the reply with the new token arrives.
  allowConsole(/status of 40[01]/);
  const person = await newPerson(server, 'employee');
  const elsewhere = await tokenOf(server, person);
  await signedIn(page, server, person);
  await page.goto('/portal');
  const prompt = page.getByText('This password was chosen for you.');
  await expect(prompt).toBeVisible();
  await page.getByRole('link', { name: 'Choose your own password' }).click();

  const field = page.locator('[name=new_password]');
  const again = page.locator('[name=new_password_again]');
  const old = page.getByLabel('Old password');
  const change = page.getByRole('button', { name: 'Change password' });
  await field.fill('Password123');
  await expect(field).toHaveAccessibleDescription(/^This password is one that many people use\./);
  await field.fill(longer);
  await expect(field).toHaveAccessibleDescription('Strong password.');
  await again.fill(longer);
  await old.fill('not this one');
  await change.click();
  await expect(old).toHaveAccessibleDescription('The old password is incorrect.');
  await expect(field).toHaveValue(longer);
  await old.fill(person.password);
  await change.click();
  await expect(
    page.getByText(/^Password changed\. Your other devices are signed out/),
  ).toBeVisible();
  await expect(old).toHaveValue('');
  const now = await page.evaluate(() => localStorage.getItem('token'));
  await send(server, 'GET', '/api/user', now);
  await expect(send(server, 'GET', '/api/user', elsewhere)).rejects.toThrow(/401/);
  await visit(page, '/portal');
  await expect(page.getByText('Nothing needs you right now.')).toBeVisible();
  await expect(prompt).toBeHidden();
});

test('accounts, and links for lost passwords (S6)', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 4\d\d/);
  const admin = await newPerson(server, 'admin');
  await signedIn(page, server, admin);
  await page.goto('/signup');
  const username = unique('driver').replace(' ', '-');
  const person = { username, password: longer };
  await test.step('the account', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('CREATE AN ACCOUNT');
    await expect(page.getByLabel('Role')).toHaveValue('employee');
    const create = page.getByRole('button', { name: 'Create account' });
    const name = page.getByLabel('Username');
    await name.fill('ADMIN');
    await page.getByLabel('Email').fill(`${username}@example.com`);
    await page.getByLabel('Password').fill(longer);
    await create.click();
    await expect(name).toHaveAccessibleDescription('This username is already taken.');
    await name.fill(username);
    await create.click();
    // /login redirects a signed-in admin to the portal, which shows the message.
    await expect(page.getByText('Account created successfully! Please log in.')).toBeVisible();
    await expect(page).toHaveURL('/portal');
    await addCodes(server, person);
    await expect(tokenOf(server, person)).rejects.toThrow('second_factor_required');
  });

  const staff = await newStaff(server);
  await visit(page, '/users');
  const form = page.locator('form').filter({ hasText: 'User Information' });
  const save = page.getByRole('button', { name: 'Update User & Employee' });
  const row = page.getByRole('row').filter({ hasText: staff.username });
  await page.getByLabel('Search name').fill(staff.username);
  await row.getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Phone').fill('630-555-0191');
  await form.getByLabel('Role').selectOption('admin');
  // Longer than 15 minutes ago.
  const age = 'update sessions set created_at = ?, confirmed_at = null where user_id = ?';
  update(server, age, '2026-01-01T00:00:00.000Z', String(admin.userId));
  await save.click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm your password' });
  await expect(confirmation).toBeVisible();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(form.getByText('Enter your password to continue.')).toBeVisible();
  await expect(form.getByLabel('Phone')).toHaveValue('630-555-0191');
  await save.click();
  const input = confirmation.getByRole('textbox', { name: 'Your password' });
  await expect(input).toBeFocused();
  await input.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(input).toHaveAccessibleDescription('The current password is incorrect.');
  await input.fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('User and Employee updated successfully.')).toBeVisible();
  await expect(confirmation).toBeHidden();
  await expect(row).toContainText('630-555-0191');

  await page.getByLabel('Search name').fill(username);
  await page.getByRole('button', { name: `Password link for ${username}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Password link' });
  await dialog.getByRole('button', { name: 'Reset second factors' }).click();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(dialog.getByText('Second factors removed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('The link is ready. It works once, for 24 hours.')).toBeVisible();
  const link = await dialog.getByLabel('Link').inputValue();
  expect(link).toMatch(new RegExp(`^${server.url}/reset/[\\w-]{20,}$`));

  await page.goto(link);
  const field = page.locator('[name=password]');
  const setPassword = async (password: string, again = password) => {
    await field.fill(password);
    await page.locator('[name=password_again]').fill(again);
    await page.getByRole('button', { name: 'Set password' }).click();
  };
  await setPassword('ten cars on a deck', longer);
  await expect(page.getByText("The new passwords don't match.")).toBeVisible();
  // The page doesn't know the username; the server does.
  await setPassword(`${username}1`);
  await expect(page.getByRole('alert').first()).toHaveText(/^Don't use a name/);
  await setPassword('ten cars on a deck');
  await expect(page.getByText('Your password is set. Please log in.')).toBeVisible();
  await tokenOf(server, { username, password: 'ten cars on a deck' });
  expect(server.output()).not.toContain(link.slice(-20));
});
