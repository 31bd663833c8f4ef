/** What a visitor on a phone sees and when: Chromium on slow 4G with a processor four times slower. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, type ConsoleMessage, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/chromium.ts';
import { firstAdmin } from '../../tests/harness/server.ts';
import { type Company, withCompany } from '../company.ts';
import { publicPages } from '../first-load.ts';
import { atMost, type Metric, type Scenario } from '../metrics.ts';
import { fillLists, measureScrolling } from '../scroll-frames.ts';

/** As Lighthouse's mobile profile: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each response. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;
const runs = 3;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', slow4g);
  await line.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return page;
}

/** Milliseconds until the largest element was painted. */
function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

type Measure = () => Promise<number>;

async function several(measure: Measure): Promise<number[]> {
  const values: number[] = [];
  for (let run = 0; run < runs; run += 1) values.push(await measure());
  return values;
}

const toDo = 'section[aria-labelledby=today] :is(li, p)';

/** Runs in the page: signs in, and reports when the to-do list is painted. Polling would take a tenth of the time. */
function watchPortal([token, selector]: readonly [string, string]): void {
  localStorage.setItem('token', token);
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => console.log(`shown ${performance.now()}`));
  }).observe(document, { childList: true, subtree: true });
}

/** How long somebody looks at the home page before the first move (ms). */
const readMs = 5_000;
/** Before each further one. */
const restMs = 1_000;
/** Pages that people open from the portal's home, with what shows their data. */
const screens = ['/Hours', '/damages', '/Directory', '/Settlements', '/Holiday'];

/** Milliseconds from the press on a link until the new screen is painted, without placeholders. */
function moveTo(page: Page, href: string): Promise<number> {
  return page.evaluate(
    ([link, home]) =>
      new Promise<number>((resolve) => {
        const pressed = performance.now();
        new MutationObserver((_, observer) => {
          const isLoading = document.querySelector('main [role=status] > [aria-hidden]');
          const isHome = document.querySelector(home);
          if (isHome || isLoading || !document.querySelector('main h1')) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
        }).observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLElement>(`main a[href="${link}"]`)?.click();
      }),
    [href, toDo] as const,
  );
}

async function measurePortal({ url }: Company, open: () => Promise<BrowserContext>) {
  const signedIn = await open();
  const { username, password } = firstAdmin;
  const reply = await signedIn.request.post(`${url}/api/login`, { data: { username, password } });
  const { token } = (await reply.json()) as { token: string };
  await signedIn.close();
  const visit = async (context: BrowserContext) => {
    const page = await slowPage(context);
    const isReport = (message: ConsoleMessage) => message.text().startsWith('shown ');
    const [report] = await Promise.all([
      page.waitForEvent('console', isReport),
      page.goto(`${url}/portal`, { waitUntil: 'commit' }),
    ]);
    return { page, shown: Number(report.text().slice('shown '.length)) };
  };
  const withToken = async () => {
    const context = await open();
    await context.addInitScript(watchPortal, [token, toDo] as const);
    return context;
  };
  const cold: number[] = [];
  const warm: number[] = [];
  const atOnce: number[] = [];
  const firstMoves: number[] = [];
  const laterMoves: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await withToken();
    const first = await visit(context);
    cold.push(first.shown);
    await first.page.waitForLoadState('networkidle');
    await first.page.close();
    const { page, shown } = await visit(context);
    warm.push(shown);
    await page.waitForLoadState('networkidle');
    const walk = async (on: Page, moves: number[], restMs: number) => {
      for (const href of screens) {
        await pause(restMs);
        moves.push(await moveTo(on, href));
        await on.goBack();
        await on.waitForSelector(toDo);
      }
    };
    await walk(page, atOnce, 0);
    await context.close();
    const empty = await withToken();
    const read = (await visit(empty)).page;
    await pause(readMs);
    await walk(read, firstMoves, restMs);
    await walk(read, laterMoves, restMs);
    await empty.close();
  }
  return [
    atMost('portal home, first visit', cold, 2_500, 'ms'),
    atMost('portal home, later visit', warm, 800, 'ms'),
    atMost('from home to another page, without a pause', atOnce, 300, 'ms'),
    atMost('from home to another page, first time', firstMoves, 300, 'ms'),
    atMost('from home to another page, later', laterMoves, 100, 'ms'),
  ];
}

export const browser: Scenario = {
  name: 'browser',
  run: async () => {
    const firstLoads = await withCompany(
      () => undefined,
      async (company) => {
        const { url } = company;
        const chrome = await chromium.launch(launchOptions());
        const open = () => chrome.newContext(phone);
        const metrics: Metric[] = [];
        try {
          for (const path of publicPages(1)) {
            const paints = await several(async () => {
              const context = await open();
              const page = await slowPage(context);
              await page.goto(url + path, { waitUntil: 'load' });
              const paint = await largestPaint(page);
              await context.close();
              return paint;
            });
            metrics.push(atMost(`${path}: largest paint`, paints, 1_500, 'ms'));
          }
          metrics.push(...(await measurePortal(company, open)));
        } finally {
          await chrome.close();
        }
        return metrics;
      },
      { env: { SAMPLE_DATA: 'demo' } },
    );
    const scrolls = await withCompany(fillLists, async (company) => {
      const chrome = await chromium.launch(launchOptions());
      try {
        return await measureScrolling(company, chrome);
      } finally {
        await chrome.close();
      }
    });
    return [...firstLoads, ...scrolls];
  },
};
