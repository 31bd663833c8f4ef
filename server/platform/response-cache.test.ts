import { expect, test } from 'vitest';
import { CachedResponse, newDayTask, ResponseCache } from './response-cache.ts';

test('invalidates cached pages after midnight in the company’s time zone', async () => {
  const responseCache = new ResponseCache(true);
  let now = new Date('2026-11-03T05:59:00Z');
  const { run } = newDayTask({ responseCache, now: () => now });
  const page = () =>
    responseCache.get('page /careers', async () => new CachedResponse(now.toISOString()));
  const first = await page();
  await run();
  expect(await page()).toBe(first);
  now = new Date('2026-11-03T06:00:00Z');
  await run();
  expect(await page()).not.toBe(first);
});
