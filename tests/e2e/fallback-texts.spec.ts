/** Messages for failures without a server message, and for tokens without a known role. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { addDocument, newDriver } from './documents-api.ts';
import { signedIn, unique } from './office-api.ts';
import { addDamage, newStaff } from './users-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const inMain = (page: Page, text: string) => page.getByRole('main').getByText(text);

/** Answers calls of one method to `path` with an error page without a message. */
async function failWithoutText(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 502, body: '<html>' })
      : route.fallback(),
  );
}

async function confirmDelete(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

test('damages show the fallback text of a failed list and a failed deletion (X3, G2)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 502/);
  const { employeeId } = await newStaff(server);
  const driver_name = unique('Driver');
  await addDamage(server, employeeId, { driver_name });
  await signedIn(page, server);
  await failWithoutText(page, 'GET', /\/api\/damages/);
  await page.goto('/damages');
  await expect(inMain(page, 'Failed to fetch damages.')).toBeVisible();
  await page.unroute(/\/api\/damages/);
  await page.getByRole('button', { name: 'Try again' }).click();

  await failWithoutText(page, 'DELETE', /\/api\/damages\//);
  const card = page.getByRole('article').filter({ hasText: driver_name });
  await card.getByRole('button', { name: /^Delete/ }).click();
  await confirmDelete(page);
  await expect(page.getByText('Failed to delete damage. Please try again.')).toBeVisible();
  await expect(card).toBeVisible();

  await failWithoutText(page, 'GET', /\/api\/employees$/);
  await page.reload();
  await page.getByRole('button', { name: 'Add Damage' }).click();
  await expect(page.getByRole('dialog').getByText('Failed to fetch employees.')).toBeVisible();
});

test('documents show the fallback text of a failed update, deletion and user list (D1, D3, D5)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 502/);
  const { name } = await addDocument(server, 'reports', [await newDriver(server)]);
  await signedIn(page, server);
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'Upload Report', exact: true })).toBeVisible();
  await failWithoutText(page, 'PUT', /\/api\/reports\/files\//);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Report File' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Failed to update file.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await failWithoutText(page, 'DELETE', /\/api\/reports\/files\//);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await confirmDelete(page);
  await expect(page.getByText('Failed to delete file.')).toBeVisible();

  await failWithoutText(page, 'GET', /\/api\/users$/);
  await page.goto('/trainingfiles');
  await expect(inMain(page, 'Failed to fetch users.')).toBeVisible();
  await page.unroute(/\/api\/users$/);
  await page.route('**/api/users', (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(inMain(page, 'No users available.')).toBeVisible();
});

test('a failed deletion of a user shows its fallback text (U5)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 502/);
  const { username } = await newDriver(server);
  await signedIn(page, server);
  await page.goto('/users');
  await failWithoutText(page, 'DELETE', /\/api\/users\//);
  const row = page.getByRole('row').filter({ hasText: username });
  await row.first().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByText('Failed to delete user.')).toBeVisible();
  await expect(row.first()).toBeVisible();
});

test('hours and damages report a token with another role, or an undecodable one (H4, X4)', async ({
  page,
  server,
}) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const ofManager = `${part({ alg: 'HS256' })}.${part({ exp, role: 'manager' })}.c2ln`;
  for (const [path, token, text] of [
    ['/hours', ofManager, 'Unknown role.'],
    ['/hours', 'a.b.c', 'Invalid token.'],
    ['/damages', ofManager, 'Unknown role.'],
  ] as const) {
    await signedIn(page, server);
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    // The guard redirects such a token to /login, so it is set while the page is open.
    await page.evaluate((value) => {
      localStorage.setItem('token', value);
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: value }));
    }, token);
    await expect(page.getByText(text, { exact: true }), path).toBeVisible();
  }
});
