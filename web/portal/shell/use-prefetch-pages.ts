import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Role } from '#contract/wire/access.ts';
import { loadPage, nextTry, onPageOpen, type RouteModules } from '#web/lib/route-files.ts';
import type { PageHandle } from '../page.ts';
import { canonical, navigation, pageAt } from '../pages.ts';

/** Milliseconds between checks whether the first screen has loaded. */
const settle = 500;
/** Milliseconds between two pages. */
const breath = 50;
/** Milliseconds for which a link must be pointed at or have the focus. */
const intent = 60;

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

/** Loads and runs the scripts of all pages this role can reach, one page at a time, once the screen is idle. Then makes the portal open offline. */
export function usePrefetchPages(role: Role | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (role === null || savesData()) return;
    const stop = new AbortController();
    const idle = (pause: number) =>
      new Promise((resolve) => {
        setTimeout(() => {
          if ('requestIdleCallback' in window) requestIdleCallback(resolve);
          else resolve(null);
        }, pause);
      });
    const run = async () => {
      do await idle(settle);
      while (document.readyState !== 'complete' || client.isFetching() > 0);
      const pages = pagesFor(role);
      for (let done = 0, tries = 0; done < pages.length && !stop.signal.aborted; ) {
        try {
          await loadPage(pages[done] ?? '', { priority: 'low', signal: stop.signal });
          await idle(breath);
          done += 1;
          tries = 0;
        } catch {
          await nextTry(tries);
          tries += 1;
        }
      }
      if (stop.signal.aborted) return;
      // Without a connection a driver may write to someone for the first time.
      if (role === 'employee') {
        const { usersQuery } = await import('../shared/users.data.ts');
        const { conversationsQuery } = await import('../chat/chat.data.ts');
        await client.prefetchQuery(usersQuery);
        await client.prefetchQuery(conversationsQuery);
      }
      const { registerOfflineApp } = await import('#web/lib/offline-app.ts');
      await registerOfflineApp();
    };
    // Best effort: the next page load tries again.
    run().catch(() => undefined);
    return () => stop.abort();
  }, [client, role]);
}

const handlesOf = (modules: RouteModules) =>
  modules.flatMap(({ handle }) => (handle ? [handle as Partial<PageHandle>] : []));

/**
 * Starts the first requests of a page that is opened, beside its rendering. Before, when the user points at its link or
 * focuses it, loads its scripts, and starts requests that leave no trace.
 */
export function useEarlyRequests(role: Role | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (role === null) return;
    return onPageOpen((pathname, modules) => {
      if (!isReachable(pathname, role)) return;
      for (const { load } of handlesOf(modules)) load?.(client, role);
    });
  }, [client, role]);
  useEffect(() => {
    if (role === null || savesData()) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (pathname: string) => {
      for (const page of handlesOf(await loadPage(pathname))) {
        if (page.isTraceless) page.load?.(client, role);
      }
    };
    const onPoint = ({ target }: Event) => {
      clearTimeout(timer);
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.origin !== location.origin || !isReachable(link.pathname, role)) return;
      // Best effort: the navigation tries again.
      timer = setTimeout(() => void load(link.pathname).catch(() => undefined), intent);
    };
    for (const type of ['pointerover', 'focusin']) {
      document.addEventListener(type, onPoint, { signal: stop.signal });
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, role]);
}

/** Whether the path is another page of this role. */
function isReachable(pathname: string, role: Role): boolean {
  const page = pageAt(pathname);
  if (!page || canonical(pathname) === canonical(location.pathname)) return false;
  return page.roles === 'page' || page.roles.includes(role);
}
