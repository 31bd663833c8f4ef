/** The HTML of each public page follows the standard. */
import { HtmlValidate } from 'html-validate';
import { beforeAll, expect, test } from 'vitest';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { publicPages } from '../bench/first-load.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';
import { suiteApp } from './harness/app.ts';
import { makeInvitation } from './harness/testimonials.ts';

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] });
/** Browsers set aria-expanded of a popover button; the validator doesn't report a redundant one. */
const doubledState =
  /<[^>]*(popovertarget=[^>]*aria-expanded=|aria-expanded=[^>]*popovertarget=)[^>]*>/i;

const t = suiteApp('sqlite', { pages: builtPages() });
let invitation: string;
beforeAll(async () => {
  const payload = sampleBody('createJob', { payMin: 20, payMax: undefined, pinned: 1 });
  await t.app.inject({ method: 'POST', url: '/api/careers', payload, headers: t.admin.headers });
  invitation = (await makeInvitation(t)).code;
});

const pages = [
  ...publicPages(1),
  '/careers?q=nothing',
  '/careers/999',
  '/no/such/page',
  '/reset/a-code-of-twenty-letters',
  '/testimonial/…',
];

test.each(pages)('%s is valid HTML', async (path) => {
  const { body } = await t.app.inject(path.replace('…', invitation));
  const report = await validator.validateString(body);
  const found = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
  expect(found).toEqual([]);
  expect(body).not.toMatch(doubledState);
});
