import { pages } from '../../web/portal/pages.ts';
import { expect, test } from '../harness/e2e.ts';
import { signedIn } from './office-api.ts';

test.use({
  serverEnv: { RECAPTCHA_SITE_KEY: 'a-site-key', RECAPTCHA_SECRET: 'a-secret' },
});

const script = `window.grecaptcha = {
  ready: (then) => then(),
  execute: (key, { action }) => Promise.resolve(key + ' for ' + action),
};`;

test("sends a token of the action 'submit' when keys are set, on that page only (I3, SEC14)", async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route('https://www.google.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: script });
  });
  let token: unknown;
  await page.route('**/api/inquiry', (route) => {
    token = route.request().postDataJSON().recaptchaToken;
    return route.fulfill({ status: 201, json: { message: 'x', reference: 'Q-1' } });
  });
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/inquiry')).toContain('https://www.google.com');
  for (const path of ['/', '/application', '/portal']) {
    expect(await policyOf(path), path).not.toContain('google');
  }

  await page.goto('/');
  await page.getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/inquiry');
  expect(asked).toEqual([]);
  const company = page.getByLabel('Company', { exact: false }).first();
  // A form submitted before hydration is posted like one without scripts, without a token.
  await expect(async () => {
    await company.blur();
    await company.fill('Prairie');
    expect(asked).toEqual(['https://www.google.com/recaptcha/api.js?render=a-site-key']);
  }).toPass();
  await page.getByLabel('Contact person').fill('Dale');
  await page.getByLabel('Email').fill('dale@prairie.example.com');
  await page.getByLabel('Vehicle type').selectOption('Van');
  await page.getByLabel('Condition').selectOption('New');
  await page.getByLabel('Pickup location').fill('Ames, IA');
  await page.getByLabel('Delivery location').fill('Joliet, IL');
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page.getByText('Form submitted successfully')).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(token).toBe('a-site-key for submit');

  const inWindow = () => page.evaluate(() => 'grecaptcha' in window);
  expect(await inWindow()).toBe(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(page).toHaveURL('/careers');
  expect(await inWindow()).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL('/inquiry');
});

const publicPaths = [
  '/',
  '/about',
  '/careers',
  '/application',
  '/testimonials',
  '/privacy',
  '/login',
];
const portalPaths = pages.map(({ href }) => href);
/** Outside full runs some pages of the portal: all load the same shell. */
const visited =
  process.env.FULL === '1' ? portalPaths : portalPaths.filter((_, index) => index % 6 === 0);

test('only /inquiry loads from another host, and only its policy allows it (SEC14)', async ({
  page,
  server,
  thirdParties,
}) => {
  test.setTimeout(300_000);
  await page.route('https://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  const policies = new Map<string, string>();
  const open = async (path: string) => {
    const response = await page.goto(path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    // Without the hashes of the page's own scripts.
    policies.set(path, policy.replace(/'sha256-[^']+'/g, ''));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const field of await page.getByRole('textbox').all()) {
      if (await field.isVisible()) await field.focus().catch(() => undefined);
    }
  };
  for (const path of publicPaths) await open(path);
  expect(thirdParties).toEqual([]);
  await signedIn(page, server, 'admin');
  for (const path of visited) await open(path);
  expect(thirdParties).toEqual([]);
  await open('/inquiry');
  await expect.poll(() => thirdParties).toEqual([{ host: 'www.google.com', page: '/inquiry' }]);

  const inquiry = policies.get('/inquiry') ?? '';
  expect(inquiry).toContain('https://www.google.com');
  for (const [path, policy] of policies) {
    if (path !== '/inquiry') expect(policy, path).not.toMatch(/https?:/);
  }
});
