/** What the service worker saves: complete pages, and no more than a phone can download on the road. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientFolder } from '#server/platform/web/assets.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { suiteApp } from './harness/app.ts';

const t = suiteApp('sqlite', { pages: builtPages() });

/** Maximum bytes of everything that is saved, compressed; the scanner is 200,000 of them, the fonts 60,000. */
const budget = 706_000;

const worker = readFileSync(join(clientFolder, 'service-worker.js'), 'utf8');
const saved = [...worker.matchAll(/url:[`'"](\/[^`'"]*)[`'"],revision:/g)].map(
  ([, path = '']) => path,
);

const get = (url: string) => t.app.inject({ url, headers: { 'accept-encoding': 'br' } });

test('every saved page has all its scripts, styles and fonts', async () => {
  const pages = saved.filter((path) => !path.includes('.'));
  expect(pages).toEqual(expect.arrayContaining(['/login', '/portal', '/settlements', '/claims']));
  expect(pages).not.toContain('/users');
  for (const page of pages) {
    const { statusCode, body } = await t.app.inject(page);
    expect(statusCode, page).toBe(200);
    const named = [...body.matchAll(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)\b/g)].map(
      ([name]) => name,
    );
    expect(named.length, page).toBeGreaterThan(3);
    expect(
      named.filter((name) => !saved.includes(name)),
      page,
    ).toEqual([]);
  }
});

test('what is saved fits in the byte budget', async () => {
  let bytes = 0;
  for (const path of saved) {
    const response = await get(path);
    expect([path, response.statusCode]).toEqual([path, 200]);
    bytes += response.rawPayload.length;
  }
  expect(saved.length).toBeGreaterThan(80);
  expect(bytes).toBeLessThanOrEqual(budget);
});
