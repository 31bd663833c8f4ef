/** Requests for ever new addresses of the public pages cost little memory and leave the API responsive. */
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { busyPage } from '#contract/messages/busy-page.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import type { PageSource } from '#server/platform/web/pages.ts';
import { createId } from './fixtures/valid-requests.ts';
import { startApp } from './harness/app.ts';
import { until } from './harness/until.ts';

/** The built pages, with the URLs that were rendered; `gate` delays each render. */
function watchedPages(gate: () => Promise<void> = async () => {}, limits?: PageSource['limits']) {
  const source = builtPages();
  const rendered: string[] = [];
  const pages: PageSource = {
    ...source,
    ...(limits ? { limits } : {}),
    render: async (request, host) => {
      const { pathname, search } = new URL(request.url);
      rendered.push(pathname + search);
      await gate();
      return source.render(request, host);
    },
  };
  return { pages, rendered };
}

test('people of one line share one rendering of a page of the portal', async () => {
  const { pages, rendered } = watchedPages();
  const t = await startApp('sqlite', { pages });
  const visits = Array.from({ length: 80 }, () => t.app.inject('/TrainingFiles'));
  const responses = await Promise.all(visits);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(80).fill(200));
  expect(rendered).toEqual(['/TrainingFiles']);
  await t.close();
});

test('known query keys work beside those of a campaign', async () => {
  const { pages, rendered } = watchedPages();
  const t = await startApp('sqlite', { pages });
  for (const department of ['Logistics', 'Finance']) {
    await createId(t, 'createJob', { position: `${department} lead`, department });
  }
  const shown = async (search: string) => {
    const { body } = await t.app.inject(`/careers${search}`);
    return ['Logistics lead', 'Finance lead'].filter((position) => body.includes(`>${position}<`));
  };
  expect(await shown('?utm_id=1&department=Finance')).toEqual(['Finance lead']);
  expect(await shown('?utm_id=2&department=Finance')).toEqual(['Finance lead']);
  expect(await shown('?q=%20LOGISTICS+lead&utm_id=1')).toEqual(['Logistics lead']);
  expect(await shown('?department=All&q=')).toEqual(['Logistics lead', 'Finance lead']);
  for (const unknown of ['Marketing', 'Sales', '']) {
    expect(await shown(`?department=${unknown}`)).toEqual([]);
  }
  expect(rendered).toEqual([
    '/careers?department=Finance',
    '/careers?q=LOGISTICS+lead',
    '/careers',
    '/careers?department=other',
  ]);
  await t.close();
});

describe('more renders than there are places', () => {
  /** One search of a visitor is being rendered, and two wait. */
  async function crowdedApp(waiting: number) {
    const open = Promise.withResolvers<void>();
    let isClosed = false;
    const gate = async () => void (isClosed && (await open.promise));
    const { pages, rendered } = watchedPages(gate, { waiting });
    const t = await startApp('sqlite', { pages });
    const about = await t.app.inject('/about');
    isClosed = true;
    // Awaited, because `inject` alone doesn't start before the next tick.
    const search = async (text: string, remoteAddress: string) =>
      await t.app.inject({ url: `/careers?q=${text}`, remoteAddress });
    const first = [search('a', '192.0.2.1')];
    await until('the first search is being rendered', 30_000, () => rendered.length === 2);
    first.push(search('b', '192.0.2.1'), search('c', '192.0.2.1'));
    return { t, about, search, first, open: () => open.resolve() };
  }

  test('get 503 with Retry-After and a page for people (FLT15)', async () => {
    const { t, search, first, open } = await crowdedApp(2);
    const refused = await search('d', '192.0.2.1');
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(refused.body).toContain(busyPage.text);
    const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
    expect((await validator.validateString(refused.body)).valid).toBe(true);

    const spanish = await t.app.inject({ url: '/es/careers?q=e', remoteAddress: '192.0.2.1' });
    expect([spanish.statusCode, spanish.headers['retry-after']]).toEqual([
      503,
      refused.headers['retry-after'],
    ]);
    expect(spanish.body).toContain('<html lang="es-US">');
    expect(spanish.body).toContain('<h1>Un momento, por favor</h1>');

    const data = await t.app.inject({ url: '/careers.data', remoteAddress: '192.0.2.1' });
    expect([data.statusCode, data.json().code]).toEqual([503, 'busy']);
    open();
    for (const response of await Promise.all(first)) expect(response.statusCode).toBe(200);
    expect((await search('d', '192.0.2.1')).statusCode).toBe(200);
    await t.close();
  });

  test('leave places for other visitors, for known pages and for the API', async () => {
    const { t, about, search, first, open } = await crowdedApp(2);
    const other = search('e', '198.51.100.7');
    // The newest of the visitor with the most.
    expect((await first[2])?.statusCode).toBe(503);
    const again = await t.app.inject({ url: '/about?utm_id=1', remoteAddress: '192.0.2.1' });
    expect([again.statusCode, again.body]).toEqual([200, about.body]);
    expect((await t.app.inject('/api/careers')).statusCode).toBe(200);
    open();
    for (const response of await Promise.all([first[0], first[1], other])) {
      expect(response?.statusCode).toBe(200);
    }
    await t.close();
  });
});

test('a render that never ends gives way to the next one', async () => {
  let isHanging = false;
  const page = { status: 200, headers: [], scriptHashes: [], body: Buffer.from('<p>Jobs</p>') };
  // A real one could take longer on a busy machine.
  const render = () => (isHanging ? new Promise<never>(() => undefined) : Promise.resolve(page));
  const t = await startApp('sqlite', { pages: { ...builtPages(), render, limits: { ms: 200 } } });
  expect((await t.app.inject('/careers?q=a')).statusCode).toBe(200);
  isHanging = true;
  const { statusCode, headers } = await t.app.inject('/careers?q=b');
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  isHanging = false;
  expect((await t.app.inject('/careers?q=c')).statusCode).toBe(200);
  await t.close();
});

test('the response cache holds no search', async () => {
  const t = await startApp('sqlite', { pages: builtPages() });
  await t.app.inject('/careers');
  const before = t.ctx.responseCache.bytes;
  expect(before).toBeGreaterThan(0);
  for (let n = 0; n < 20; n += 1) await t.app.inject(`/careers?q=search${n}`);
  expect(t.ctx.responseCache.bytes).toBe(before);
  await t.close();
});
