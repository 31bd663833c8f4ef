import type { Page } from '@playwright/test';
import { company } from '#contract/company.ts';
import { expect, test } from '../harness/e2e.ts';
import { newPerson, signedIn, submitLogin } from './office-api.ts';
import { newStaff } from './users-api.ts';

const forEveryone = [
  '/portal',
  '/portaljobs',
  '/hours',
  '/time-off',
  '/damages',
  '/directory',
  '/holiday',
  '/trainingfiles',
  '/chat',
  '/settlements',
  '/reports',
  '/store',
  '/spotlight',
  '/newhire',
  '/employeefiles',
  '/driver-file',
  '/password',
  '/sign-in',
  '/personal-data',
];
const adminsOnly = [
  '/signup',
  '/users',
  '/adminfiles',
  '/inquiries',
  '/audit',
  '/receipts',
  '/status',
  '/unsent-mail',
];

/** All tiles in their order: href (N2), title of the page ('' for an external one), and its role if only one has it. */
const tiles: readonly (readonly [href: string, title: string, role?: 'admin' | 'employee'])[] = [
  ['/Hours', 'PTO Tracker'],
  ['/time-off', 'Time Off'],
  ['/TrainingFiles', 'Training Files'],
  ['/applications', 'Submitted Applications', 'admin'],
  ['/inquiries', 'Inquiries', 'admin'],
  ['/Holiday', 'Holiday Tracker'],
  ['/Reports', 'Reports'],
  ['/PortalJobs', 'Jobs', 'admin'],
  ['/Directory', 'Company Directory'],
  ['/damages', 'Damages Report'],
  ['/users', 'Manage Users', 'admin'],
  ['/Chat', 'Chat'],
  ['/Settlements', 'Settlements'],
  [company.hrSite, ''],
  ['/Store', 'Employee Store'],
  ['/Spotlight', 'Employee Spotlight'],
  ['/NewHire', 'New Hire'],
  ['/AdminFiles', 'Employee Files', 'admin'],
  ['/EmployeeFiles', 'Employee Files', 'employee'],
  ['/driver-file', 'Driver File'],
];

const steps = (page: Page) => page.evaluate(() => history.length);

test('every guarded page is replaced by /login without a token (S4, N1)', async ({ page }) => {
  await page.goto('/about');
  const before = await steps(page);
  for (const [index, path] of [...forEveryone, ...adminsOnly].entries()) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/login');
    await expect(page.getByText('You need to be logged in.', { exact: true })).toBeVisible();
    expect(await steps(page), path).toBe(Math.min(before + 1 + index, 50));
  }
});

test('signing in leads to the requested page', async ({ page, server }) => {
  const person = await newPerson(server, 'admin');
  await page.goto('/inquiries');
  await expect(page).toHaveURL('/login');
  await submitLogin(page, person);
  await expect(page).toHaveURL('/inquiries');
  await page.goBack();
  await expect(page).not.toHaveURL('/login');
});

test('an admin page sends an employee back with one message (S4)', async ({ page, server }) => {
  await signedIn(page, server, 'employee');
  for (const path of adminsOnly) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/portal');
    await expect(page.getByRole('alert')).toHaveText(["You don't have access to this page.×"]);
  }
});

test('the error screen links to the portal for staff only', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 404/, /TypeError/);
  await signedIn(page, server, 'admin');
  await page.goto('/careers/99999');
  await expect(page.getByText('Failed to fetch job details.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the portal' })).toHaveCount(0);
  // An invalid reply throws in the page's script.
  await page.route('**/api/spotlight/posts?*', (route) => route.fulfill({ json: [null] }));
  await page.goto('/spotlight');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page).toHaveURL('/portal');
});

for (const role of ['admin', 'employee'] as const) {
  test(`the ${role} has exactly the tiles of the role, with their links (N2)`, async ({
    page,
    server,
  }) => {
    await signedIn(page, server, role === 'admin' ? role : await newStaff(server));
    await page.goto('/portal');
    const expected = tiles.filter(([, , only]) => only === undefined || only === role);
    const links = page.getByRole('list', { name: 'All sections' }).getByRole('link');
    await expect(links).toHaveCount(expected.length);
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(expected.map(([href]) => href));
    for (const [index, [href, title]] of expected.entries()) {
      const tile = links.nth(index);
      if (href === company.hrSite) {
        await expect(tile).toHaveAttribute('target', '_blank');
        await expect(tile).toHaveAttribute('rel', /noopener/);
        continue;
      }
      await tile.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await page.goBack();
      await expect(page).toHaveURL('/portal');
    }
  });
}

test("an employee's navigation has their pages only", async ({ page, server }) => {
  await signedIn(page, server, 'employee');
  await page.goto('/portal');
  const rail = page.getByRole('navigation', { name: 'Portal' });
  await expect(rail.getByRole('link')).toHaveText([
    'Home',
    'PTO Tracker',
    'Time Off',
    'Training',
    'Holiday Tracker',
    'Reports',
    'Jobs',
    'Company Directory',
    'Damages',
    'Claims',
    'Chat',
    'Settlements',
    'Store',
    'Employee Spotlight',
    'New Hire',
    'Employee Files',
    'Driver File',
  ]);
});

test('portal paths ignore case, guards included', async ({ page, server }) => {
  await signedIn(page, server, 'employee');
  await page.goto('/PORTALjobs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jobs');
  await page.goto('/SignUp');
  await expect(page).toHaveURL('/portal');
});

test('/applications denies access without calling the API (W6)', async ({ page, server }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/applications')) calls.push(request.url());
  });
  await page.goto('/applications');
  await expect(page.getByRole('alert')).toContainText('Access denied. No token provided.');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await signedIn(page, server, 'employee');
  await page.goto('/applications');
  // And nothing else of the page.
  await expect(page.getByRole('main')).toHaveText('Access denied. Admins only.');
  expect(calls).toEqual([]);
});

test('the portal menu opens and closes on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Inquiries' }).click();
  await expect(page).toHaveURL('/inquiries');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('keeps the dark theme over a reload, in the portal only', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  const paper = () =>
    page.getByRole('main').evaluate((main) => {
      const host = main.parentElement ?? main;
      return getComputedStyle(host).backgroundColor;
    });
  const day = await paper();
  await page.getByRole('button', { name: /^Night shift/ }).click();
  await expect.poll(paper).not.toBe(day);
  const night = await paper();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Day shift/ })).toBeVisible();
  expect(await paper()).toBe(night);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Kestrel/ })
    .click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
});
