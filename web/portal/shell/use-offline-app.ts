import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Role } from '#contract/wire/access.ts';
import { loadPage } from '#web/lib/navigation/route-files.ts';
import { navigation } from '../pages.ts';
import { loadSearch } from './search-button.tsx';

/** Milliseconds between checks whether the first screen has loaded, and between two pages. */
const settle = 500;
const breath = 50;

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

function idle(pause: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(resolve);
      else resolve(null);
    }, pause);
  });
}

/** Once the first screen is idle, loads the scripts of the role's pages and makes the portal open offline. */
export function useOfflineApp(role: Role | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (role === null || savesData()) return;
    const stop = new AbortController();
    const run = async () => {
      do await idle(settle);
      while (document.readyState !== 'complete' || client.isFetching() > 0);
      await loadSearch();
      for (const path of pagesFor(role)) {
        await loadPage(path, { priority: 'low', signal: stop.signal });
        await idle(breath);
        stop.signal.throwIfAborted();
      }
      // Without a connection a driver may write to someone for the first time.
      if (role === 'employee') {
        const { usersQuery } = await import('../shared/people/users.data.ts');
        const { conversationsQuery } = await import('../chat/chat.data.ts');
        await client.prefetchQuery(usersQuery);
        await client.prefetchQuery(conversationsQuery);
      }
      const { registerOfflineApp } = await import('#web/lib/device/offline-app.ts');
      await registerOfflineApp();
    };
    // Best effort: the next page load tries again.
    run().catch(() => undefined);
    return () => stop.abort();
  }, [client, role]);
}
