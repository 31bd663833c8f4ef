import { expect, test } from '../harness/e2e.ts';
import { newPerson, pressLogout } from './office-api.ts';

test.use({ serverEnv: { RATE_LIMITS: 'on' } });

test('a browser that signed in before signs in while strangers guess the password (SEC10)', async ({
  page,
  browser,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/, /status of 429/);
  const person = await newPerson(server, 'employee');
  const logIn = async (on: typeof page, password: string) => {
    await on.getByLabel('Username').fill(person.username);
    await on.getByLabel('Password').fill(password);
    await on.getByRole('button', { name: 'Log in' }).click();
  };
  await page.goto('/login');
  await logIn(page, person.password);
  await expect(page).toHaveURL(/\/portal$/);
  await pressLogout(page);

  const guesses = Array.from({ length: 10 }, (_, n) =>
    page.request.post('/api/login', {
      data: { username: person.username, password: `guess ${n}` },
    }),
  );
  const statuses = (await Promise.all(guesses)).map((response) => response.status());
  expect(statuses).toContain(429);

  const stranger = await browser.newContext({ baseURL: server.url });
  const other = await stranger.newPage();
  await other.goto('/login');
  await logIn(other, person.password);
  await expect(
    other.getByText(
      'An error occurred during login. Too many attempts. Wait a moment and try again.',
    ),
  ).toBeVisible();
  await stranger.close();

  await page.goto('/login');
  await logIn(page, 'a typo');
  await expect(page.getByText('Invalid credentials')).toBeVisible();
  await logIn(page, person.password);
  await expect(page).toHaveURL(/\/portal$/);
});
