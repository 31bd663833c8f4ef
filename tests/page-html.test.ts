/** The HTML of each public page follows the standard and lets browsers show it early. */
import { HtmlValidate } from 'html-validate';
import { beforeAll, expect, test } from 'vitest';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { publicPages } from '../bench/first-load.ts';
import { create } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { makeInvitation } from './harness/testimonials.ts';

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] });
/** Browsers set aria-expanded of a popover button; the validator doesn't report a redundant one. */
const doubledState =
  /<[^>]*(popovertarget=[^>]*aria-expanded=|aria-expanded=[^>]*popovertarget=)[^>]*>/i;

const t = suiteApp('sqlite', { pages: builtPages() });
let invitation: string;
beforeAll(async () => {
  await create(t, 'createJob', { payMin: 20, payMax: undefined, pinned: 1 });
  invitation = (await makeInvitation(t)).code;
});

const pages = [
  ...publicPages(1),
  '/portal',
  '/careers?q=nothing',
  '/careers/999',
  '/no/such/page',
  '/reset/a-code-of-twenty-letters',
  '/testimonial/…',
];

test.each(pages)(
  '%s is valid HTML and asks for its style sheet before fonts, for scripts when it is painted',
  async (path) => {
    const { body } = await t.app.inject(path.replace('…', invitation));
    const report = await validator.validateString(body);
    const found = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
    );
    expect(found).toEqual([]);
    expect(body).not.toMatch(doubledState);
    const style = body.search(/<link[^>]+rel="stylesheet"/);
    expect(style).toBeGreaterThan(0);
    const scripts = body.search(/<link[^>]+rel="modulepreload"|<script[^>]+src=|import[ *("]/);
    if (path === '/portal') expect(style).toBeLessThan(scripts);
    else
      expect(body.search(/await new Promise\(\(go\) => requestAnimationFrame/)).toBeGreaterThan(0);
    const font = body.search(/<link[^>]+rel="preload"/);
    if (font !== -1) expect(style).toBeLessThan(font);
  },
);

test('the home page loads its map with the page, not on scrolling', async () => {
  const { body } = await t.app.inject('/');
  const [map] = body.match(/<img[^>]+coverage[^>]+>/) ?? [];
  expect(map).toBeDefined();
  expect(map).not.toContain('lazy');
});

test('a navigation may use prefetched data for seconds, but not that of a one-time link', async () => {
  const policyOf = async (url: string, headers = { 'sec-purpose': 'prefetch' }) =>
    (await t.app.inject({ url, headers })).headers['cache-control'];
  expect(await policyOf('/careers.data')).toBe('private, max-age=10');
  expect(await policyOf('/careers/1.data', { 'sec-purpose': '' })).toBe('no-store');
  expect(await policyOf(`/testimonial/${invitation}.data`)).toBe('no-store');
});
