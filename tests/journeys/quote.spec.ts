import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { inquiryInput } from '#contract/inquiries.ts';
import { expect, test } from '../harness/journey.ts';
import { signedIn, unique } from './office-api.ts';

test.use({
  serverEnv: { OFFICE_EMAIL: 'office@example.com' },
  viewport: { width: 1440, height: 900 },
});

/** The seven answers that are needed. */
async function fillRequired(page: Page, company: string): Promise<void> {
  await page.getByLabel('Company', { exact: false }).first().fill(company);
  await page.getByLabel('Contact person').fill('Dale Brzezinski');
  await page.getByLabel('E-mail').fill('dale@prairie.example.com');
  await page.getByLabel('Vehicle type').selectOption('Truck');
  await page.getByLabel('Condition').selectOption('Salvaged');
  await page.getByLabel('Pickup location').fill('Naperville, IL');
  await page.getByLabel('Delivery location').fill('Omaha, NE');
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send inquiry' });
const error = (page: Page) => page.getByRole('alert').filter({ hasText: /Error|marked fields/ });

test('the form asks for all eighteen things and marks the seven that are needed (I1, I2)', async ({
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
});

test('no person meets the field that is laid out for programs', async ({ page }) => {
  await page.goto('/inquiry');
  const trap = page.locator('form[action="/inquiry"] input[tabindex="-1"]');
  await expect(trap).toHaveCount(1);
  await expect(trap).not.toBeInViewport();
  await expect(page.getByRole('textbox', { name: 'Fax number' })).toHaveCount(0);
  await page.getByLabel('Company address').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Vehicle type')).toBeFocused();
});

test('a dealer asks for a quote: stored, mailed to both, on the office’s desk (I4)', async ({
  page,
  server,
}) => {
  const company = unique('Prairie Crossing Chevrolet');
  await page.goto('/inquiry');
  await sendButton(page).click();
  await expect(error(page)).toBeVisible();
  const first = page.getByLabel('Company', { exact: false }).first();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('This field is required.');

  await fillRequired(page, company);
  await page.getByLabel('E-mail').fill('dale at prairie');
  await page.getByLabel('Number of vehicles').fill('lots');
  await sendButton(page).click();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(
    'Enter an e-mail address such as name@example.com.',
  );
  await expect(page.getByLabel('Number of vehicles')).toHaveAttribute('aria-invalid', 'true');
  await expect(first).toHaveValue(company);

  await page.getByLabel('E-mail').fill('dale@prairie.example.com');
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
    page.getByText('Your inquiry is stored, and a confirmation is on its way to your e-mail.'),
  ).toBeVisible();

  const folder = join(server.dataDir, 'mail');
  const mails = async () => {
    // The first mail makes the folder.
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

test('what is typed outlives a reload and is offered again', async ({ page }) => {
  await page.goto('/inquiry');
  await fillRequired(page, 'Kept Motors');
  await page.reload();
  await expect(page.getByText(/^We kept what you typed on/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Company', { exact: false }).first()).toHaveValue('Kept Motors');
  await expect(page.getByLabel('Condition')).toHaveValue('salvaged');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Pickup location')).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Pickup location')).toHaveValue('Naperville, IL');
});

test('a refusal of the server is said, keeps the form, and the second press sends it once (I4)', async ({
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
  await expect(error(page)).toContainText(`${text} No connection.`);
  await sendButton(page).click();
  await expect(error(page)).toContainText(`${text} Wait a minute.`);
  await sendButton(page).click();
  await expect(page.getByText('Form submitted successfully')).toBeVisible();
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);

  await signedIn(page, server);
  await page.goto('/inquiries');
  await expect(page.getByRole('button').filter({ hasText: company })).toHaveCount(1);
});

test('without reCAPTCHA keys nothing of Google is loaded (I3)', async ({ page, server }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto('/inquiry');
  await fillRequired(page, 'Quiet Motors');
  await sendButton(page).click();
  await expect(page.getByText('Form submitted successfully')).toBeVisible();
  expect([...hosts]).toEqual([server.url]);
  await page.getByRole('link', { name: 'Send another inquiry' }).click();
  await expect(page.getByLabel('Contact person')).toHaveValue('');
});
