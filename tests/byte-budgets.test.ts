/** The first load of each public page and of the portal stays within its byte budget. */
import { beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#contract/text/languages.ts';
import { pathIn } from '#contract/wire/page-languages.ts';
import { createJob } from '#server/features/jobs/jobs.service.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import type { PageSource } from '#server/platform/web/pages.ts';
import { jobOf380 } from '../bench/company.ts';
import { budgets, type Fetch, firstLoad, publicPages, scriptBudget } from '../bench/first-load.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';
import { resetCode } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { makeSentQuote } from './harness/quotes.ts';
import { makeInvitation, revise, writeWith } from './harness/testimonials.ts';
import { applied } from './records/hiring.ts';

function pagesOrReason(): PageSource {
  try {
    return builtPages();
  } catch {
    throw new Error('build/ has no pages to weigh: run `npm test`, which builds them first.');
  }
}

const quotes = [
  'Forty minutes from the gate to the last strap, and the lot was swept behind them.',
  'We sell trucks to farms. Nobody else would bring six of them down that road in March.',
  'I gave up on tracking sheets. They ring when it matters and leave me alone when it does not.',
  'One van came with a flat. They had changed it before I had seen it, and told me anyway.',
  'Second generation here, third generation there: our fathers shook hands on the rate.',
];

describe('first load', () => {
  const jobId = 1;
  const t = suiteApp('sqlite', { pages: pagesOrReason() });
  beforeAll(async () => {
    const actor = { userId: t.admin.userId, ip: '' };
    await createJob(t.ctx, jobOf380, actor, undefined);
    // More than the nine slides of the home page.
    for (const [n, quote] of [...quotes, ...quotes, ...quotes].entries()) {
      const { id, code } = await makeInvitation(t);
      await writeWith(t, code, sampleBody('writeTestimonial', { quote: `${quote} (${n})` }));
      await revise(t, id, { status: 'approved' });
    }
  });

  /** Files never change under their name. */
  const files = new Map<string, ReturnType<Fetch>>();
  const fetchPath: Fetch = (url) => {
    const fetched = files.get(url) ?? fetchOnce(url);
    if (url.startsWith('/assets/')) files.set(url, fetched);
    return fetched;
  };
  const fetchOnce: Fetch = async (url) => {
    const response = await t.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    const encoding = response.headers['content-encoding'];
    return {
      status: response.statusCode,
      encoding: encoding === undefined ? undefined : String(encoding),
      body: response.rawPayload,
    };
  };

  /** Replaces `…` in the path of a one-time link by a valid code. */
  async function withCode(path: string): Promise<string> {
    if (!path.endsWith('…')) return path;
    if (path.includes('/application/')) return path.replace('…', (await applied(t)).code);
    if (path.includes('/inquiry/')) return path.replace('…', (await makeSentQuote(t)).code);
    const isReset = path.includes('/reset/');
    const code = isReset ? await resetCode(t) : (await makeInvitation(t)).code;
    return path.replace('…', code);
  }

  // The pages of one-time links aren't in the sitemap but have the same budget.
  const oneTime = ['/reset/…', '/testimonial/…', '/application/status/…', '/inquiry/…'];
  const paths = [...publicPages(jobId), `/application/quick/${jobId}`, ...oneTime];
  const pages = languages.flatMap((language) => paths.map((path) => pathIn(language, path)));
  test.each(pages)('of %s is within its budget, and every text is compressed', async (path) => {
    const loaded = await firstLoad(fetchPath, await withCode(path));
    expect(loaded.status).toBe(200);
    for (const part of ['css', 'script', 'font'] as const) {
      expect(loaded[part], part).toBeGreaterThan(0);
    }
    expect(loaded.html + loaded.css).toBeLessThanOrEqual(budgets.htmlAndCss);
    expect(loaded.script).toBeLessThanOrEqual(scriptBudget(path));
    expect(loaded.font).toBeLessThanOrEqual(budgets.font);
    expect(loaded.uncompressed).toEqual([]);
  });

  test('the application form and its scanner load no more than they need', async () => {
    const used = ['application-call', 'resume-scan-dialog'];
    const { later } = await firstLoad(fetchPath, '/application', used);
    for (const bytes of later) {
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(budgets.laterScript);
    }
  });

  test("the portal's home loads few scripts", async () => {
    const { script } = await firstLoad(fetchPath, '/portal');
    expect(script).toBeGreaterThan(budgets.script);
    expect(script).toBeLessThanOrEqual(budgets.portalHome);
  });

  // /newhire has little more than the shell, so a page's additional scripts are its own.
  test.each(['/store', '/spotlight'])(
    "%s adds little to the portal's own scripts",
    async (path) => {
      const frame = await firstLoad(fetchPath, '/newhire');
      const { script } = await firstLoad(fetchPath, path);
      expect(script).toBeGreaterThan(frame.script);
      expect(script - frame.script).toBeLessThanOrEqual(budgets.portalPage);
    },
  );
});
