import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Role } from '#contract/access.ts';
import { nextTry, prefetchPage } from '#web/lib/route-files.ts';
import { navigation } from '../pages.ts';

/** Milliseconds between checks whether the first screen has loaded. */
const settle = 500;

function pagesFor(role: Role): string[] {
  const reachable = navigation.filter(
    ({ rail, tile, opens }) => !opens && (rail.includes(role) || tile.includes(role)),
  );
  return [...reachable.map(({ href }) => href), '/login'];
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Prefetches the scripts of all pages this role can reach, one page at a time, once the screen is idle. */
export function usePrefetchPages(role: Role | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (role === null || savesData()) return;
    const stop = new AbortController();
    const idle = () =>
      new Promise((resolve) => {
        setTimeout(() => {
          if ('requestIdleCallback' in window) requestIdleCallback(resolve);
          else resolve(null);
        }, settle);
      });
    const run = async () => {
      do await idle();
      while (document.readyState !== 'complete' || client.isFetching() > 0);
      const pages = pagesFor(role);
      for (let done = 0, tries = 0; done < pages.length && !stop.signal.aborted; ) {
        try {
          await prefetchPage(pages[done] ?? '');
          done += 1;
          tries = 0;
        } catch {
          await nextTry(tries);
          tries += 1;
        }
      }
    };
    void run();
    return () => stop.abort();
  }, [client, role]);
}
