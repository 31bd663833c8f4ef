import { expect, test } from '../harness/e2e.ts';
import { firstAdmin } from '../harness/server.ts';
import { signedIn, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

test('an admin’s new driver gets hours, a damage and a notification on the phone', async ({
  page,
  browser,
  server,
  baseURL,
}) => {
  test.slow();
  const username = unique('driver').replace(' ', '-');
  const name = `Marisol ${username}`;
  const password = 'a load of nine cars';

  await signedIn(page, server, firstAdmin);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  const form = page.locator('form');
  const values = {
    Username: username,
    Email: `${username}@example.com`,
    Phone: '630-555-0143',
    Password: password,
    'First Name': 'Marisol',
    'Last Name': username,
    Department: 'Operations',
    Position: 'Driver',
    'Hire Date': '2026-02-03',
    'PTO Hours': '40',
    'Work Hours': '0',
  };
  for (const [label, value] of Object.entries(values)) {
    // Without checkboxes: the label of one has the word 'password'.
    await form.getByLabel(label).and(page.locator(':not([type=checkbox])')).fill(value);
  }
  await page.getByRole('button', { name: 'Add User & Employee', exact: true }).click();
  await expect(
    page.getByText('User and Employee added successfully.', { exact: true }),
  ).toBeVisible();

  // The driver signs in by hand on a phone and leaves the portal open.
  const phone = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const driver = await phone.newPage();
  await driver.goto('/login');
  await driver.getByLabel('Username').fill(username);
  await driver.getByLabel('Password').fill(password);
  // Before the login: the server may reply before the next step.
  const connected = driver
    .waitForEvent('websocket', (ws) => ws.url().includes('/socket.io/'))
    .then((ws) =>
      ws.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')),
    );
  await driver.getByRole('button', { name: 'Log in' }).click();
  await expect(driver).toHaveURL('/portal');
  await connected;

  await page.goto('/hours');
  await page.getByLabel(`PTO Hours of ${name}`).fill('47.5');
  await page.getByLabel('Reason').fill('Holiday on the road');
  await page.getByRole('button', { name: 'Submit Changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Changes submitted successfully!', { exact: true })).toBeVisible();

  await page.goto('/damages');
  await page.getByRole('button', { name: 'Add Damage' }).click();
  await page.getByLabel('Employee').selectOption(name);
  await page.getByLabel('Driver Name').fill(name);
  await page.getByLabel('Amount').fill('1234.5');
  await page.getByLabel('Description').fill('Mirror of a Tahoe broken at the gate.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Damage added successfully.', { exact: true })).toBeVisible();

  const words = unique('Ice on I-80');
  await page.getByRole('button', { name: 'Send notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  await dialog.getByLabel('Message').fill(words);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Email sent successfully.', { exact: true })).toBeVisible();

  await expect(driver.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
  await driver.getByRole('button', { name: 'Notifications, 3 unread' }).click();
  await expect(
    driver.getByRole('dialog', { name: 'Notifications' }).getByText(words),
  ).toBeVisible();
  await driver.keyboard.press('Escape');

  await driver
    .getByRole('main')
    .getByRole('link', { name: /^PTO Tracker/ })
    .click();
  await expect(driver.getByLabel(`PTO Hours of ${name}`)).toHaveValue('47.5');
  const ledger = driver.getByRole('region', { name: 'How your hours changed' });
  await expect(ledger.getByRole('listitem').first()).toContainText('40 → 47.5');
  await expect(ledger).toContainText('Holiday on the road');

  await driver.goto('/damages');
  const card = driver.getByRole('article').filter({ hasText: 'Mirror of a Tahoe' });
  await expect(card).toContainText('$1,234.50');
  await expect(driver.getByRole('article')).toHaveCount(1);
  await phone.close();
});
