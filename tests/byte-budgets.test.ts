/** The first load of each public page stays within its bytes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJob } from '#server/features/careers/careers.service.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import type { PageSource } from '#server/platform/web/pages.ts';
import { jobOf380 } from '../bench/company.ts';
import {
  budgets,
  type Fetch,
  type FirstLoad,
  firstLoad,
  publicPages,
} from '../bench/first-load.ts';
import { rightWords } from './arbitraries/right-testimonial-calls.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { makeInvitation, revise, writeWith } from './harness/testimonials.ts';

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
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp('sqlite', { pages: pagesOrReason() });
    const actor = { userId: t.admin.userId, ip: '' };
    await createJob(t.ground.db, jobOf380, actor, t.ground.now());
    // Nine slides in all on the home page.
    for (const quote of quotes) {
      const { id, code } = await makeInvitation(t);
      await writeWith(t, code, { ...rightWords(), quote });
      await revise(t, id, { status: 'approved' });
    }
  });
  afterAll(() => t?.close());

  const fetchPath: Fetch = async (url) => {
    const answer = await t.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    const encoding = answer.headers['content-encoding'];
    return {
      status: answer.statusCode,
      encoding: encoding === undefined ? undefined : String(encoding),
      body: answer.rawPayload,
    };
  };

  // The pages of one-time links are not ones that anybody browses to, but they weigh as little.
  const oneTime = ['/reset/a-code-of-twenty-letters', '/testimonial/…'];
  const pages = [...publicPages(jobId), ...oneTime];
  describe.each(pages)('of %s', (path) => {
    let loaded: FirstLoad;
    beforeAll(async () => {
      const { code } = path.endsWith('…') ? await makeInvitation(t) : { code: '' };
      loaded = await firstLoad(fetchPath, path.replace('…', code));
    });

    test('is a page', () => expect(loaded.status).toBe(200));

    test('HTML and CSS fit in one round trip', () => {
      expect(loaded.css).toBeGreaterThan(0);
      expect(loaded.html + loaded.css).toBeLessThanOrEqual(budgets.htmlAndCss);
    });

    test('scripts', () => {
      expect(loaded.script).toBeGreaterThan(0);
      expect(loaded.script).toBeLessThanOrEqual(budgets.script);
    });

    test('font', () => {
      expect(loaded.font).toBeGreaterThan(0);
      expect(loaded.font).toBeLessThanOrEqual(budgets.font);
    });

    test('every text is sent compressed', () => expect(loaded.uncompressed).toEqual([]));
  });

  // A page that holds little more than the frame: what another has beyond it is its own.
  test.each(['/store', '/spotlight'])(
    '%s has little of its own beyond the portal around it',
    async (path) => {
      const frame = await firstLoad(fetchPath, '/newhire');
      const { script } = await firstLoad(fetchPath, path);
      expect(script).toBeGreaterThan(frame.script);
      expect(script - frame.script).toBeLessThanOrEqual(budgets.portalPage);
    },
  );
});
