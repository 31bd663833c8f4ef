import { expect, test } from 'vitest';
import { CachedResponse, newDayTask, ResponseCache } from './response-cache.ts';

const responseOf = (text: string) => async () => new CachedResponse(text);

test('invalidates cached pages after midnight in the company’s time zone', async () => {
  const responseCache = new ResponseCache(null);
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

test('stays under its bound in bytes and keeps what was used last (LOAD8)', async () => {
  const maxBytes = 1024 * 1024;
  const cache = new ResponseCache(null, maxBytes);
  const home = await cache.get('home', responseOf('home'));
  for (let n = 0; n < 200; n += 1) {
    await cache.get(`page ${n}`, responseOf('x'.repeat(10_000)));
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
    expect(await cache.get('home', responseOf('another'))).toBe(home);
  }
  // Room for the body and both compressed variants.
  expect(cache.bytes).toBeGreaterThan(20 * 30_000);
  await cache.get('too large', responseOf('x'.repeat(maxBytes)));
  expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
  await cache.invalidate();
  expect(cache.bytes).toBe(0);
});

test('concurrent requests share a build, but not one from before a write', async () => {
  const cache = new ResponseCache(null);
  const old = Promise.withResolvers<CachedResponse>();
  let builds = 0;
  const build = () => {
    builds += 1;
    return builds === 1 ? old.promise : responseOf('new')();
  };
  const [first, second] = [cache.get('key', build), cache.get('key', build)];
  void cache.invalidate();
  const third = await cache.get('key', build);
  old.resolve(new CachedResponse('old'));
  const all = [await first, await second, third].map((response) => String(response?.bytes));
  expect(all).toEqual(['old', 'old', 'new']);
  expect(await cache.get('key', build)).toBe(third);
  expect(builds).toBe(2);
});

test('where other processes write, a stored response is used until they change something', async () => {
  let changes = 1;
  const cache = new ResponseCache({ count: async () => changes, settled: async () => {} });
  const first = await cache.get('api jobs', responseOf('1'));
  expect(await cache.get('api jobs', responseOf('2'))).toBe(first);
  changes = 2;
  expect(await cache.get('api jobs', responseOf('3'))).not.toBe(first);
});
