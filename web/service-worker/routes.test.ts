import { describe, expect, test, vi } from 'vitest';
import { networkFirst } from './page-response.ts';
import { routeOf } from './routes.ts';

const origin = 'https://www.example.com';
const saved = new Set(['/portal', '/time-off', '/es/holiday', '/assets/app.js']);

const route = (path: string, mode: RequestMode = 'navigate', method = 'GET') =>
  routeOf({ url: new URL(path, origin).href, method, mode }, origin, (asked) => saved.has(asked));

describe('a request', () => {
  test.each(['/portal', '/Portal/', '/portal?x=1'])('%s is answered with a saved page', (path) => {
    expect(route(path)).toEqual({ kind: 'page', path: '/portal', isTranslated: false });
  });

  test.each([
    ['/es/portal?x=1', '/portal'],
    ['/holiday', '/es/holiday'],
  ])('%s leads to the saved page of another language', (asked, path) => {
    expect(route(asked)).toEqual({ kind: 'page', path, isTranslated: true });
  });

  test.each([
    ['a public page', '/about', 'navigate', 'GET'],
    ['a form', '/portal', 'navigate', 'POST'],
    ['another site', 'https://evil.example/portal', 'navigate', 'GET'],
    ['a file of the office', '/files/reports/x.pdf?user=2#keep', 'navigate', 'GET'],
    ['a file that is not kept', '/files/settlements/x.pdf?user=2', 'navigate', 'GET'],
    ['a script that is not saved', '/assets/other.js', 'cors', 'GET'],
  ] as const)('for %s is left to the browser', (_name, path, mode, method) => {
    expect(route(path, mode, method)).toBeNull();
  });

  test('for a script or a file names what answers it', () => {
    expect(route('/assets/app.js', 'cors')).toEqual({ kind: 'asset', path: '/assets/app.js' });
    expect(route('/files/settlements/x.pdf?user=2#keep')).toEqual({
      kind: 'file',
      key: 'settlements/x.pdf',
      userId: 2,
    });
    expect(route('/kept-files/2/settlements/x.pdf')).toEqual({ kind: 'kept file' });
  });
});

describe('a page', () => {
  const copy = async () => new Response('saved');
  const answer = (status: number) => async () => new Response('new', { status });
  const never = () => new Promise<Response>(() => undefined);
  const textOf = async (network: () => Promise<Response>, isOnline = true, page = copy) =>
    (await networkFirst(network, page, isOnline, 5)).text();

  test('is the newest release when the server answers', async () => {
    expect(await textOf(answer(200))).toBe('new');
    expect(await textOf(answer(404))).toBe('new');
  });

  test('is the saved one when the server fails, is late or out of reach', async () => {
    expect(await textOf(answer(502))).toBe('saved');
    expect(await textOf(never)).toBe('saved');
    expect(await textOf(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('saved');
    expect(await textOf(answer(200), false)).toBe('saved');
  });

  test('comes late rather than never when none is saved', async () => {
    vi.useFakeTimers();
    const late = Promise.withResolvers<Response>();
    const page = networkFirst(
      () => late.promise,
      async () => undefined,
      true,
      5,
    );
    await vi.advanceTimersByTimeAsync(6);
    vi.useRealTimers();
    late.resolve(new Response('late'));
    expect(await (await page).text()).toBe('late');
  });
});
