/** Limits per person and per network: people who share an address don't block each other, and strangers bypass none. */
import { request as httpRequest } from 'node:http';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { isPublicRead } from '#server/platform/http/public-calls.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { suiteApp } from './harness/app.ts';
import { closePages, connected, listen, openPage, page } from './realtime/pages.ts';

/** Everyone in the tests has this address. */
const remoteAddress = '127.0.0.1';

async function statusesOf(count: number, call: () => Promise<{ statusCode: number }>) {
  const statuses = new Map<number, number>();
  for (let n = 0; n < count; n += 1) {
    const { statusCode } = await call();
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  return Object.fromEntries(statuses);
}

const times = (count: number, work: () => void) => {
  for (let n = 0; n < count; n += 1) work();
};

describe('calls from one office (SEC17)', () => {
  const t = suiteApp('sqlite', { config: { rateLimits: true } });
  const call = (headers: Record<string, string> = {}) =>
    t.app.inject({ url: '/api/user', headers, remoteAddress });

  test('600 a minute per user; calls without a valid token count for the network', async () => {
    // A colleague's page that went wild, and a visitor.
    times(595, () => t.ctx.limits.countCall(t.employee));
    expect(await statusesOf(10, () => call(t.employee.headers))).toEqual({ 200: 5, 429: 5 });
    times(590, () => t.ctx.limits.countCall(remoteAddress));
    expect(await statusesOf(5, () => call())).toEqual({ 401: 5 });
    const garbage = () => call({ authorization: 'Bearer a.b.c' });
    expect(await statusesOf(10, garbage)).toEqual({ 401: 5, 429: 5 });
    const refused = await call();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    expect((await call(t.admin.headers)).statusCode).toBe(200);
    const driver = await t.person('another driver', 'employee');
    expect((await call(driver.headers)).statusCode).toBe(200);
  });
});

describe('public reads', () => {
  const t = suiteApp('sqlite', {
    config: { rateLimits: true, trustProxy: ['10.0.0.1'] },
    pages: builtPages(),
  });
  const read = (url: string, from = remoteAddress, headers: Record<string, string> = {}) =>
    t.app.inject({ url, remoteAddress: from, headers });

  test.each([
    '/api/careers?limit=5',
    '/api/careers/2000000000',
    '/api/spotlight/posts/1/reactions',
  ])('of %s are 600 a minute per line when they are not in memory', async (url) => {
    const from = `198.51.100.${url.length}`;
    times(595, () => t.ctx.limits.countCall(from));
    const { 429: refused, ...others } = await statusesOf(10, () => read(url, from));
    expect(refused).toBe(5);
    expect(Object.values(others)).toEqual([5]);
    const response = await read(url, from);
    expect([response.statusCode, response.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await read(url, '203.0.113.7')).statusCode).not.toBe(429);
    // Colleagues on the same line have counters of their own.
    expect((await read(url, from, t.employee.headers)).statusCode).not.toBe(429);
    expect((await read('/api/careers', from)).statusCode).toBe(200);
    expect((await read('/careers', from)).statusCode).toBe(200);
  });

  test.each(
    endpoints.filter(isPublicRead).map(({ name, path, paged }, at) => ({ name, path, paged, at })),
  )(
    '$name: what is neither in memory nor missing there is bounded in number per line, also by HEAD',
    async ({ name, path, paged, at }) => {
      const url = path.replace('{id}', '1').replace('{code}', 'x'.repeat(43));
      const ask = (n: number, remoteAddress: string) =>
        t.app.inject({
          method: n % 2 === 0 ? 'GET' : 'HEAD',
          url: paged ? `${url}?limit=${1 + (n % 500)}` : url,
          remoteAddress,
        });
      // Awaited, because what it stores answers the flood.
      const { headers } = await ask(0, '203.0.113.8');
      const [flood, other] = await Promise.all([
        Promise.all(Array.from({ length: 400 }, (_, n) => ask(n, `198.18.0.${at}`))),
        ask(0, '203.0.113.9'),
      ]);
      expect([200, 404]).toContain(other.statusCode);
      const refused = flood.filter(({ statusCode }) => statusCode === 503);
      expect(refused.length > 100).toBe(headers.etag === undefined && name !== 'getJob');
      for (const response of refused) expect(response.headers['retry-after']).toBe('3');
    },
  );

  test('renders of pages that are not in memory are 60 a minute per line', async () => {
    const from = '198.51.100.200';
    await read('/about', '203.0.113.10');
    let n = 0;
    const search = () => read(`/careers?q=${++n}`, from);
    times(55, () => t.ctx.limits.countRender(from));
    expect(await statusesOf(10, search)).toEqual({ 200: 5, 429: 5 });
    const refused = await search();
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await read('/about', from)).statusCode).toBe(200);
    // A visitor's script asks for data.
    expect((await read(`/careers.data?q=${++n}`, from)).statusCode).toBe(200);
    expect((await read('/careers?q=1', '203.0.113.10')).statusCode).toBe(200);
  });

  test('of stored lists and of pages never count', async () => {
    const from = '192.0.2.77';
    const counted = () => read('/api/careers?limit=1', from);
    times(590, () => t.ctx.limits.countCall(from));
    expect(await statusesOf(15, () => read('/api/careers', from))).toEqual({ 200: 15 });
    expect(await statusesOf(15, () => read('/api/spotlight/posts', from))).toEqual({ 200: 15 });
    // Loaders read for the pages of a crawler.
    let id = 1_000_000;
    expect(await statusesOf(15, () => read(`/careers/${++id}`, from))).toEqual({ 404: 15 });
    expect(await statusesOf(11, counted)).toEqual({ 200: 10, 429: 1 });
  });
});

