/** Logging in, staying signed in, and every way in which a session ends. */
import type { Page } from '@playwright/test';
import { company, telHref } from '#contract/company/profile.ts';
import { expect, test } from '#tests/harness/e2e.ts';
import {
  newPerson,
  pressLogout,
  send,
  signedIn,
  submitLogin,
  tokenOf,
  visit,
} from './office-api.ts';
import { keysIn } from './offline-steps.ts';
import { pdfFile } from './records-api.ts';

const username = (page: Page) => page.getByLabel('Username');
const password = (page: Page) => page.getByLabel('Password');
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in' });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** Ends the timeout that the page has set last; returns its milliseconds. */
type Timer = { end: () => number };

/** An unsigned token: the pages decode it, the server rejects it. */
function fakeToken(payload: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.c2lnbmF0dXJl`;
}

test('why a login failed, and old tokens (S1, S2, G6)', async ({ page, context, allowConsole }) => {
  allowConsole(/status of (401|429|500)/, /ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  // Instead of waiting for five seconds.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      const end = () => {
        controller.abort(new DOMException('', 'TimeoutError'));
        return milliseconds;
      };
      Object.assign(globalThis, { end });
      return controller.signal;
    };
  });
  const alert = page.getByRole('alert');
  const openWith = async (token: string) => {
    await page.evaluate((text) => localStorage.setItem('token', text), token);
    await page.goto('/login');
  };
  await page.goto('/robots.txt');
  await openWith(fakeToken({ role: 'admin' }));
  await expect(logIn(page)).toBeEnabled();
  await expect(page).toHaveURL('/login');
  await expect(alert).toBeHidden();
  expect(await stored(page)).toBeNull();
  await openWith(fakeToken({ exp: 1_700_000_000, role: 'admin' }));
  await expect(alert).toHaveText('Your session has expired. Please log in again.');
  expect(await stored(page)).toBeNull();

  const phone = page.getByRole('main').getByRole('link', { name: company.phones.general.number });
  await expect(phone).toHaveAttribute('href', telHref(company.phones.general.number));
  await expect(logIn(page)).toBeEnabled();
  // Not at an IP address.
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
  await logIn(page).click();
  await expect(username(page)).toBeFocused();
  for (const field of [username(page), password(page)]) {
    await expect(field).toHaveAccessibleDescription('This field is required.');
  }
  await username(page).fill('anna');
  await password(page).fill('wrong password');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await logIn(page).click();
  await expect(alert).toHaveText('Invalid credentials');
  await expect(username(page)).toHaveValue('anna');
  expect(await stored(page)).toBeNull();

  const wait = 'Too many attempts. Wait a moment and try again.';
  const replies = [
    { status: 500, json: { error: 'x' } },
    { status: 429, json: { error: wait } },
  ];
  await page.route('**/api/login', async (route) => {
    const reply = replies.shift();
    await (reply ? route.fulfill(reply) : route.abort());
  });
  for (const text of [
    'An error occurred during login.',
    `An error occurred during login. ${wait}`,
    'An unexpected error occurred.',
  ]) {
    await logIn(page).click();
    await expect(alert).toHaveText(text);
  }
  await page.unroute('**/api/login');
  await page.route('**/api/login', () => {});
  const asked = page.waitForRequest('**/api/login');
  await logIn(page).click();
  await asked;
  expect(await page.evaluate(() => (globalThis as unknown as Timer).end())).toBe(5000);
  await expect(alert).toHaveText('Login request timed out. Please try again.');
  await page.unroute('**/api/login');
  await context.setOffline(true);
  await logIn(page).click();
  await expect(alert).toHaveText('An unexpected error occurred.');
  await expect(page.getByText("You're offline. Connect to the internet")).toBeVisible();
});

test('signing in and out (S1, S4, S5, N1)', async ({ page, context, server, allowConsole }) => {
  // Of a call that is under way when the session ends.
  allowConsole(/status of 401/);
  const person = await newPerson(server, 'employee');
  await page.goto('/robots.txt');
  await page.goto('/portaljobs');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You need to be logged in.', { exact: true })).toBeVisible();
  await page.getByLabel('Keep me signed in on this device').uncheck();
  await submitLogin(page, person);
  await expect(page).toHaveURL('/portaljobs');
  // With it the session ends in session.test.ts.
  expect((await context.cookies()).map(({ name, expires }) => [name, expires])).toContainEqual([
    'headrack_open',
    -1,
  ]);
  await expect(page.getByRole('banner').getByText(person.username)).toBeVisible();
  const token = (await stored(page)) ?? '';
  const other = await context.newPage();
  await other.goto('/holiday');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Holiday Tracker');
  const gone = page.waitForResponse('**/api/logout');
  await pressLogout(page);
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  expect(await stored(page)).toBeNull();
  expect((await gone).status()).toBe(204);
  await expect(send(server, 'GET', '/api/user', token)).rejects.toThrow('answered 401');
  // No page of the portal is left in the history.
  await page.goBack();
  await expect(page).toHaveURL('/robots.txt');

  // The device stays known: guesses of strangers don't lock it out.
  const again = other.waitForRequest('**/api/login');
  await submitLogin(other, person);
  expect((await again).headers()['x-device-token']).toBeTruthy();
});

test('a page whose session ends (S2, G3, N1)', async ({ page, server, allowConsole }) => {
  allowConsole(/status of (401|502)/, /ERR_/);
  // The browser's question whether to leave.
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  const person = await newPerson(server, 'admin');
  const token = await signedIn(page, server, person);
  await page.goto('/login');
  await expect(page).toHaveURL('/portal');
  await expect(page.getByRole('banner').getByText(person.username)).toBeVisible();
  // The copy of the last visit is shown first, once it is stored.
  await expect
    .poll(async () => (await keysIn(page, 'headrack.copies')).join())
    .toContain('["user"]');
  let asked = 0;
  await page.route('**/api/user', async (route) => {
    asked += 1;
    await route.fulfill({ status: 502, body: '<html>' });
  });
  await page.reload();
  await expect.poll(() => asked).toBeGreaterThan(1);
  await page.unroute('**/api/user');

  // Never answered.
  await page.route('**/api/employee-files/upload', () => {});
  await visit(page, '/AdminFiles');
  await page.locator('input[name=file]').setInputFiles(pdfFile('week'));
  const upload = page.waitForRequest('**/api/employee-files/upload');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  expect((await upload).headers().authorization).toBe(`Bearer ${token}`);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await send(server, 'DELETE', `/api/users/${person.userId}`, await tokenOf(server));
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText(['Session expired. Please log in again.']);
  await expect(
    page.getByText('This account was closed. Call the office at 815-555-0100.', { exact: true }),
  ).toBeVisible();
  expect(questions).toEqual([]);
});
