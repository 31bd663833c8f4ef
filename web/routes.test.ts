import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from './routes.ts';

interface RouteModule {
  loader?: unknown;
  default?: unknown;
  shouldRevalidate?: (urls: { currentUrl: URL; nextUrl: URL }) => boolean;
}

const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);

test('a page that is open is never loaded again, whatever its history does', async () => {
  const currentUrl = new URL('https://kestrel.example/application/2?from=home#driving');
  const sameUrl = new URL('/application/2?from=home', currentUrl);
  const otherQuery = new URL('/application/2', currentUrl);
  const otherUrl = new URL('/application/3', currentUrl);
  const loading: string[] = [];
  for (const file of filesOf(routes)) {
    const page = (await import(/* @vite-ignore */ `./${file}`)) as RouteModule;
    if (page.loader === undefined || page.default === undefined) continue;
    // Always fails.
    if (file === 'public/error/not-found.tsx') continue;
    // Loads itself again to show a document that was added.
    if (file === 'public/application-status/status-page.tsx') continue;
    const reloads = (nextUrl: URL) => page.shouldRevalidate?.({ currentUrl, nextUrl });
    expect(reloads(sameUrl), file).toBe(false);
    expect(reloads(currentUrl), file).toBe(false);
    const readsQuery = file === 'public/testimonials/testimonials-page.tsx';
    expect(reloads(otherQuery), file).toBe(readsQuery);
    expect(reloads(otherUrl), file).toBe(true);
    loading.push(file);
  }
  expect(loading).toContain('public/applications/application-page.tsx');
});
