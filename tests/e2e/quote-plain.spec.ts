import { expect, test } from '../harness/e2e.ts';
import { smallInquiry } from '../harness/inquiry-sample.ts';
import { send, tokenOf, unique } from './office-api.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

test('the menu, testimonials and links work without scripts, and the login says that it needs JavaScript', async ({
  page,
}) => {
  await page.goto('/');
  await expect(
    page.getByRole('region', { name: 'Testimonials' }).getByRole('listitem'),
  ).toHaveCount(4);
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await page.setViewportSize({ width: 1440, height: 900 });
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Inquiry', '/inquiry'],
    ['Careers', '/careers'],
    ['Home', '/'],
  ] as const) {
    await main.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const [path, text] of [
    ['/login', /^Logging in requires JavaScript\./],
    ['/portal', /^The portal requires JavaScript\./],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('noscript p')).toHaveText(text);
    await expect(page.locator('noscript p')).toBeVisible();
  }
});

test('a form posted twice without scripts is stored once (SEC30)', async ({ request, server }) => {
  const company_name = unique('Double Press Auto');
  const form = { ...smallInquiry, company_name };
  const post = async () => (await request.post('/inquiry', { form })).text();
  const [first, second] = await Promise.all([post(), post()]);
  const reference = /Q-\w{6}/.exec(first)?.[0];
  expect(reference).toBeTruthy();
  expect(second).toContain(reference ?? 'none');
  expect(await post()).toContain(reference ?? 'none');
  const token = await tokenOf(server);
  const list = await send<{ company_name: string }[]>(server, 'GET', '/api/inquiries', token);
  expect(list.filter((inquiry) => inquiry.company_name === company_name)).toHaveLength(1);
});

test('the inquiry works without scripts and returns with its errors and values', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const company = unique('Plain Post Auto');
  await page.goto('/inquiry');
  await page.getByLabel('Company', { exact: false }).first().fill(company);
  await page.getByLabel('Contact person').fill('Yolanda Pruitt');
  await page.getByLabel('Email').fill('yolanda@plain.example.com');
  await page.getByLabel('Vehicle type').selectOption('Car');
  await page.getByLabel('Condition').selectOption('Used');
  await page.getByLabel('Pickup location').fill('Ames, IA');
  await page.getByLabel('Delivery location').fill('Joliet, IL');
  await page.getByLabel('Pickup date').fill('2026-02-30');
  await page.getByLabel('Number of vehicles').fill('4');
  await page.getByRole('button', { name: 'Send inquiry' }).click();

  const date = page.getByLabel('Pickup date');
  await expect(date).toHaveAccessibleDescription(/Enter a date that exists, as YYYY-MM-DD\./);
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
  await expect(page.getByLabel('Contact person')).toHaveValue('Yolanda Pruitt');
  await expect(page.getByLabel('Vehicle type')).toHaveValue('car');
  await expect(page.getByLabel('Number of vehicles')).toHaveValue('4');
  await date.fill('2026-03-02');
  await page.getByRole('button', { name: 'Send inquiry' }).click();

  await expect(page.getByText('Form submitted successfully')).toBeVisible();
  const list = await send<{ company_name: string; reference: string; pickup_date: string }[]>(
    server,
    'GET',
    '/api/inquiries',
    await tokenOf(server),
  );
  const stored = list.filter(({ company_name }) => company_name === company);
  expect(stored).toHaveLength(1);
  expect(stored[0]?.pickup_date).toBe('2026-03-02');
  await expect(page.getByText(stored[0]?.reference ?? 'none', { exact: true })).toBeVisible();
});
