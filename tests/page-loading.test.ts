/** What lets browsers show a page early: the order of its files, and the pages they may fetch ahead. */
import { beforeAll, describe, expect, test } from 'vitest';
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

describe('speculation rules', () => {
  const pattern = /<script type="speculationrules">(.*?)<\/script>/g;

  /** Whether the rules of a page let the browser prefetch a path. */
  async function prefetches(page: string): Promise<(path: string) => boolean> {
    const [found, ...others] = [...(await htmlOf(page)).matchAll(pattern)];
    expect(others).toEqual([]);
    const { prefetch, ...actions } = JSON.parse(found?.[1] ?? '{}');
    expect([Object.keys(actions), prefetch?.length]).toEqual([[], 1]);
    expect(prefetch[0].eagerness).toBe('moderate');
    const patterns: string[] = prefetch[0].where.href_matches;
    const base = 'https://www.example.com';
    return (path) => patterns.some((one) => new URLPattern(one, base).test(path, base));
  }

  test.each(publicPages(1))('of %s allow public pages only', async (page) => {
    const isPrefetched = await prefetches(page);
    const own = ['/inquiry', '/login'];
    for (const path of publicPages(1)) expect(isPrefetched(path), path).toBe(!own.includes(path));
    const others = [
      '/portal',
      '/applications',
      '/inquiries',
      '/testimonial/a-code',
      '/reset/a-code',
      '/files/resumes/a.pdf',
      '/api/careers',
      '/personal-data.zip',
    ];
    for (const path of others) expect(isPrefetched(path), path).toBe(false);
  });

  test('are not part of the portal', async () => {
    expect(await htmlOf('/portal')).not.toContain('speculationrules');
  });
});

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
