import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { type Inquiry, inquiryInput } from '#contract/inquiries.ts';
import { expect, test } from '../harness/e2e.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({
  serverEnv: { OFFICE_EMAIL: 'office@example.com' },
  viewport: { width: 1440, height: 900 },
});

/** Fills in the seven required fields. */
async function fillRequired(page: Page, company: string): Promise<void> {
  await page.getByLabel('Company', { exact: false }).first().fill(company);
  await page.getByLabel('Contact person').fill('Dale Brzezinski');
  await page.getByLabel('Email').fill('dale@prairie.example.com');
  await page.getByLabel('Vehicle type').selectOption('Truck');
  await page.getByLabel('Condition').selectOption('Salvaged');
  await page.getByLabel('Pickup location').fill('Naperville, IL');
  await page.getByLabel('Delivery location').fill('Omaha, NE');
}

/** The stored inquiries of a company. */
async function storedOf(server: { url: string }, company: string): Promise<Inquiry[]> {
  const list = await send<Inquiry[]>(server, 'GET', '/api/inquiries', await tokenOf(server));
  return list.filter(({ company_name }) => company_name === company);
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send inquiry' });
const error = (page: Page) => page.getByRole('alert').filter({ hasText: /Error|marked fields/ });

test('the form has all eighteen fields, marks the seven required ones and hides the honeypot (I1, I2)', async ({
  page,
}) => {
  await page.goto('/inquiry');
  const form = page.locator('form[action="/inquiry"]');
  const names = await form
    .locator('input:not([tabindex="-1"]), select, textarea')
    .evaluateAll((controls) => controls.map((control) => control.getAttribute('name') ?? ''));
  const asked = Object.keys(inquiryInput.shape).filter((name) => names.includes(name));
  expect(asked).toHaveLength(18);
  expect(names.toSorted()).toEqual(asked.toSorted());
  const required = await form
    .locator(':required')
    .evaluateAll((controls) => controls.map((control) => control.getAttribute('name')));
  expect(required).toEqual([
    'company_name',
    'contact_person',
    'email_address',
    'vehicle_type',
    'vehicle_condition',
    'pickup_location',
    'delivery_location',
  ]);
  await expect(form.getByTitle('Required')).toHaveCount(7);
  await expect(page.getByLabel('Vehicle type').getByRole('option')).toHaveText([
    'Choose…',
    'Car',
    'Truck',
    'Van',
  ]);
  await expect(page.getByLabel('Condition').getByRole('option')).toHaveText([
    'Choose…',
    'New',
    'Used',
    'Salvaged',
  ]);

  const honeypot = form.locator('input[tabindex="-1"]');
  await expect(honeypot).toHaveCount(1);
  await expect(honeypot).not.toBeInViewport();
  await expect(page.getByRole('textbox', { name: 'Fax number' })).toHaveCount(0);
  await page.getByLabel('Company address').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Vehicle type')).toBeFocused();
});

test('a dealer asks for a quote, which is stored, mailed to both and listed for the office (I1, I3, I4)', async ({
  page,
  server,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  const company = unique('Prairie Crossing Chevrolet');
  await page.goto('/inquiry');
  await sendButton(page).click();
  await expect(error(page)).toBeVisible();
  const first = page.getByLabel('Company', { exact: false }).first();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('This field is required.');

  await fillRequired(page, company);
  await page.getByLabel('Email').fill('dale at prairie');
  await page.getByLabel('Number of vehicles').fill('lots');
  await sendButton(page).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Enter an email address, such as name@example.com.',
  );
  await expect(page.getByLabel('Number of vehicles')).toHaveAttribute('aria-invalid', 'true');
  await expect(first).toHaveValue(company);

  await page.getByLabel('Email').fill('dale@prairie.example.com');
  await page.getByLabel('Number of vehicles').fill('1200');
  await page.getByLabel('Special handling').fill('Two do not start.');
  await sendButton(page).click();
  const done = page.getByRole('status').filter({ hasText: 'Form submitted successfully' });
  await expect(done).toHaveText('Form submitted successfully');
  await expect(done.getByRole('heading')).toBeFocused();
  const receipt = await page.getByRole('main').innerText();
  const reference = /\b[A-Z]+-[\w-]+\b/.exec(receipt)?.[0] ?? 'no reference';
  await expect(page.getByText(reference, { exact: true })).toBeVisible();

  await expect(
    page.getByText('We have your inquiry. A confirmation is on its way to your inbox.'),
  ).toBeVisible();

  // Without reCAPTCHA keys it loads nothing from Google.
  expect([...origins]).toEqual([server.url]);
  await page.getByRole('link', { name: 'Send another inquiry' }).click();
  await expect(page.getByLabel('Contact person')).toHaveValue('');

  const folder = join(server.dataDir, 'mail');
  const mails = async () => {
    // The first mail creates the folder.
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const files = names.filter((name) => name.endsWith('.eml'));
    const read = files.map((name) => PostalMime.parse(readFileSync(join(folder, name))));
    const both = (await Promise.all(read)).filter(({ subject }) => subject?.includes(reference));
    return both.map(({ to }) => to?.[0]?.address).toSorted();
  };
  await expect
    .poll(mails, { timeout: 15_000 })
    .toEqual(['dale@prairie.example.com', 'office@example.com']);

  await signedIn(page, server);
  await page.goto('/inquiries');
  const row = page.getByRole('button').filter({ hasText: company });
  await expect(row).toContainText(reference);
  await expect(row).toContainText('1,200 salvaged trucks');
  await expect(row).toContainText('Naperville, IL → Omaha, NE');
});

test('shows why sending failed and keeps the form, and a retry stores it once (I4)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of (503|429)/, /ERR_FAILED/);
  const company = unique('Refused Motors');
  await page.goto('/inquiry');
  await fillRequired(page, company);
  const keys: (string | undefined)[] = [];
  let failures = ['refuse', 'cut after it arrived', 'too many'];
  await page.route('**/api/inquiry', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const [failure, ...rest] = failures;
    failures = rest;
    if (failure === 'refuse') {
      return route.fulfill({ status: 503, json: { error: 'The yard is flooded.' } });
    }
    if (failure === 'too many') {
      return route.fulfill({ status: 429, json: { error: 'Wait a minute.' } });
    }
    if (failure === undefined) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const text = 'Error submitting form. Please try again.';
  await sendButton(page).click();
  await expect(error(page)).toContainText(`${text} The yard is flooded.`);
  await expect(page.getByLabel('Contact person')).toHaveValue('Dale Brzezinski');
  await sendButton(page).click();
  await expect(error(page)).toContainText(`${text} Couldn't reach the server.`);
  await sendButton(page).click();
  await expect(error(page)).toContainText(`${text} Wait a minute.`);
  await sendButton(page).click();
  await expect(page.getByText('Form submitted successfully')).toBeVisible();
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);

  expect(await storedOf(server, company)).toHaveLength(1);
});

