import type { Page } from '@playwright/test';
import { company, telHref } from '#contract/company.ts';
import { axe, expect, test } from '../harness/e2e.ts';
import { newPerson, pressLogout, send, signedIn, storeToken, tokenOf } from './office-api.ts';

const username = (page: Page) => page.getByLabel('Username');
const password = (page: Page) => page.getByLabel('Password');
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in' });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** An unsigned token: the pages decode it, the server rejects it. */
function fakeToken(payload: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.c2lnbmF0dXJl`;
}

const later = () => Math.floor(Date.now() / 1000) + 3600;

/** Mocks the calls of the home page, because the server rejects a fake token. */
async function mockHomeCalls(page: Page, user: { username: string; first_name: string | null }) {
  const answers = {
    user: { ...user, role: 'admin' },
    inquiries: [],
    badges: { unread_notices: 0, new_inquiries: 0, new_applications: 0 },
    notifications: { notifications: [] },
    'messages/unread-total': { total_unread: 0 },
  };
  for (const [path, json] of Object.entries(answers)) {
    await page.route(
      (url) => url.pathname === `/api/${path}`,
      (route) => route.fulfill({ json }),
    );
  }
  await silentSocket(page);
}

/** Mocks a live connection that never sends anything. */
async function silentSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => {});
}

async function tryToLogIn(page: Page): Promise<void> {
  await username(page).fill('anna');
  await password(page).fill('wrong password');
  await logIn(page).click();
}

test('logs in, shows the name, and logs out here and on the server (S1, S5, N1)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  const person = await newPerson(server, 'employee');
  await page.goto('/about');
  await page.goto('/login');
  await logIn(page).click();
  await expect(username(page)).toBeFocused();
  await expect(username(page)).toHaveAccessibleDescription('This field is required.');
  await expect(password(page)).toHaveAccessibleDescription('This field is required.');
  await username(page).fill(person.username);
  await password(page).fill(person.password);
  await password(page).press('Enter');
  await expect(page).toHaveURL('/portal');
  const header = page.getByRole('banner');
  await expect(header.getByText(person.username)).toBeVisible();
  const token = (await stored(page)) ?? '';
  await send(server, 'GET', '/api/user', token);

  const gone = page.waitForResponse('**/api/logout');
  await pressLogout(page);
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toBeNull();
  expect((await gone).status()).toBe(204);
  await expect(send(server, 'GET', '/api/user', token)).rejects.toThrow('answered 401');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('rejects wrong credentials (S1)', async ({ page, allowConsole }) => {
  allowConsole(/status of 401/);
  await page.goto('/login');
  await tryToLogIn(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid credentials' })).toHaveText(
    'Invalid credentials',
  );
  await expect(page).toHaveURL('/login');
  await expect(username(page)).toHaveValue('anna');
  expect(await stored(page)).toBeNull();
});

test('distinguishes a failing server, a silent one and a lost connection (S1, G6)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of (500|429)/, /ERR_FAILED/);
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await page.goto('/login');
  await page.route('**/api/login', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await tryToLogIn(page);
  await expect(alert('An error occurred during login.')).toHaveText(
    'An error occurred during login.',
  );
  await page.unroute('**/api/login');
  const error = 'Too many attempts. Wait a moment and try again.';
  await page.route('**/api/login', (route) => route.fulfill({ status: 429, json: { error } }));
  await logIn(page).click();
  await expect(alert(error)).toHaveText(`An error occurred during login. ${error}`);
  await page.unroute('**/api/login');
  await page.route('**/api/login', (route) => route.abort());
  await logIn(page).click();
  await expect(alert('An unexpected error occurred.')).toHaveText('An unexpected error occurred.');
  await page.unroute('**/api/login');
  await page.route('**/api/login', () => {});
  const start = Date.now();
  await logIn(page).click();
  await expect(alert('Login request timed out. Please try again.')).toBeVisible();
  const waited = Date.now() - start;
  expect(waited).toBeGreaterThan(4900);
  expect(waited).toBeLessThan(8000);
});

test('/login redirects a valid session to the portal (S2)', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/login');
  await expect(page).toHaveURL('/portal');
});

test('/login says that a session expired and removes its token (S2)', async ({ page }) => {
  await storeToken(page, fakeToken({ exp: 1_700_000_000, role: 'admin' }));
  await page.goto('/login');
  await expect(page.getByRole('alert')).toHaveText(
    'Your session has expired. Please log in again.',
  );
  expect(await stored(page)).toBeNull();
  await page.reload();
  await expect(logIn(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('/login silently removes an undecodable token (S2)', async ({ page }) => {
  for (const malformed of ['rubbish', 'a.b.c', fakeToken({ role: 'admin' })]) {
    await storeToken(page, malformed);
    await page.goto('/login');
    await expect(logIn(page)).toBeEnabled();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alert')).toBeHidden();
    expect(await stored(page)).toBeNull();
  }
});

test('reads the role from role, user.role or roles[0] (S3)', async ({ page }) => {
  await mockHomeCalls(page, { username: '', first_name: null });
  for (const payload of [{ role: 'admin' }, { user: { role: 'admin' } }, { roles: ['admin'] }]) {
    await storeToken(page, fakeToken({ exp: later(), ...payload }));
    await page.goto('/portal');
    await expect(page.getByRole('link', { name: /^Applications/ }).first()).toBeVisible();
    // The user has no name.
    await expect(page.getByRole('banner')).toContainText('Signed in as User');
  }
});

test('the header prefers the first name (N1)', async ({ page }) => {
  await mockHomeCalls(page, { username: 'ann', first_name: 'Annika' });
  await storeToken(page, fakeToken({ exp: later(), role: 'admin', username: 'ann' }));
  await page.goto('/portal');
  await expect(page.getByRole('banner').getByText('Annika')).toBeVisible();
});

test('an account that cannot be loaded ends the session (N1)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await signedIn(page, server);
  await page.route('**/api/user', (route) => route.fulfill({ status: 404, json: { error: 'x' } }));
  await page.goto('/portal');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText(/Please log in again\./);
  expect(await stored(page)).toBeNull();
});

test('any 401 shows one alert, removes the token and redirects to /login (G3)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  const person = await newPerson(server, 'admin');
  const token = await tokenOf(server, person);
  await storeToken(page, token);
  await send(server, 'POST', '/api/logout', token);
  // Several calls fail at the same time.
  await page.goto('/applications');
  await expect(page).toHaveURL('/login');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(['Session expired. Please log in again.']);
  expect(await stored(page)).toBeNull();
  await page.reload();
  await expect(logIn(page)).toBeEnabled();
  await expect(alert).toBeHidden();
});

test('shows the alert when the session ends during an action (G3)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  // A live connection would redirect to /login first, so it is silenced: here the press gets the first 401.
  await silentSocket(page);
  const token = await signedIn(page, server);
  await page.goto('/signup');
  await page.getByLabel('Username').fill('somebody');
  await page.getByLabel('Email').fill('somebody@example.com');
  await page.getByLabel('Password').fill('a load of nine cars');
  await send(server, 'POST', '/api/logout', token);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText(['Session expired. Please log in again.']);
});

test('the account menu has the password, the devices, the own data and Logout, also by keyboard', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const person = await newPerson(server, 'employee');
  await signedIn(page, server, person);
  await page.goto('/portal');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const menu = page.getByRole('button', { name: `Signed in as ${person.username}` });
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  await menu.focus();
  await page.keyboard.press('Enter');
  await axe(page);
  const way = page.getByRole('link', { name: 'Your password' });
  await way.press('Enter');
  await expect(page).toHaveURL('/password');
  await expect(page.getByRole('dialog')).toBeHidden();
  await menu.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Sign-in and devices' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(way).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Your data' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});

test('/login can show the password and has the office phone', async ({ page }) => {
  await page.goto('/login');
  await password(page).fill('a load of nine cars');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveValue('a load of nine cars');
  const phone = page.getByRole('main').getByRole('link', { name: company.phones.general.number });
  await expect(phone).toHaveAttribute('href', telHref(company.phones.general.number));
});

test('a login without a connection says that it is offline', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/login');
  await expect(logIn(page)).toBeEnabled();
  await context.setOffline(true);
  await tryToLogIn(page);
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred.');
  await expect(page.getByText("You're offline. Connect to the internet")).toBeVisible();
});

test('a session that isn’t remembered ends when the last tab closes', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server, 'employee');
  const enter = async (keep: boolean) => {
    await page.goto('/login');
    await username(page).fill(person.username);
    await password(page).fill(person.password);
    await page.getByLabel('Keep me signed in on this device').setChecked(keep);
    await logIn(page).click();
    await expect(page).toHaveURL('/portal');
  };
  // Session cookies, which a closed browser drops.
  const closeBrowser = () => context.clearCookies();

  await enter(true);
  await closeBrowser();
  await page.goto('/portal');
  await expect(page.getByRole('banner')).toContainText(person.username);
  await pressLogout(page);
  await expect(page).toHaveURL('/login');

  await enter(false);
  const other = await context.newPage();
  await other.goto('/portal');
  await expect(other.getByRole('banner')).toContainText(person.username);
  await other.close();
  await closeBrowser();
  await page.goto('/portal');
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toBeNull();
  // Another token is not meant.
  await storeToken(page, await tokenOf(server, person));
  await page.goto('/portal');
  await expect(page.getByRole('banner')).toContainText(person.username);
});

test('logging out in one tab ends the other', async ({ page, context, server }) => {
  await signedIn(page, server);
  await page.goto('/portal');
  const other = await context.newPage();
  await other.goto('/PortalJobs');
  await expect(other.getByRole('heading', { name: 'Jobs', exact: true })).toBeVisible();
  // A call that is under way when the session ends is answered with 401, which the console shows.
  await other.waitForLoadState('networkidle');
  await pressLogout(page);
  await expect(other).toHaveURL('/login');
});

test('a closed account is explained after the alert of a 401', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  const person = await newPerson(server, 'employee');
  const token = await signedIn(page, server, person);
  const { user_id } = await send<{ user_id: number }>(server, 'GET', '/api/user', token);
  await page.goto('/portal');
  await expect(page.getByRole('banner').getByText(person.username)).toBeVisible();
  await send(server, 'DELETE', `/api/users/${user_id}`, await tokenOf(server));
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText(['Session expired. Please log in again.']);
  await expect(
    page.getByText('This account was closed. Call the office at 815-555-0100.', { exact: true }),
  ).toBeVisible();
});
