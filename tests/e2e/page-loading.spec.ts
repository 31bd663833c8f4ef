import type { Page, Request } from '@playwright/test';
import { allowPrefetch, expect, test } from '../harness/e2e.ts';
import { firstAdmin } from '../harness/server.ts';
import { signedIn } from './office-api.ts';

const rail = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name });

/** Without what the live connection reloads at any time. */
const naming = (requests: readonly string[], name: string) =>
  requests.filter((path) => path.includes(name));

/** Longer than any delay before a prefetch. */
const pause = 500;

/** The paths that a page requests from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request: Request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

/** Opens the portal without the prefetching of an idle page, which would hide that of a link. */
async function openBusyPortal(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/portal');
  await expect(page.getByRole('heading', { name: 'What needs you today' })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('the first calls of the portal leave before its scripts have loaded', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'admin');
  const requests = requestsOf(page);
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.fallback();
  });
  await page.goto('/portal', { waitUntil: 'commit' });
  const calls = ['/api/user', '/api/badges', '/api/messages/unread-total'];
  await expect.poll(() => requests).toEqual(expect.arrayContaining(calls));
  released.resolve();
  await expect(page.getByRole('button', { name: /your account$/ })).toBeVisible();
  expect(requests.filter((path) => path === '/api/user')).toHaveLength(1);
});

test('the first move to another page fetches no script that already runs', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'admin');
  await openBusyPortal(page);
  const requests = requestsOf(page);
  await rail(page, 'Company Directory').click();
  await expect(page.getByRole('heading', { name: 'Company Directory' })).toBeVisible();
  expect(naming(requests, '/directory-page-')).not.toEqual([]);
  expect(naming(requests, '/framework-')).toEqual([]);
});

test('no call leaves early with a token that the browser must not use', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'admin');
  const requests = requestsOf(page);
  const open = async (change: () => void) => {
    await page.goto('/about');
    await page.evaluate(change);
    requests.length = 0;
    await page.goto('/portal');
    await page.waitForURL('/login');
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([]);
  };
  // The browser was closed since.
  await open(() => {
    const token = localStorage.getItem('token') ?? '';
    localStorage.setItem('headrack:until-closed', token.slice(-16));
  });
  await open(() => localStorage.setItem('token', `x.${btoa('{"exp":1}')}.x`));
  await open(() => localStorage.setItem('token', 'no token'));
});

test('pointing at a link of the portal loads its page and its list', async ({ page, server }) => {
  await allowPrefetch(page);
  await signedIn(page, server, 'admin');
  await openBusyPortal(page);
  const requests = requestsOf(page);
  const listed = page
    .waitForResponse((response) => new URL(response.url()).pathname === '/api/inquiries')
    .then((response) => response.finished());
  await rail(page, 'Inquiries').hover();
  await expect.poll(() => naming(requests, '/inquiries-page')).not.toEqual([]);
  await listed;
  requests.length = 0;
  await rail(page, 'Inquiries').click();
  await expect(page.getByRole('heading', { name: 'Inquiries', level: 1 })).toBeVisible();
  await expect(page.getByText('No inquiries yet.')).toBeVisible();
  expect(naming(requests, 'inquiries')).toEqual([]);
});

test('a page that is opened requests its list once, before it is rendered', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'admin');
  await page.addInitScript(() => {
    const send = window.fetch;
    Object.assign(window, { shownAtCall: [] });
    window.fetch = (...args) => {
      const shown = document.querySelector('main h1')?.textContent;
      if (String(args[0]).startsWith('/api/users')) {
        (window as unknown as { shownAtCall: unknown[] }).shownAtCall.push(shown);
      }
      return send(...args);
    };
  });
  await openBusyPortal(page);
  await rail(page, 'Users').click();
  await expect(page.getByRole('heading', { name: 'Manage Users' })).toBeVisible();
  await expect(page.getByText(firstAdmin.email).first()).toBeVisible();
  const shown = await page.evaluate(
    () => (window as unknown as { shownAtCall: unknown[] }).shownAtCall,
  );
  expect(shown).toEqual([expect.not.stringContaining('Manage Users')]);
});

test('focusing a link prefetches, but never a list whose reads are recorded', async ({
  page,
  server,
}) => {
  await allowPrefetch(page);
  await signedIn(page, server, 'admin');
  await openBusyPortal(page);
  const requests = requestsOf(page);
  await rail(page, 'Users').focus();
  await expect.poll(() => naming(requests, '/users-page')).not.toEqual([]);
  await page.waitForTimeout(pause);
  expect(naming(requests, '/api/users')).toEqual([]);
});

test('with save-data pointing at a link loads nothing', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  await openBusyPortal(page);
  const requests = requestsOf(page);
  await rail(page, 'Inquiries').hover();
  await page.waitForTimeout(pause);
  expect(naming(requests, 'inquiries')).toEqual([]);
});

test('the form that sends a notification loads when its button is pressed', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await signedIn(page, server, 'admin');
  const requests = requestsOf(page);
  await openBusyPortal(page);
  const isForm = (path: string) => path.includes('/broadcast-dialog');
  expect(requests.filter(isForm)).toEqual([]);
  await page.route('**/assets/broadcast-dialog*', (route) => route.abort());
  const button = page.getByRole('button', { name: 'Send notification' });
  await button.click();
  await expect(page.getByText("Couldn't open the form.")).toBeVisible();
  await page.unroute('**/assets/broadcast-dialog*');
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Send notification' })).toBeVisible();
});

test('a panel of the header closes when the focus leaves it, and on a click elsewhere', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'admin');
  await openBusyPortal(page);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await bell.click();
  await expect(panel).toBeFocused();
  await expect(bell).toHaveAttribute('aria-expanded', 'true');
  const [button, box] = [await bell.boundingBox(), await panel.boundingBox()];
  expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(
    Math.round((button?.x ?? 0) + (button?.width ?? 0)),
  );
  await bell.click();
  await expect(panel).toBeHidden();
  await bell.click();
  await expect(panel).toBeFocused();
  await page.getByRole('link', { name: 'Chat' }).first().focus();
  await expect(panel).toBeHidden();
  await expect(bell).toHaveAttribute('aria-expanded', 'false');
  await bell.click();
  // The panel covers its right half.
  const heading = page.getByRole('heading', { name: 'Employee Portal' });
  await heading.click({ position: { x: 5, y: 5 } });
  await expect(panel).toBeHidden();
});

test('pointing at a link of a public page loads its script and data', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/about', { waitUntil: 'networkidle' });
  const requests = requestsOf(page);
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Careers' });
  await link.hover();
  await expect.poll(() => requests).toContain('/careers.data');
  const used = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname === '/careers.data')
        .map((entry) => (entry as PerformanceResourceTiming).transferSize),
    );
  await expect.poll(used).toHaveLength(1);
  await link.click();
  await expect(page).toHaveURL('/careers');
  // The second one is the navigation's, from the browser's cache.
  await expect.poll(used).toEqual([expect.any(Number), 0]);
});

test('until its scripts run, a public page prefetches the page of a hovered link', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'About Us' });
  await link.hover();
  await page.waitForTimeout(1_000);
  await link.click();
  await expect(page).toHaveURL('/about');
  const delivery = await page.evaluate(
    () =>
      (
        performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & {
          deliveryType: string;
        }
      ).deliveryType,
  );
  expect(delivery).toBe('navigational-prefetch');
});
