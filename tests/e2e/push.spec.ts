import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect } from '#tests/harness/e2e.ts';
import { type Browser, type PushService, startPushService } from '#tests/harness/push-service.ts';
import {
  newPerson,
  pressLogout,
  send,
  signedIn,
  storeToken,
  tokenOf,
  unique,
} from './office-api.ts';

const test = base.extend<object, { service: PushService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the requested fixtures from the pattern
    async ({}, use) => {
      const service = await startPushService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: async ({ service }, use) => use({ PUSH_SERVICES: service.host }),
});

test.use({
  serviceWorkers: 'allow',
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
});

const choice = (page: Page) => page.getByRole('switch', { name: 'Notifications on this device' });

/** Replaces the browser's connection to its vendor's push service, which tests can't reach, with ours. */
async function mockPushManager(context: BrowserContext, { subscription }: Browser): Promise<void> {
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    const key = 'stand-in';
    const made = (options: PushSubscriptionOptionsInit) => ({
      endpoint,
      options: {
        applicationServerKey: Uint8Array.from(
          atob(String(options.applicationServerKey).replace(/-/g, '+').replace(/_/g, '/')),
          (char) => char.charCodeAt(0),
        ).buffer,
      },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        localStorage.removeItem(key);
        return true;
      },
    });
    PushManager.prototype.subscribe = async (options = {}) => {
      localStorage.setItem(key, JSON.stringify(options));
      return made(options) as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => {
      const kept = localStorage.getItem(key);
      return kept ? (made(JSON.parse(kept)) as unknown as PushSubscription) : null;
    };
  }, subscription);
}

/** Leaves the portal, so that no page of it is open; returns what delivers a push, as a browser would. */
async function leavePortal(page: Page): Promise<(note: unknown) => Promise<void>> {
  const { origin } = new URL(page.url());
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const running = versions.find(({ status }) => status === 'activated');
      if (running) resolve(running.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.goto('about:blank');
  return async (note) => {
    const data = JSON.stringify(note);
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await devtools.detach();
  };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    const notices = (await registration?.getNotifications()) ?? [];
    return notices.map(({ title, body, tag, icon, data }) => ({ title, body, tag, icon, data }));
  });

const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

async function openBell(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
}

test('turns on notifications unless they are blocked, shows one while no page is open, and turns them off, also with a logout', {
  tag: '@full',
}, async ({ page, context, server, service }) => {
  const browser = service.browser();
  await mockPushManager(context, browser);
  const driver = await newPerson(server, 'employee');
  const before = await signedIn(page, server, driver);
  await page.goto('/portal');
  await openBell(page);
  // An iPhone gets notifications only once the portal is installed.
  const hint = page.getByText('Choose “Add to Home Screen”.');
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(hint).toBeHidden();
  await expect(choice(page)).not.toBeChecked();
  expect(await workers(page)).toBe(0);
  await choice(page).click();
  await expect(choice(page)).toHaveAccessibleDescription(
    /Notifications are blocked\. Allow them in your browser settings for this site\./,
  );
  await expect(choice(page)).not.toBeChecked();
  await context.grantPermissions(['notifications'], { origin: server.url });
  await choice(page).click();
  await expect(page.getByText('Notifications are on for this device.')).toBeVisible();
  await expect(choice(page)).toBeChecked();
  expect(await workers(page)).toBe(1);

  const deliver = await leavePortal(page);
  const message = unique('Ice on I-80');
  const admin = await tokenOf(server);
  await expect(async () => {
    await send(server, 'POST', '/api/send-notification', admin, { message });
    expect(browser.received()).not.toEqual([]);
  }).toPass({ intervals: [200] });
  const [note] = browser.received();
  await deliver(note);
  await page.goto('/robots.txt');
  const icon = `${server.url}/push-icon.png`;
  const title = 'Kestrel Auto Transport';
  await expect
    .poll(() => shown(page))
    .toMatchObject([{ title, body: message, icon, data: { url: '/portal' } }]);

  // The next session takes over the subscription.
  await storeToken(page, await tokenOf(server, driver));
  await send(server, 'POST', '/api/logout', before);
  const renewed = page.waitForResponse('**/api/push/subscriptions');
  await page.goto('/portal');
  expect((await renewed).status()).toBe(200);
  await openBell(page);
  await choice(page).click();
  await expect(page.getByText('Notifications are off for this device.')).toBeVisible();
  await expect(choice(page)).not.toBeChecked();
  await choice(page).click();
  await expect(choice(page)).toBeChecked();
  await page.keyboard.press('Escape');
  await pressLogout(page);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => workers(page)).toBe(0);
});
