/** Playwright's test with a server per worker; any console error or uncaught exception fails the test. */
import { test as base, expect, type Page, type Request } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';
import { isFull } from './is-full.ts';
import { type RunningServer, startServer } from './server.ts';

export { expect };

type Expected = string | RegExp;

/** A request to another host, and the path of the page that made it. */
type ThirdParty = { host: string; page: string };

type TestFixtures = {
  /** Allows expected console errors, for example a 401: allowConsole(/status of 401/). */
  allowConsole: (...lines: Expected[]) => void;
  /** The requests to other hosts so far: on any page but /inquiry they fail the test. */
  thirdParties: ThirdParty[];
  /** Settings of the server, set with test.use({ serverEnv: { … } }) at the top of a file. */
  serverEnv: Record<string, string>;
  /** A running server, which all tests of the worker with these settings share; page.goto('/…') leads to it. */
  server: RunningServer;
};

type WorkerFixtures = {
  /** The worker's server with these settings; starts it when there is none. */
  serverOf: (env: Record<string, string>) => Promise<RunningServer>;
};

/** With save-data on, the portal prefetches nothing: dozens of requests per page that few tests need. */
function saveData(isOn: boolean): void {
  const connection = { value: { saveData: isOn }, configurable: true };
  Object.defineProperty(navigator, 'connection', connection);
}

/** Lets the page prefetch the scripts of other pages, as without save-data. */
export async function allowPrefetch(page: Page): Promise<void> {
  await page.addInitScript(saveData, false);
}

/** Whether the settings name that host. */
function isConfigured(peer: string, env: Record<string, string>): boolean {
  return Object.values(env).some((value) => value.includes(peer));
}

function isInFrame(request: Request): boolean {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    // A new tab, whose frame doesn't exist yet.
    return false;
  }
}

/** The log lines about blocked content. */
function reportsIn(log: string): string[] {
  return log.split('\n').filter((line) => line.includes('blocked by the Content-Security-Policy'));
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await context.addInitScript(saveData, true);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],

  serverOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const servers = new Map<string, Promise<RunningServer>>();
      await use((env) => {
        const settings = JSON.stringify(env);
        // Generous, because the benchmarks measure the start.
        const options = { readyWithin: 110_000, cheapPasswords: true, recordEgress: true };
        const server = servers.get(settings) ?? startServer({ env, ...options });
        servers.set(settings, server);
        return server;
      });
      await Promise.all([...servers.values()].map(async (server) => (await server).stop()));
    },
    { scope: 'worker' },
  ],

  serverEnv: [{}, { option: true }],

  server: [
    async ({ serverOf, serverEnv }, use) => {
      const server = await serverOf(serverEnv);
      const from = server.output().length;
      await use(server);
      const foreign = server.peers().filter((peer) => !isConfigured(peer, serverEnv));
      expect(foreign, 'hosts that the server connected to (SEC24)').toEqual([]);
      expect(
        reportsIn(server.output().slice(from)),
        'reports of the Content-Security-Policy (SEC14)',
      ).toEqual([]);
    },
    { timeout: 120_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  thirdParties: [
    async ({ context }, use) => {
      const seen: ThirdParty[] = [];
      context.on('request', (request) => {
        const { protocol, hostname, host } = new URL(request.url());
        if (!protocol.startsWith('http') || /^(127\.0\.0\.1|localhost)$/.test(hostname)) return;
        // A link to another site is not a part of the page that has it.
        if (request.isNavigationRequest() && !isInFrame(request)) return;
        // A service worker's requests have no frame.
        const page = request.serviceWorker() ? '' : request.frame().url();
        seen.push({ host, page: URL.parse(page)?.pathname ?? page });
      });
      await use(seen);
      expect(
        seen.filter(({ page }) => page !== '/inquiry'),
        'requests to other hosts (SEC14)',
      ).toEqual([]);
    },
    { auto: true },
  ],

  allowConsole: [
    async ({ context }, use) => {
      const allowed: Expected[] = [];
      const seen: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (event) => seen.push(`uncaught: ${event.error().message}`));
      await use((...lines) => {
        allowed.push(...lines);
      });
      const isAllowed = (line: string) =>
        allowed.some((entry) =>
          typeof entry === 'string' ? line.includes(entry) : entry.test(line),
        );
      expect(
        seen.filter((line) => !isAllowed(line)),
        'errors in the console',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Outside full runs only the first entries of a long list are checked, because all are alike. */
const alike = [
  'main li:nth-child(n + 6)',
  'main tbody tr:nth-child(n + 6)',
  // Of the side navigation: a group's first entry, the current one and those with a count.
  'nav li li:not(:first-child, :has([aria-current], span))',
];

/** Asserts that axe, or these rules of it, finds nothing on the current page. */
export const axe = (page: Page, ...rules: string[]) => axeIn(page, 'html', ...rules);

/** Asserts that axe, or these rules of it, finds nothing in a part of the page, in full runs in all of it. */
export async function axeIn(page: Page, part: string, ...rules: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  // Without frames, passes and preloaded style sheets: the same violations in half the time.
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    preload: false,
    ...(rules.length > 0 && { runOnly: rules }),
  };
  const context = { include: [isFull ? 'html' : part], exclude: isFull ? [] : alike };
  const violations = await page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      return (await axe.run(context, options)).violations;
    },
    [context, options] as const,
  );
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}`),
  );
  expect(found, 'what axe found').toEqual([]);
}
