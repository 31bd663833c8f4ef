/** Asking for a quote: a form that warns, keeps its input and is sent once. */
import type { Page } from '@playwright/test';
import type { Inquiry } from '#contract/inquiries.ts';
import { expect, test } from '#tests/harness/e2e.ts';
import { hydrated } from './check-a11y.ts';
import { send, tokenOf, unique } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const companyField = (page: Page) => page.getByLabel('Company', { exact: false }).first();

/** Fills in the seven required fields. */
async function fillRequired(page: Page, company: string): Promise<void> {
  await companyField(page).fill(company);
  await page.getByLabel('Contact person').fill('Dale Brzezinski');
  await page.getByLabel('Email').fill('dale@prairie.example.com');
  await page.getByLabel('Vehicle type').selectOption('Truck');
  await page.getByLabel('Condition').selectOption('Salvaged');
  await page.getByLabel('Pickup location').fill('Naperville, IL');
  await page.getByLabel('Delivery location').fill('Omaha, NE');
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send inquiry' });
const error = (page: Page) => page.getByRole('alert').filter({ hasText: /Error|marked fields/ });
const done = (page: Page) => page.getByText('Form submitted successfully', { exact: true });

test('a quote is asked for once (I1, I4)', async ({ page, server, thirdParties, allowConsole }) => {
  allowConsole(/status of 503/, /ERR_FAILED/);
  await test.step('input from before the scripts have loaded', () => typeEarly(page));
  await page.getByLabel('Company address').focus();
  await page.keyboard.press('Tab');
  // Past the honeypot.
  await expect(page.getByLabel('Vehicle type')).toBeFocused();
  await sendButton(page).click();
  await expect(error(page)).toBeVisible();
  await expect(companyField(page)).toBeFocused();
  await expect(companyField(page)).toHaveAccessibleDescription('This field is required.');

  await fillRequired(page, unique('Prairie Crossing Chevrolet'));
  await page
    .getByLabel('VINs')
    .fill('1m8gdm9axkp042788\t1HGCM82633A004352, 1M8GDM9A1KP042788; 1HGCM82633A004352');
  await expect(page.getByRole('main')).toContainText(
    '3 VINs, 1 repeated, 1 with a wrong check digit: 1M8GDM9A1KP042788',
  );
  await page.getByRole('button', { name: 'Add another stop' }).click();
  await page.getByRole('button', { name: 'Add another stop' }).click();
  await page.getByRole('button', { name: 'Remove stop 1' }).click();
  await expect(page.getByLabel('Place')).toHaveCount(1);
  const stop = page.getByRole('group', { name: 'Stop 1' });
  await stop.getByLabel('Place').fill('Boone, IA');
  await sendButton(page).click();
  await expect(stop.getByLabel('Load or unload')).toHaveAccessibleDescription(/Choose|required/);
  await stop.getByLabel('Load or unload').selectOption('Pickup');

  const phone = page.getByLabel('Phone');
  await phone.fill('call me');
  await page.getByLabel('Pickup date').fill('2020-01-31');
  const delivery = page.getByLabel('Delivery date');
  await delivery.fill('2020-01-30');
  await sendButton(page).click();
  await expect(phone).toHaveAccessibleDescription(/fewer than 10 digits\. .*send it as it is/);
  await expect(phone).not.toHaveAttribute('aria-invalid');
  await expect(delivery).toBeFocused();
  await expect(delivery).toHaveAccessibleDescription("The delivery can't be before the pickup.");
  await page.getByLabel('Pickup date').fill('2020-01-29');
  await expect(delivery).not.toHaveAttribute('aria-invalid');
  await sendButton(page).click();
  await expect(page.getByRole('status').getByRole('heading')).toBeFocused();
  await expect(done(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Your reference\s*Q-\w{6}/);
  // Without reCAPTCHA keys it loads nothing from Google.
  expect(thirdParties).toEqual([]);
  await page.getByRole('link', { name: 'Send another inquiry' }).click();
  await expect(page.getByLabel('Contact person')).toHaveValue('');

  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  const company = unique('Refused Motors');
  await fillRequired(page, company);
  const keys: (string | undefined)[] = [];
  const flooded = { status: 503, json: { error: 'The yard is flooded.' } };
  const failures = [flooded, 'cut', ''];
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/inquiry', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const failure = failures.shift();
    if (typeof failure === 'object') return route.fulfill(failure);
    if (failure === undefined) return route.continue();
    await route.fetch();
    if (failure === 'cut') return route.abort();
    // No answer.
    return arrived.resolve();
  });
  for (const reason of ['The yard is flooded.', "Couldn't reach the server."]) {
    await sendButton(page).click();
    const text = `Error submitting form. Please try again. ${reason}`;
    await expect(error(page)).toContainText(text);
    await expect(page.getByLabel('Contact person')).toHaveValue('Dale Brzezinski');
  }
  await sendButton(page).click();
  await arrived.promise;
  await page.goto('/inquiry');
  expect(dialogs).toEqual(['beforeunload']);
  await expect(page.getByText(/we couldn't confirm that it arrived/)).toBeVisible();
  await expect(page.getByLabel('Contact person')).toHaveValue('Dale Brzezinski');
  await sendButton(page).click();
  await expect(done(page)).toBeVisible();
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  const list = await send<Inquiry[]>(server, 'GET', '/api/inquiries', await tokenOf(server));
  expect(list.filter(({ company_name }) => company_name === company)).toHaveLength(1);
});

/** Types before the scripts have loaded, of which one fails at first. */
async function typeEarly(page: Page): Promise<void> {
  let released = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released.promise;
    return route.continue();
  });
  await page.goto('/inquiry', { waitUntil: 'commit' });
  const contact = page.getByLabel('Contact person');
  await contact.fill('Rosa');
  await page.getByLabel('Vehicle type').selectOption('Truck');
  await page.getByLabel('Special handling').fill('Low clearance');
  await page.getByLabel('Phone').fill('call me');
  await page.route(/\/assets\/inquiry-call-/, (route) => route.abort());
  released.resolve();
  await hydrated(page);
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText("Couldn't load the form.");
  await page.unroute(/\/assets\/inquiry-call-/);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
  await expect(contact).toHaveValue('Rosa');
  await expect(page.getByLabel('Vehicle type')).toHaveValue('truck');
  await expect(page.getByLabel('Special handling')).toHaveValue('Low clearance');
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/fewer than 10 digits/);
  // A draft comes back beside what was typed before the scripts.
  released = Promise.withResolvers<void>();
  await page.reload({ waitUntil: 'commit' });
  await contact.fill('Rosa Delgado');
  released.resolve();
  await expect(page.getByText('Your answers are back in the form.')).toBeVisible();
  await expect(contact).toHaveValue('Rosa Delgado');
  await expect(contact).toBeFocused();
  await expect(page.getByLabel('Special handling')).toHaveValue('Low clearance');
  await page.unroute(/\/assets\/.*\.js$/);
}

