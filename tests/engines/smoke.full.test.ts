import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pages } from '../../web/portal/pages.ts';
import { newPerson, newStaff, send, tokenOf } from '../e2e/office-api.ts';
import { firstAdmin, type RunningServer, startServer } from '../harness/server.ts';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { type Browser, missingBrowsers, openFirefox, openWebKit } from './browsers.ts';

const publicPages = [
  '/',
  '/about',
  '/inquiry',
  '/careers',
  '/application',
  '/testimonials',
  '/privacy',
  '/terms',
];

/** Timeout for loading and rendering on a busy machine, in milliseconds. */
const within = 30_000;

const field = (name: string) => `//*[@name="${name}"]`;
const button = (name: string) => `//button[normalize-space()="${name}"]`;

const missing = missingBrowsers();

describe.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
])('in %s', (_engine, open) => {
  let server: RunningServer;
  /** The browser's connection. */
  let signal: TcpProxy;
  let site: string;
  let browser: Browser;

  beforeAll(async () => {
    if (missing) return;
    signal = await startTcpProxy([]);
    site = `http://127.0.0.1:${signal.port}`;
    const env = { SAMPLE_DATA: 'demo', PUBLIC_URL: site };
    server = await startServer({ env, readyWithin: 110_000 });
    signal.targets = [Number(new URL(server.url).port)];
    browser = await open();
  }, 300_000);

  beforeEach(({ skip }) => skip(missing !== null, missing ?? ''));

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await signal?.close();
  });

  const text = () => browser.run<string>('return document.body.innerText');
  const shows = (words: string) =>
    until(`'${words}' on the page`, within, async () => (await text()).includes(words));

  async function signIn(person: { username: string; password: string }): Promise<void> {
    // Unlike /login it doesn't leave for the portal.
    await browser.goto(`${site}/about`);
    await browser.run('localStorage.clear(); return null');
    await browser.goto(`${site}/login`);
    await browser.type(field('username'), person.username);
    await browser.type(field('password'), person.password);
    await browser.click(button('Log in'));
    await until('the portal', within, async () => {
      return (await browser.run('return location.pathname')) === '/portal';
    });
  }

  /** Opens a page and waits for its heading and until nothing is loading. */
  async function opens(path: string): Promise<void> {
    await browser.goto(site + path);
    await until(`${path} is drawn`, within, () =>
      browser.run<boolean>(
        `return !!document.querySelector('h1') && !/Loading|Generating/.test(document.body.innerText)`,
      ),
    );
    expect(await text(), path).not.toContain('Unexpected Application Error!');
    expect(await browser.run('return location.pathname'), path).toBe(path);
  }

  /** Chooses an option and dispatches the events of a real choice. */
  const choose = (name: string, value: string) =>
    browser.run(`
      const select = document.querySelector('select[name="${name}"]');
      select.value = ${JSON.stringify(value)};
      select.dispatchEvent(new Event('change', { bubbles: true }));
      return null;`);

  /** Fills a field as a person does, whatever its type. */
  const fill = (name: string, value: string) =>
    browser.run(`
      const input = document.querySelector('input[name="${name}"]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '${value}');
      for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
      return null;`);

  it('opens every screen of the site and of an admin', { timeout: 300_000 }, async () => {
    for (const path of publicPages) await opens(path);
    await signIn(firstAdmin);
    for (const { href } of pages) await opens(href.toLowerCase());
  });

  it('opens every screen of an employee', { timeout: 300_000 }, async () => {
    await signIn(await newStaff(server));
    for (const { href, roles } of pages) {
      if (roles.includes('employee')) await opens(href.toLowerCase());
    }
  });

  it('sends an inquiry', async () => {
    await browser.goto(`${site}/inquiry`);
    await browser.type(field('company_name'), "O'Hare Auto Auction");
    await browser.type(field('contact_person'), 'Ana Núñez');
    await browser.type(field('email_address'), 'ana@example.com');
    await choose('vehicle_type', 'car');
    await choose('vehicle_condition', 'used');
    await browser.type(field('pickup_location'), 'Joliet, IL');
    await browser.type(field('delivery_location'), 'Omaha, NE');
    await browser.click('//form//button[@type="submit"]');
    await shows('Form submitted successfully');
    const inquiries = await send<{ company_name: string }[]>(
      server,
      'GET',
      '/api/inquiries?limit=1',
      await tokenOf(server),
    );
    expect(inquiries[0]?.company_name).toBe("O'Hare Auto Auction");
  });

  it('takes the digits of a date from the first key on', async () => {
    await browser.goto(`${site}/inquiry`);
    await browser.type(field('pickup_date'), '07');
    const isTaken = await browser.run<boolean>(`
      const { type, value, validity } = document.querySelector('input[name="pickup_date"]');
      return type === 'date' && (value !== '' || validity.badInput);`);
    expect(isTaken).toBe(true);
  });

  it('sends a chat message', async () => {
    const admin = await newPerson(server, 'admin');
    const driver = await newStaff(server);
    await signIn(driver);
    await browser.goto(`${site}/chat`);
    await browser.click(`//*[self::a or self::button][contains(., "${admin.username}")]`);
    await browser.type('//textarea', 'Held up at I-80, an hour late.');
    await browser.click(button('Send'));
    const driverId = (
      await send<{ user_id: number }>(server, 'GET', '/api/user', await tokenOf(server, driver))
    ).user_id;
    const token = await tokenOf(server, admin);
    await until('the message is stored', within, async () => {
      const messages = await send<{ content: string }[]>(
        server,
        'GET',
        `/api/messages/${driverId}`,
        token,
      );
      return messages[0]?.content === 'Held up at I-80, an hour late.';
    });
  });

  it('opens without a connection, and sends a request that was made meanwhile once', async () => {
    const driver = await newStaff(server);
    await signIn(driver);
    await opens('/time-off');
    await until('the service worker answers', within, () =>
      browser.run<boolean>('return navigator.serviceWorker.controller !== null'),
    );
    signal.targets = [];
    signal.cut();
    await opens('/time-off');
    await shows('This page is as of');
    await browser.click(button('Request time off'));
    await fill('from_date', '2030-07-08');
    await fill('to_date', '2030-07-09');
    // A click on a button that still moves misses it. What moves with the scrolling never ends.
    await until('the dialog stands still', within, () =>
      browser.run<boolean>(
        'return document.getAnimations().every(({ timeline }) => timeline !== document.timeline)',
      ),
    );
    await browser.click(button('Send request'));
    await shows('1 waiting to send');
    await opens('/time-off');
    await shows('1 waiting to send');

    signal.targets = [Number(new URL(server.url).port)];
    await browser.goto(`${site}/time-off`);
    const token = await tokenOf(server, driver);
    const stored = () => send<unknown[]>(server, 'GET', '/api/time-off', token);
    await until('the request is stored', within, async () => (await stored()).length > 0);
    await until('nothing waits', within, async () => !(await text()).includes('waiting to send'));
    expect(await stored()).toHaveLength(1);
  });
});
