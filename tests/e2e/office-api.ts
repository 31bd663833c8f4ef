/** Calls the API, creates people through it, and signs pages in. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page, Route } from '@playwright/test';
import type { Role } from '#contract/wire/access.ts';
import { pageAt } from '../../web/portal/pages.ts';
import { call, signIn } from '../harness/chat-client.ts';
import { firstAdmin, type RunningServer } from '../harness/server.ts';

export type Server = Pick<RunningServer, 'url'>;
type Login = { username: string; password: string };
export type Person = Login & { userId: number };
/** A person with an employee record; the name is the first and last one. */
export type Staff = Person & { employeeId: number; name: string };

/** Sends a request and returns the reply; throws unless it succeeds. */
export function send<T>(
  { url }: Server,
  method: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<T> {
  return call(url + path, { token }, method, body);
}

const ofFirstAdmin = new WeakMap<Server, { token: Promise<string>; until: number }>();
/** Milliseconds for which a sign-in is reused: 15 minutes later it can't create admins. */
const reuseTime = 10 * 60_000;

const logIn = async ({ url }: Server, login: Login) => (await signIn(url, login)).token;

/**
 * A new token of a user, by default the first admin's. That one is reused, because every test uses it and each
 * login costs a slow hash.
 */
export function tokenOf(server: Server, person?: Login): Promise<string> {
  if (person) return logIn(server, person);
  const known = ofFirstAdmin.get(server);
  if (known !== undefined && Date.now() < known.until) return known.token;
  const token = logIn(server, firstAdmin);
  ofFirstAdmin.set(server, { token, until: Date.now() + reuseTime });
  return token;
}

let made = 0;

/** Appends a unique suffix. */
export function unique(name: string): string {
  made += 1;
  return `${name} ${process.pid}-${made}`;
}

/** Creates something as the first admin. */
export async function create<T>(server: Server, path: string, body: object): Promise<T> {
  return send<T>(server, 'POST', path, await tokenOf(server), body);
}

/** Creates a new account. */
export async function newPerson(server: Server, role: Role): Promise<Person> {
  const username = unique(role).replace(' ', '-');
  const password = 'a load of nine cars';
  const { user_id } = await create<{ user_id: number }>(server, '/api/users', {
    username,
    user_email: `${username}@example.com`,
    phone_number: '630-555-0100',
    user_role: role,
    password,
  });
  return { username, password, userId: user_id };
}

/** Creates an account with an employee record. */
export async function newStaff(
  server: Server,
  hours: { pto_hours?: number; work_hours?: number } = {},
  role: Role = 'employee',
  first_name = 'Marisol',
): Promise<Staff> {
  const person = await newPerson(server, role);
  const last_name = unique('Vega');
  const { employee_id } = await create<{ employee_id: number }>(server, '/api/employees', {
    user_id: person.userId,
    first_name,
    last_name,
    position: 'Car Haul Driver',
    department: 'Operations',
    hire_date: '2019-04-01',
    ...hours,
  });
  return { ...person, employeeId: employee_id, name: `${first_name} ${last_name}` };
}

/** Runs a statement in the server's database; returns how many rows changed. */
export function update({ dataDir }: RunningServer, sql: string, ...values: string[]): number {
  const database = new DatabaseSync(join(dataDir, 'headrack.sqlite'), { timeout: 5000 });
  const { changes } = database.prepare(sql).run(...values);
  database.close();
  return Number(changes);
}

/** Keeps the page's next request to `url` waiting until the returned function is called. */
export async function delayNext(page: Page, url: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await released.promise;
    await route.continue();
  };
  await page.route(url, hold, { times: 1 });
  return released.resolve;
}

/** Pages whose next document gets a token. */
const waiting = new WeakSet<Page>();
let stores = 0;

/** Stores a token, as a login does, when the page loads its next document; later ones leave it as it is then. */
export async function storeToken(page: Page, token: string): Promise<void> {
  stores += 1;
  await page.addInitScript(
    ([token, key]) => {
      if (window !== top || !location.protocol.startsWith('http')) return;
      if (sessionStorage.getItem(key) !== null) return;
      sessionStorage.setItem(key, '');
      localStorage.setItem('token', token);
    },
    [token, `token ${stores}`] as const,
  );
  waiting.add(page);
  page.once('domcontentloaded', () => waiting.delete(page));
}

/** The page of the portal at an address, and its language. */
function screenAt(url: string): { language: string; screen: string } | undefined {
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const [, language = '', path = ''] = /^(\/es)?(.*)$/.exec(pathname) ?? [];
  const screen = pageAt(path)?.href;
  return screen === undefined ? undefined : { language, screen };
}

/** Moves to a page with another title as a link in the open page does, which takes no page load. Close dialogs first. */
export async function moveTo(page: Page, path: string, hasOtherTitle = true): Promise<void> {
  // Closed dialogs still remove their entries from the history.
  await page.waitForFunction(() => !history.state?.dialogs);
  const before = await page.title();
  await page.evaluate((at) => {
    history.pushState(null, '', at);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  if (!hasOtherTitle) return;
  // Until then the window still shows the former page. A title may begin with a count.
  await page.waitForFunction((former) => {
    const [one, other] = [document.title, former].map((title) => title.replace(/^\(\d+\) /, ''));
    return one !== other;
  }, before);
}

/** Opens a page of the portal: by a load only when the window doesn't show another one in that language. */
export async function visit(page: Page, path: string): Promise<void> {
  const from = screenAt(page.url());
  const to = screenAt(path);
  if (waiting.has(page) || from === undefined || from.language !== to?.language) {
    await page.goto(path);
  } else await moveTo(page, path, to.screen !== from.screen);
}

/** Signs the page in as a new user of that role, or as the given user; returns the token. */
export async function signedIn(
  page: Page,
  server: Server,
  user: Role | Login = 'admin',
): Promise<string> {
  const person = typeof user === 'string' ? await newPerson(server, user) : user;
  const token = await tokenOf(server, person);
  await storeToken(page, token);
  return token;
}

/** Opens a page and waits for its live connection. */
export async function connected(page: Page, path = '/portal'): Promise<void> {
  // From the start, because the connection may be ready before the page has loaded.
  const answered = page
    .waitForEvent('websocket', (ws) => ws.url().includes('/socket.io/'))
    .then((ws) =>
      ws.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')),
    );
  await page.goto(path);
  await answered;
}

/** Fills and submits the open login page. */
export async function submitLogin(page: Page, { username, password }: Login): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs out: in a narrow window with the account menu. */
export async function pressLogout(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: /^Signed in as/ });
  await account.waitFor();
  if ((page.viewportSize()?.width ?? 0) < 1024) await account.click();
  await page.getByRole('button', { name: 'Logout' }).click();
}
