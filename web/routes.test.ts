import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { root } from '#server/platform/runtime/root.ts';

/** The first never loads again, the second always fails, the third shows a document that was added. */
const except = ['root', 'public/error/not-found', 'public/application-status/status-page'];

test('a page that is open is never loaded again, whatever its history does', async () => {
  const { routes }: ServerBuild = await import(`${root}/build/server/index.js`);
  const currentUrl = new URL('https://kestrel.example/application/2?from=home#driving');
  const loading = Object.values(routes).filter(
    (route) => route?.module.loader && route.module.default && !except.includes(route.id),
  );
  expect(loading.length).toBeGreaterThan(10);
  for (const route of loading) {
    const reloads = (url: string) =>
      route?.module.shouldRevalidate?.({ currentUrl, nextUrl: new URL(url, currentUrl) } as never);
    const isOfQuery = route?.id === 'public/testimonials/testimonials-page';
    const urls = ['/application/2?from=home', currentUrl.href, '/application/2', '/application/3'];
    expect(urls.map(reloads), route?.id).toEqual([false, false, isOfQuery, true]);
  }
});
