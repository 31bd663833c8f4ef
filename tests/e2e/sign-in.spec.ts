import type { Page } from '@playwright/test';
import { stepOf, totpCode } from '#server/features/totp/totp-code.ts';
import { axe, expect, test } from '../harness/e2e.ts';
import { firstAdmin, type RunningServer } from '../harness/server.ts';
import { addAuthenticator } from '../harness/virtual-authenticator.ts';
import { newPerson, send, signedIn, tokenOf } from './office-api.ts';

type Person = { username: string; password: string };

/** The same server by its name: browsers accept no IP address for passkeys. */
const named = (server: RunningServer) => server.url.replace('127.0.0.1', 'localhost');

async function logIn(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Leaves the app first: its own way to the login would cut off the next navigation. */
async function logOut(page: Page): Promise<void> {
  await page.goto(new URL('/robots.txt', page.url()).href);
  await page.evaluate(() => localStorage.removeItem('token'));
}

test('adds a passkey, signs in with it and removes it', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/);
  const person = await newPerson(server, 'employee');
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const site = named(server);
  await page.goto(`${site}/login`);
  await logIn(page, person);
  await expect(page).toHaveURL(`${site}/portal`);
  await page.getByRole('button', { name: `Signed in as ${person.username}` }).click();
  await page.getByRole('link', { name: 'Sign-in and devices' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await axe(page);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByLabel('Current password').fill('not this one');
  allowConsole(/status of 403/);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
    "That password or code isn't right. Try again.",
  );
  await axe(page);
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await axe(page);
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByText('My phone')).toBeVisible();
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toHaveLength(1);

  await logOut(page);
  await page.goto(`${site}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${site}/portal`);

  // The password alone no longer signs in.
  await logOut(page);
  await page.goto(`${site}/login`);
  await logIn(page, person);
  await expect(page.getByLabel('Code')).toBeFocused();
  await axe(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${site}/portal`);

  await page.goto(`${site}/sign-in`);
  await list.getByRole('button', { name: 'Remove My phone' }).click();
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await tokenOf(server, person);
  await logOut(page);
  await page.goto(`${site}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    "This passkey didn't work. Try again, or log in with your password.",
  );
});

test('says what to do when no passkey is chosen, and hides the choice at an IP address', async ({
  page,
  server,
}) => {
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto(`${named(server)}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Nothing was chosen. Try again, or log in with your password.',
  );
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
});

test('turns one-time codes on, signs in with one and with a recovery code', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[013]/);
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await newPerson(server, 'employee');
  await signedIn(page, server, person);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Set up one-time codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await axe(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const codeAt = (offset: number) => totpCode(secret, stepOf(new Date()) + offset);
  await dialog.getByLabel('Code from the app').fill(codeAt(9));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByLabel('Code from the app')).toHaveAccessibleDescription(
    "That code isn't right. Check the clock of your phone and enter the next code.",
  );
  await dialog.getByLabel('Code from the app').fill(codeAt(0));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  const enter = async (code: string) => {
    await logOut(page);
    await page.goto('/login');
    await logIn(page, person);
    await expect(page.getByRole('status')).toHaveText(
      'Enter the code from your authenticator app or a recovery code, or use your passkey.',
    );
    await page.getByLabel('Code').fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      "That code isn't right, or it was already used. Enter the next one.",
    );
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/portal');
  };
  await enter(codeAt(1));
  await enter(codes[0] ?? '');
  await page.goto('/sign-in');
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Or a code').fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up one-time codes' })).toBeVisible();
  await tokenOf(server, person);
});

test('signs out another device, which lands on login', async ({
  page,
  browser,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  const person = await newPerson(server, 'employee');
  await signedIn(page, server, person);
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0.0.0 Mobile Safari/537.36',
  });
  const phone = await elsewhere.newPage();
  await phone.goto(`${server.url}/login`);
  await logIn(phone, person);
  await expect(phone.getByRole('banner').getByText(person.username)).toBeVisible();

  await page.goto('/sign-in');
  const devices = page.getByRole('list', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('This device')).toHaveCount(1);
  await axe(page);
  await devices.getByRole('button', { name: /^Sign out Chrome on Android/ }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(phone).toHaveURL(/\/login$/);
  await expect(phone.getByRole('alert')).toHaveText('Session expired. Please log in again.');
  await elsewhere.close();

  const others = [await tokenOf(server, person), await tokenOf(server, person)];
  await page.reload();
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  for (const token of others) {
    await expect(send(server, 'GET', '/api/user', token)).rejects.toThrow(/401/);
  }
});

test('an admin resets the second factors of a lost phone', async ({ page, server }) => {
  const person = await newPerson(server, 'employee');
  const token = await tokenOf(server, person);
  const proof = { current_password: person.password };
  const { secret } = await send<{ secret: string }>(
    server,
    'POST',
    '/api/totp/start',
    token,
    proof,
  );
  const otp = totpCode(secret, stepOf(new Date()));
  await send(server, 'POST', '/api/totp/confirm', token, { otp });
  await expect(tokenOf(server, person)).rejects.toThrow(/second_factor_required/);
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByRole('button', { name: `Password link for ${person.username}` }).click();
  await page.getByRole('button', { name: 'Reset second factors' }).click();
  await axe(page);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(
    page.getByText('Second factors removed. They can now sign in with the password alone.'),
  ).toBeVisible();
  await tokenOf(server, person);
});

test.describe('REQUIRE_SECOND_FACTOR=admins', () => {
  test.use({ serverEnv: { REQUIRE_SECOND_FACTOR: 'admins' } });

  test('leads an admin without a second factor to the set-up', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/status of 403/);
    await signedIn(page, server, firstAdmin);
    await page.goto('/users');
    await expect(page).toHaveURL('/sign-in');
    await expect(page.getByRole('main')).toContainText(
      'Your account needs a second factor. Add a passkey or one-time codes to continue.',
    );
    await axe(page);
    await page.getByRole('button', { name: 'Set up one-time codes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(firstAdmin.password);
    await page.keyboard.press('Enter');
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await dialog.getByLabel('Code from the app').fill(totpCode(secret, stepOf(new Date())));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('button', { name: 'I saved the codes' }).click();
    await expect(page.getByRole('main')).not.toContainText('Your account needs a second factor');
    await page.goto('/users');
    await expect(page.getByText(/^1 user/)).toBeVisible();
  });
});
