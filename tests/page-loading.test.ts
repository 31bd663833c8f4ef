/** What lets browsers show a page early: the order of its files, and data that was fetched ahead. */
import { beforeAll, expect, test } from 'vitest';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { publicPages } from '../bench/first-load.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';
import { suiteApp } from './harness/app.ts';
import { makeInvitation } from './harness/testimonials.ts';

const t = suiteApp('sqlite', { pages: builtPages() });
beforeAll(async () => {
  const payload = sampleBody('createJob');
  await t.app.inject({ method: 'POST', url: '/api/careers', payload, headers: t.admin.headers });
});

const htmlOf = async (path: string) => (await t.app.inject(path)).body;

test.each([...publicPages(1), '/portal'])(
  '%s asks for its style sheet before fonts and scripts',
  async (path) => {
    const html = await htmlOf(path);
    const first = (pattern: RegExp) => html.search(pattern);
    const style = first(/<link[^>]+rel="stylesheet"/);
    expect(style).toBeGreaterThan(0);
    expect(style).toBeLessThan(first(/<link[^>]+rel="preload"/));
    expect(style).toBeLessThan(first(/<link[^>]+rel="modulepreload"/));
  },
);

test('a navigation may use prefetched data for seconds, but not that of a one-time link', async () => {
  const policyOf = async (url: string, headers = { 'sec-purpose': 'prefetch' }) =>
    (await t.app.inject({ url, headers })).headers['cache-control'];
  expect(await policyOf('/careers.data')).toBe('private, max-age=10');
  expect(await policyOf('/careers/1.data')).toBe('private, max-age=10');
  expect(await policyOf('/careers/1.data', { 'sec-purpose': '' })).toBe('no-store');
  expect(await policyOf('/careers/999.data')).toBe('no-store');
  const { code } = await makeInvitation(t);
  expect(await policyOf(`/testimonial/${code}.data`)).toBe('no-store');
});
