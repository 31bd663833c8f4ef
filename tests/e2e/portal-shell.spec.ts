/** What surrounds every page of the portal: who may open it, its menus and theme, and what failures say. */
import { company } from '#contract/company/profile.ts';
import { clock } from '#contract/messages/retention.ts';
import type { SystemStatus } from '#contract/status.ts';
import { axe, expect, test } from '../harness/e2e.ts';
import { markedEntries } from './check-a11y.ts';
import { newStaff, signedIn, submitLogin, visit } from './office-api.ts';
import { addDocument } from './records-api.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test("an employee's home, rail and menus (S4, W6, N1, N2, N4)", async ({ page, server }) => {
  const staff = await newStaff(server);
  await addDocument(server, 'training', [staff]);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const heading = page.getByRole('heading', { level: 1 });

  await test.step('without a session', async () => {
    await page.goto('/applications');
    await expect(page.getByRole('alert')).toContainText('Access denied. No token provided.');
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/login');
    await submitLogin(page, staff);
    // Nothing else of the page.
    await expect(page.getByRole('main')).toHaveText('Access denied. Admins only.');
    await expect(page).toHaveURL('/applications');
    expect(calls).not.toContain('/api/applications');
    await visit(page, '/STORE');
    await expect(heading).toHaveText('Employee Store');
  });

  await test.step('pages of another role', async () => {
    await visit(page, '/SignUp');
    await expect(page).toHaveURL('/portal');
    await expect(page.getByRole('alert')).toHaveText(["You don't have access to this page.×"]);
  });

  const header = page.getByRole('banner');
  const rail = page.getByRole('navigation', { name: 'Portal' });
  const group = (name: string) => rail.getByRole('button', { name });
  await test.step('header, tiles and rail', async () => {
    await visit(page, '/portal');
    await expect(header).toContainText('Signed in as Marisol');
    await expect(header.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/chat');
    await expect(page.getByRole('list', { name: 'All sections' }).getByRole('link')).toHaveCount(
      15,
    );
    const hrSite = page.locator(`main a[href="${company.hrSite}"]`);
    await expect(hrSite).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('button', { name: 'Send notification' })).toHaveCount(0);
    await expect(rail.getByRole('link')).toHaveCount(8);
    await expect(rail.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await markedEntries(rail)).toEqual([expect.stringMatching(/^Home/)]);
    await page.emulateMedia({ forcedColors: 'none' });
    await expect(group('My work')).toBeDisabled();
    await group('Documents and pay').press('Enter');
    await expect(group('Documents and pay 1 waiting')).toHaveAttribute('aria-expanded', 'false');
    await group('Fleet').press('Enter');
    await expect(rail.getByRole('link', { name: 'Damages' })).toBeVisible();
  });

  await test.step('the theme and the opened groups are remembered, in the portal alone', async () => {
    const paper = () =>
      page
        .getByRole('main')
        .evaluate((main) => getComputedStyle(main.parentElement ?? main).backgroundColor);
    const day = await paper();
    await page.getByRole('button', { name: /^Night shift/ }).click();
    await expect.poll(paper).not.toBe(day);
    const night = await paper();
    await header.getByRole('link', { name: /Kestrel/ }).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await page.goto('/PORTALjobs');
    await expect(heading).toHaveText('Jobs');
    await expect(page.getByRole('button', { name: /^Day shift/ })).toBeVisible();
    expect(await paper()).toBe(night);
    await expect(group('Fleet')).toHaveAttribute('aria-expanded', 'true');
    await expect(group('Documents and pay')).toHaveAttribute('aria-expanded', 'false');
  });

  await page.setViewportSize({ width: 390, height: 844 });
  const drawer = page.getByRole('dialog', { name: company.shortName });
  const burger = page.getByRole('button', { name: 'Menu' });
  await burger.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(burger).toBeFocused();
  await page.keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Damages' }).click();
  await expect(heading).toHaveText('Damages Report');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  const menu = page.getByRole('button', { name: 'Signed in as Marisol' });
  await menu.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeFocused();
  await axe(page);
  for (const name of ['Sign-in and devices', 'Your password', 'Your data', 'Logout']) {
    await page.keyboard.press('Tab');
    const entry = page.getByRole(name === 'Logout' ? 'button' : 'link', { name });
    await expect(entry).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});

test('failures have a reference to copy (W3)', async ({ page, server, context, allowConsole }) => {
  allowConsole(/status of 500/, 'uncaught: the carousel broke', /TypeError/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn(page, server, 'admin');
  // An invalid reply throws in the page's script.
  await page.route('**/api/spotlight/posts?*', (route) => route.fulfill({ json: [null] }));
  const reports = (text: RegExp) =>
    page.waitForRequest(
      (request) => request.url().endsWith('/browser-errors') && text.test(request.postData() ?? ''),
    );
  const thrown = reports(/TypeError/);
  await page.goto('/spotlight');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await thrown;
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page.getByRole('heading', { name: 'Employee Portal' })).toBeVisible();
  const reported = reports(/carousel/);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('the carousel broke');
    });
  });
  const report = JSON.parse((await reported).postData() ?? '{}');
  expect(report).toMatchObject({ message: 'Error: the carousel broke', path: '/portal' });

  const ids: string[] = [];
  let state: 'broken' | 'in doubt' | 'confirmed' = 'broken';
  await page.route('**/api/status', async (route) => {
    ids.push((await route.request().headerValue('x-request-id')) ?? '');
    const json = { error: 'Something went wrong.' };
    if (state === 'broken') return route.fulfill({ status: 500, json });
    const response = await route.fetch();
    const { parts, ...rest } = (await response.json()) as SystemStatus;
    const problems = state === 'confirmed' ? [] : ['The clock jumped.'];
    const seen = parts.map((part) => (part.name === 'clock' ? { ...part, problems } : part));
    return route.fulfill({ response, json: { ...rest, parts: seen } });
  });
  await visit(page, '/status');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText(/Something went wrong\./);
  const reference = ids.at(-1)?.slice(0, 8) ?? '';
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
  await alert.getByRole('button', { name: `Copy reference ${reference}` }).click();
  await expect(alert.getByRole('button', { name: `Copied reference ${reference}` })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  state = 'in doubt';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The clock jumped.')).toBeVisible();
  state = 'confirmed';
  await page.getByRole('button', { name: clock.button }).click();
  await expect(page.getByText(clock.isFine)).toBeVisible();
  await expect(page.getByText('The clock jumped.')).toBeHidden();
  const errors = page.getByRole('region', { name: 'Errors in browsers' });
  await expect(errors.getByText('Error: the carousel broke').first()).toBeVisible();
  await expect(errors.getByText(/TypeError/).first()).toBeVisible();
  await expect(errors.getByText(report.build).first()).toBeVisible();
});