test('warns about odd answers, sends them anyway and marks them for the office', async ({
  page,
  server,
}) => {
  const company = unique('Odd Motors');
  await page.goto('/inquiry');
  await page.getByLabel('Phone').fill('call me');
  await page.getByLabel('Website').fill('not a site');
  await page.getByLabel('Pickup date').fill('2020-01-31');
  await page.getByLabel('Delivery date').fill('2020-01-30');
  await fillRequired(page, company);
  const phone = page.getByLabel('Phone');
  await expect(phone).toHaveAccessibleDescription(/fewer than 10 digits\. .*send it as it is/);
  await expect(phone).not.toHaveAttribute('aria-invalid');
  await expect(page.getByLabel('Website')).toHaveAccessibleDescription(/web address/);
  await expect(page.getByLabel('Pickup date')).toHaveAccessibleDescription(/has passed/);
  const delivery = page.getByLabel('Delivery date');
  await sendButton(page).click();
  await expect(delivery).toBeFocused();
  await expect(delivery).toHaveAccessibleDescription("The delivery can't be before the pickup.");
  await page.getByLabel('Pickup date').fill('2020-01-29');
  await expect(delivery).not.toHaveAttribute('aria-invalid');
  await sendButton(page).click();
  await expect(page.getByText('Form submitted successfully')).toBeVisible();

  await signedIn(page, server);
  await page.goto('/inquiries');
  const row = page.getByRole('button').filter({ hasText: company });
  await expect(row).toContainText('Check answers');
  await row.click();
  const dialog = page.getByRole('dialog', { name: company });
  await expect(dialog).toContainText('The phone number has fewer than 10 digits.');
  await expect(dialog).toContainText('The pickup date has passed.');
});

test('warns when the page is left during a slow reply, and a second send stores nothing twice', async ({
  page,
  server,
}) => {
  const company = unique('Slow Reply Motors');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('/inquiry');
  await fillRequired(page, company);
  let arrived = () => {};
  const stored = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route('**/api/inquiry', async (route) => {
    await route.fetch();
    arrived();
  });
  await sendButton(page).click();
  await stored;
  await page.goto('/inquiry');
  expect(dialogs).toEqual(['beforeunload']);
  await page.unroute('**/api/inquiry');
  await expect(page.getByText(/we couldn't confirm that it arrived/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await sendButton(page).click();
  await expect(page.getByText('Form submitted successfully')).toBeVisible();
  expect(await storedOf(server, company)).toHaveLength(1);
});
