import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { suiteApp } from '../../tests/harness/app.ts';
import { sqliteOnly } from '../../tests/harness/databases.ts';
import { Overload } from './overload.ts';

sqliteOnly.describe('a server that is too busy', () => {
  const t = suiteApp('sqlite');
  let base: string;
  beforeAll(async () => {
    base = await t.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => vi.restoreAllMocks());

  test('refuses calls before the framework as in it', async () => {
    vi.spyOn(Overload.prototype, 'isTooBusyFor').mockReturnValue(true);
    const inFramework = vi.spyOn(Overload.prototype, 'admit');
    const request = { method: 'POST', headers: t.admin.headers } as const;

    const before = await fetch(`${base}/api/damages`, request);
    expect(inFramework).not.toHaveBeenCalled();
    const beforeBody = (await before.json()) as { request_id: string };
    expect([before.status, before.headers.get('retry-after')]).toEqual([503, '2']);
    expect(before.headers.get('x-request-id')).toBe(beforeBody.request_id);

    // Not through the listener of the server.
    const within = await t.app.inject({ ...request, url: '/api/damages' });
    const { request_id: _, ...body } = within.json();
    expect(beforeBody).toMatchObject(body);
    const own = ['connection', 'date', 'keep-alive', 'x-request-id', 'content-length'];
    const comparable = (headers: object) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
    expect(comparable(Object.fromEntries(before.headers))).toEqual(comparable(within.headers));
  });

  test('still answers visitors', async () => {
    vi.spyOn(Overload.prototype, 'isTooBusyFor').mockReturnValue(true);
    for (const path of ['/api/careers', '/healthz']) {
      expect((await fetch(base + path)).status, path).toBe(200);
    }
  });
});