test.describe('with reCAPTCHA keys', () => {
  test.use({
    serverEnv: { RECAPTCHA_SITE_KEY: 'a-site-key', RECAPTCHA_SECRET: 'a-secret' },
  });

  test("Google's script, on that page only (I3, SEC14)", async ({ page, thirdParties }) => {
    const body = `window.grecaptcha = {
      ready: (then) => then(),
      execute: (key, { action }) => Promise.resolve(key + ' for ' + action),
    };`;
    await page.route('https://www.google.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
    let token: unknown;
    await page.route('**/api/inquiry', (route) => {
      token = route.request().postDataJSON().recaptchaToken;
      return route.fulfill({ status: 201, json: { message: 'x', reference: 'Q-1' } });
    });
    const policyOf = async (path: string) =>
      (await page.request.get(path)).headers()['content-security-policy'] ?? '';
    expect(await policyOf('/inquiry')).toContain('https://www.google.com');
    for (const path of ['/', '/application', '/login', '/portal', '/inquiries']) {
      expect(await policyOf(path), path).not.toMatch(/https?:/);
    }

    await page.goto('/');
    await page.getByRole('link', { name: 'Contact Us' }).click();
    await expect(page).toHaveURL('/inquiry');
    expect(thirdParties).toEqual([]);
    // A form submitted before hydration is posted like one without scripts, without a token.
    await hydrated(page);
    await companyField(page).focus();
    await expect.poll(() => thirdParties).toEqual([{ host: 'www.google.com', page: '/inquiry' }]);
    await fillRequired(page, 'Prairie');
    await sendButton(page).click();
    await expect(done(page)).toBeVisible();
    expect(token).toBe('a-site-key for submit');
    expect(await page.evaluate(() => 'grecaptcha' in window)).toBe(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
    await expect(page).toHaveURL('/careers');
    expect(await page.evaluate(() => 'grecaptcha' in window)).toBe(false);
    expect(thirdParties).toHaveLength(1);
  });
});
