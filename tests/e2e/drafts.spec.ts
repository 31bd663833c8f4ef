import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import type { RunningServer } from '../harness/server.ts';
import { newPerson, send, signedIn, submitLogin } from './office-api.ts';
import { newStaff } from './users-api.ts';

interface Form {
  path: string;
  /** The page's title on /portal. */
  title: string;
  /** The button that opens the form; null when it is open already. */
  open: string | null;
  /** Input by label; passwords are never stored. */
  typed: Readonly<Record<string, string>>;
}

const forms: readonly Form[] = [
  {
    path: '/users',
    title: 'Users',
    open: 'Add New User & Employee',
    typed: {
      Username: 'rosa.delgado',
      Email: 'rosa@example.com',
      Phone: '815-555-0142',
      Password: 'never to be stored',
      'First Name': 'Rosa',
      'Last Name': 'Delgado',
      Department: 'Dispatch',
      Position: 'Dispatcher',
      'Hire Date': '2024-05-01',
      'Payroll number': 'KT-1',
      'PTO Hours': '40',
      'Work Hours': '8',
    },
  },
  {
    path: '/damages',
    title: 'Damages',
    open: 'Add Damage',
    typed: { 'Driver Name': 'Rosa Delgado', Amount: '120.5', Description: 'A mirror.' },
  },
  {
    path: '/spotlight',
    title: 'Employee Spotlight',
    open: 'Create Post',
    typed: { Title: 'Ten years', Text: 'Rosa has been with us for ten years.' },
  },
  {
    path: '/store',
    title: 'Store',
    open: null,
    typed: { Title: 'Cap', Description: 'Six panels.', Price: '12.5', Stock: '10' },
  },
  {
    path: '/portaljobs',
    title: 'Jobs',
    open: null,
    typed: { Position: 'Car hauler', Location: 'Joliet, IL' },
  },
  {
    path: '/signup',
    title: 'Create account',
    open: null,
    typed: { Username: 'rosa', Email: 'rosa@example.com', Password: 'never to be stored' },
  },
  {
    path: '/trainingfiles',
    title: 'Training',
    open: null,
    typed: { 'File name': 'Winter driving' },
  },
  {
    path: '/adminfiles',
    title: 'Employee Files',
    open: null,
    typed: { 'File name': 'W-4 2025' },
  },
];

const control = (page: Page, label: string): Locator =>
  page
    .getByLabel(new RegExp(`^${label}`))
    .and(page.locator('input, textarea'))
    .last();

async function type(page: Page, { path, open, typed }: Form): Promise<void> {
  await page.goto(path);
  if (open) await page.getByRole('button', { name: open }).click();
  for (const [label, value] of Object.entries(typed)) await control(page, label).fill(value);
}

async function expectTyped(page: Page, { typed }: Form): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    await expect(control(page, label)).toHaveValue(label === 'Password' ? '' : value);
  }
}

/** Ends the session on the server; the open page is notified over its live connection. */
async function expire(page: Page, server: RunningServer, token: string): Promise<void> {
  await send(server, 'POST', '/api/logout', token);
  await expect(page).toHaveURL(/\/login$/);
}

for (const form of forms) {
  test(`keeps the draft on ${form.path} when the session expires, without passwords`, async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/status of 401/);
    await newStaff(server);
    const person = await newPerson(server, 'admin');
    const token = await signedIn(page, server, person);
    await type(page, form);
    await expire(page, server, token);
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain('never to be stored');
    await submitLogin(page, person);
    await expect(page).toHaveURL(/\/portal$/);
    await page.getByRole('link', { name: `Continue where you were: ${form.title}` }).click();
    await expect(page.getByText('We restored your unsaved input.')).toBeVisible();
    await expectTyped(page, form);
    await page.goto('/portal');
    await expect(page.getByRole('heading', { name: 'Employee Portal' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Continue where you were/ })).toHaveCount(0);
  });
}

test('deletes drafts when another person signs in on the device', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  const [users] = forms as [Form];
  const person = await newPerson(server, 'admin');
  const other = await newPerson(server, 'admin');
  const token = await signedIn(page, server, person);
  await type(page, users);
  await expire(page, server, token);
  await submitLogin(page, other);
  await expect(page.getByRole('heading', { name: 'Employee Portal' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Continue where you were/ })).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain('rosa.delgado');
});

test('deletes a draft after 14 days and when it is discarded', async ({ page, server }) => {
  const [users] = forms as [Form];
  const expectNoDraft = async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add New User & Employee' })).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveCount(0);
  };
  await signedIn(page, server, 'admin');
  await type(page, users);
  await page.reload();
  await expectTyped(page, users);
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (!key.includes('.user.')) continue;
      const savedAt = new Date(Date.now() - 15 * 24 * 60 * 60 * 1000).toISOString();
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(String(text)), savedAt }));
    }
  });
  await expectNoDraft();
  await type(page, users);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expectNoDraft();
});
