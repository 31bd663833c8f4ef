/** How many frames the browser drops while a user scrolls through thousands of rows. */
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { OpenDatabase } from '#server/database/open.ts';
import { fillChatPeople } from './chat-company.ts';
import type { Company } from './company.ts';
import { atMost, type Metric } from './metrics.ts';
import { fillApplications, fillDocuments } from './records.ts';

const rows = 2_000;
const people = 100;
const runs = 3;
/** Pixels of one swipe, and its speed in pixels a second. */
const swipe = { distance: 5_000, speed: 2_500 };
const frame = 1_000 / 60;

/** Lists of the office, each with a selector of its rows. */
const lists = [
  { path: '/applications', row: 'main li' },
  { path: '/Settlements', row: 'main li' },
];

const screen = { viewport: { width: 1440, height: 900 } };

/** Applications and documents of a company after some years. */
export async function fillLists(database: OpenDatabase): Promise<void> {
  await fillApplications(database, rows);
  await fillChatPeople(database, 1, people);
  await fillDocuments(database, rows * 4, people);
}

/** Scrolls to the end until the list shows all its rows. */
async function showRows(page: Page, row: string): Promise<void> {
  await page.waitForSelector(row);
  await page.waitForFunction(
    ([selector, count]) => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.querySelectorAll(selector).length >= count;
    },
    [row, rows] as const,
    { polling: 50, timeout: 120_000 },
  );
}

/** The share of frames that came late, in percent, during a swipe up through the middle of the list. */
async function lateFrames(page: Page, session: CDPSession): Promise<number> {
  await page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const times: number[] = [];
    Object.assign(globalThis, { frameTimes: times });
    const next = (time: number) => {
      times.push(time);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await session.send('Input.synthesizeScrollGesture', {
    x: 200,
    y: 400,
    yDistance: swipe.distance,
    speed: swipe.speed,
    gestureSourceType: 'mouse',
  });
  const times = await page.evaluate(
    () => (globalThis as unknown as { frameTimes: number[] }).frameTimes,
  );
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const late = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frame) - 1), 0);
  return (late / (gaps.length + late)) * 100;
}

export async function measureScrolling(
  { url, admin }: Company,
  browser: Browser,
): Promise<Metric[]> {
  const metrics: Metric[] = [];
  const context = await browser.newContext(screen);
  const token = admin.authorization.slice('Bearer '.length);
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  for (const { path, row } of lists) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(url + path);
    await showRows(page, row);
    const shares: number[] = [];
    for (let run = 0; run < runs; run += 1) shares.push(await lateFrames(page, session));
    metrics.push(atMost(`${path}: late frames of a scroll`, shares, 5, '%'));
    await page.close();
  }
  await context.close();
  return metrics;
}
