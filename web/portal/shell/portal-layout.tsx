import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { unreadTotal } from '#contract/chat.ts';
import { company } from '#contract/company/profile.ts';
import { general } from '#contract/messages/general.ts';
import { badges } from '#contract/portal.ts';
import { currentUser } from '#contract/session.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import type { PrefetchHandle } from '#web/lib/prefetched-calls.tsx';
import { blockNavigations } from '#web/lib/route-files.ts';
import { readSession, useSession } from '#web/lib/session.ts';
import { ConfirmProvider } from '#web/ui/alert-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from '../../styles/portal.css?url';
import { pageAt } from '../pages.ts';
import { deleteFormerCopies } from '../shared/offline/copies.ts';
import type { Route } from './+types/portal-layout.ts';
import { fillFromCopies, loadCopies } from './device-data.ts';
import { showFailureReferences } from './failure-reference.tsx';
import { PortalQueryClient } from './portal-query-client.ts';
import { PortalShell } from './portal-shell.tsx';
import { requireRole } from './require-role.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** Titles come from the page list; search engines must not index the portal. */
export const meta: Route.MetaFunction = ({ location }) => [
  { title: `${pageAt(location.pathname)?.title} | ${company.shortName} portal` },
  { name: 'robots', content: 'noindex' },
];

/** What the shell asks first. */
export const handle: PrefetchHandle = {
  prefetchedCalls: [currentUser.path, badges.path, unreadTotal.path],
};

/** Guards every portal page before its own loader runs. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => requireRole(request),
];

/** Makes the portal client-only: the server renders just HydrateFallback. */
export async function clientLoader() {
  blockNavigations();
  showFailureReferences();
  await loadCopies();
  return null;
}

export function HydrateFallback() {
  return <PortalSkeleton />;
}

/** The root shows the error. Copies of another release may have caused it, and would again. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  void deleteFormerCopies(readSession().userId ?? 0);
  throw error;
}

/** Keyed by token, so that no state survives a change of user. */
export default function PortalLayout() {
  const session = useSession();
  return <Portal key={session.token} />;
}

function Portal() {
  const [client] = useState(() => {
    const created = createQueryClient();
    fillFromCopies(created);
    return created;
  });
  return (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <PortalShell />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}

/** A query client for one signed-in user; it retries once after a network or server error. */
function createQueryClient(): PortalQueryClient {
  return new PortalQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (tries, error) =>
          tries < 1 && error instanceof CallError && (error.status === 0 || error.status >= 500),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** The server-rendered placeholder of every portal page; contains no data. */
function PortalSkeleton() {
  return (
    // Before the script runs only the system's theme is known, not the user's choice.
    <div className="min-h-dvh dark:bg-asphalt dark:text-chalk dark:[--color-steel:#b4bfc8] dark:[--color-well:#262e38]">
      <header className="flex min-h-14 items-center border-b-4 border-signal bg-asphalt px-4 text-chalk">
        <span className="display px-2 text-base">{company.shortName}</span>
      </header>
      <main className="max-w-5xl p-6">
        <Skeleton label={general.loading} labelVisible lines={6} />
        <noscript>
          <p className="mt-6">The portal requires JavaScript. Turn it on and reload this page.</p>
        </noscript>
      </main>
    </div>
  );
}
