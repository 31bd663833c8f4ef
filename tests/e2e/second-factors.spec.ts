/** Passkeys, one-time codes and the devices of an account. */
import type { Page } from '@playwright/test';
import { stepOf, totpCode } from '#server/features/totp/totp-code.ts';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import { addAuthenticator } from '#tests/harness/virtual-authenticator.ts';
import { newPerson, pressLogout, send, signedIn, submitLogin, visit } from './office-api.ts';

/** The same server by its name: browsers accept no IP address for passkeys. */
const named = (server: RunningServer) => server.url.replace('127.0.0.1', 'localhost');

test('adds a passkey, signs in with it and removes it', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 40[13]/);
  const person = await newPerson(server, 'employee');
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const site = named(server);
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await page.goto(`${site}/login`);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await passkey.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Nothing was chosen. Try again, or log in with your password.',
  );
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });

  await submitLogin(page, person);
  await expect(page).toHaveURL(`${site}/portal`);
  await visit(page, '/sign-in');
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await axe(page);
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByText('My phone')).toBeVisible();

  // The password alone no longer signs in.
  await pressLogout(page);
  await submitLogin(page, person);
  await expect(page.getByLabel('Code')).toBeFocused();
  await passkey.click();
  await expect(page).toHaveURL(`${site}/portal`);

  await visit(page, '/sign-in');
  await list.getByRole('button', { name: 'Remove My phone' }).click();
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
});

/** Turns one-time codes on in the open dialog; returns the secret and the recovery codes. */
async function setUpCodes(page: Page, password: string) {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Set up one-time codes' }).click();
  await dialog.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const codeAt = (offset: number) => totpCode(secret, stepOf(new Date()) + offset);
  await dialog.getByLabel('Code from the app').fill(codeAt(0));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  return { codeAt, codes };
}

test('an account that needs one-time codes', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 40[013]/);
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await newPerson(server, 'employee');
  await signedIn(page, server, person);
  // What REQUIRE_SECOND_FACTOR answers.
  const answer = { error: 'Add a second factor.', code: 'second_factor_setup_required' };
  await page.route('**/api/badges', (route) => route.fulfill({ status: 403, json: answer }));
  await page.goto('/holiday');
  await expect(page).toHaveURL('/sign-in');
  const needed = page.getByText('Your account needs a second factor.');
  await expect(needed).toBeVisible();
  await page.unroute('**/api/badges');
  const { codeAt, codes } = await setUpCodes(page, person.password);
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();
  await expect(needed).toBeHidden();
  await pressLogout(page);
  await submitLogin(page, person);
  await expect(page.getByRole('status')).toHaveText(
    'Enter the code from your authenticator app or a recovery code, or use your passkey.',
  );
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    "That code isn't right, or it was already used. Enter the next one.",
  );
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/portal');
  // The code of the set-up is used up, perhaps still the present one; the next one is accepted early.
  for (const otp of [codeAt(1), codes[1]]) {
    const login = { username: person.username, password: person.password, otp };
    await send(server, 'POST', '/api/login', null, login);
  }
  await visit(page, '/sign-in');
  await expect(page.getByText('8 recovery codes left.')).toBeVisible();
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  await devices
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click();
  await expect(devices).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(devices).toHaveCount(1);
});