describe('addresses of sockets (SEC35)', () => {
  const t = suiteApp('sqlite', { config: { rateLimits: true, trustProxy: ['10.0.0.1'] } });
  let url = '';
  beforeAll(async () => {
    url = await listen(t);
  });
  afterEach(() => closePages());

  test('connections count for the address of the peer, not for what a stranger claims', async () => {
    const count = vi.spyOn(t.ctx.limits, 'countSocket');
    for (const transport of ['websocket', 'polling']) {
      const extraHeaders = { 'x-forwarded-for': '203.0.113.9' };
      await connected(page(url, t.admin.token, { transports: [transport], extraHeaders }));
    }
    const network = [remoteAddress];
    const user = [{ userId: t.admin.userId }];
    expect(count.mock.calls).toEqual([network, user, network, user]);
  });
});

describe('a flood of connections from one office (SEC17)', () => {
  const t = suiteApp('sqlite', { config: { rateLimits: true } });
  let url = '';
  beforeAll(async () => {
    url = await listen(t);
  });
  afterEach(() => closePages());

  test('an empty connection id bypasses nothing, and colleagues stay connected', async () => {
    // Signed-in pages don't use up what the office has.
    for (let n = 0; n < 30; n += 1) {
      await openPage(url, n % 2 === 0 ? t.admin : t.employee);
      closePages();
    }
    const poll = (query: string) =>
      new Promise<number>((resolve, reject) => {
        const path = `/socket.io/?EIO=4&transport=polling${query}`;
        const sent = httpRequest(url + path, { agent: false }, (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
        });
        sent.on('error', reject).end();
      });
    const forms = ['&sid=', '', '&sid=x&sid=', '&sid', '&sid=&t=1'];
    const statuses = new Map<number, number>();
    times(580, () => t.ctx.limits.countSocket(remoteAddress));
    for (let n = 0; n < 40; n += 1) {
      const status = await poll(forms[n % forms.length] ?? '');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(200)).toBeLessThanOrEqual(20);
    expect(statuses.get(200)).toBeGreaterThan(10);
    expect(statuses.get(429)).toBeGreaterThanOrEqual(20);
  });
});
