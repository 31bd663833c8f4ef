/** Limits per person and per network: people who share an address don't block each other, and strangers bypass none. */
import { request as httpRequest } from 'node:http';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
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

describe('calls from one office (SEC17)', () => {
  const t = suiteApp('sqlite', { config: { rateLimits: true } });
  const call = (headers: Record<string, string> = {}) =>
    t.app.inject({ url: '/api/user', headers, remoteAddress });

  test('600 a minute per user; calls without a valid token count for the network', async () => {
    // A colleague's page that went wild, and a visitor.
    expect(await statusesOf(610, () => call(t.employee.headers))).toEqual({ 200: 600, 429: 10 });
    expect(await statusesOf(305, () => call())).toEqual({ 401: 305 });
    const garbage = () => call({ authorization: 'Bearer a.b.c' });
    expect(await statusesOf(305, garbage)).toEqual({ 401: 295, 429: 10 });
    const refused = await call();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    expect((await call(t.admin.headers)).statusCode).toBe(200);
    const driver = await t.person('another driver', 'employee');
    expect((await call(driver.headers)).statusCode).toBe(200);
  });
});

describe('addresses of sockets (SEC35)', () => {
  const t = suiteApp('sqlite', { config: { rateLimits: true, trustProxy: ['10.0.0.1'] } });
  let url = '';
  beforeAll(async () => {
    url = await listen(t);
  });
  afterEach(() => {
    closePages();
    vi.restoreAllMocks();
  });

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
  afterEach(() => {
    closePages();
    vi.restoreAllMocks();
  });

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
    for (let n = 0; n < 620; n += 1) {
      const status = await poll(forms[n % forms.length] ?? '');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(200)).toBeLessThanOrEqual(600);
    expect(statuses.get(200)).toBeGreaterThan(590);
    expect(statuses.get(429)).toBeGreaterThanOrEqual(20);
  });
});
