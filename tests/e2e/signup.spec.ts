import { expect, test } from '../harness/e2e.ts';
import { signedIn, tokenOf, unique } from './office-api.ts';

test('an admin creates an account that can log in (S6)', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  await page.goto('/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CREATE AN ACCOUNT');
  const role = page.getByLabel('Role');
  await expect(role).toHaveValue('employee');
  await expect(role.getByRole('option')).toHaveText(['Admin', 'Employee']);
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('This field is required.');

  const username = unique('driver').replace(' ', '-');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Password').fill('short');
  await create.click();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    /Use at least 8 characters\./,
  );
  await page.getByLabel('Password').fill('a load of nine cars');
  await create.click();
  // /login redirects a signed-in admin to the portal, which shows the message.
  await expect(page.getByText('Account created successfully! Please log in.')).toBeVisible();
  await expect(page).toHaveURL('/portal');
  await tokenOf(server, { username, password: 'a load of nine cars' });
});

test("shows the server's error about an account, else the fallback text (S6)", async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/, /status of 502/);
  await signedIn(page, server, 'admin');
  await page.goto('/signup');
  await page.getByLabel('Username').fill('ADMIN');
  await page.getByLabel('Email').fill('another@example.com');
  await page.getByLabel('Password').fill('a load of nine cars');
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
    'This username is already taken.',
  );
  await page.route('**/api/signup', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await create.click();
  await expect(page.getByText('Error creating account. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('another@example.com');
});
