import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { company } from '#contract/company/profile.ts';
import { general } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { failureReference } from '#web/lib/api/failed-request.ts';
import { reconcile } from '#web/lib/navigation/dialog-history.ts';
import { readSession, readToken, useSession } from '#web/lib/session/session.ts';
import { ErrorExtra } from '#web/ui/alert.tsx';
import { ConfirmProvider } from '#web/ui/alert-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import bodyFont from '../../assets/atkinson.woff2?url';
import styles from '../../styles/portal.css?url';
import { inSpanish } from '../page-texts.ts';
import { pageAt } from '../pages.ts';
import { firstRequests, visitContext } from '../shared/first-requests.ts';
import { badgesQuery, unreadTotalQuery } from '../shared/live/badges.data.ts';
import { deleteFormerCopies } from '../shared/offline/copies.ts';
import { currentUserQuery } from '../shared/people/current-user.data.ts';
import type { Route } from './+types/portal-layout.ts';
import { fillFromCopies, loadCopies } from './device-data.ts';
import { PortalQueryClient } from './portal-query-client.ts';
import { PortalShell } from './portal-shell.tsx';
import { requireRole } from './require-role.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  // There before the scripts draw the first text. On public pages it would delay the first paint.
  { rel: 'preload', href: bodyFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** Titles come from the page list; search engines must not index the portal. */
export const meta: Route.MetaFunction = ({ location }) => {
  const page = inSpanish(`${pageAt(location.pathname)?.title}`);
  const { shortName } = company;
  return [
    { title: t(`${page} | ${shortName} portal`, `${page} | Portal de ${shortName}`) },
    { name: 'robots', content: 'noindex' },
  ];
};

/** Guards every portal page before its loader runs, and gives that the client of its visitor. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request, context }) => {
    await requireRole(request);
    const { token, state, role } = readSession();
    if (current?.token !== token) await loadCopies();
    context.set(visitContext, { client: clientOf(token), role: state === 'valid' ? role : null });
  },
];

const shellRequests = firstRequests((client) => [
  client.ensureQueryData(currentUserQuery),
  client.ensureQueryData(badgesQuery),
  client.ensureQueryData(unreadTotalQuery),
]);

/** Makes the portal client-only: the server renders just HydrateFallback. */
export function clientLoader(args: Route.ClientLoaderArgs) {
  shellRequests(args);
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
  const [client] = useState(() => clientOf(readToken()));
  // A reload closed the dialogs, but not their entries in the history.
  useEffect(reconcile, []);
  return (
    <QueryClientProvider client={client}>
      <ErrorExtra value={<FailureReference />}>
        <ConfirmProvider>
          <PortalShell />
        </ConfirmProvider>
      </ErrorExtra>
    </QueryClientProvider>
  );
}

let current: { token: string | null; client: PortalQueryClient } | null = null;

/** The client of a token, with what this device last showed. A new one for each, so that no data survives a change of user. */
function clientOf(token: string | null): PortalQueryClient {
  if (current?.token !== token) {
    current = { token, client: createQueryClient() };
    fillFromCopies(current.client);
  }
  return current.client;
}

/** It retries once after a network or server error. */
function createQueryClient(): PortalQueryClient {
  return new PortalQueryClient({
    defaultOptions: {
      queries: {
        // Enough for a page's loader and its list. A page hears no events while it is closed, so it asks when it opens.
        staleTime: 500,
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
          <p className="mt-6">
            {t(
              'The portal requires JavaScript. Turn it on and reload this page.',
              'El portal necesita JavaScript. Actívelo y vuelva a cargar esta página.',
            )}
          </p>
        </noscript>
      </main>
    </div>
  );
}

/** Lets the user name a call that has just failed unexpectedly. */
function FailureReference() {
  const [reference] = useState(failureReference);
  const [isCopied, setCopied] = useState(false);
  if (reference === '') return null;
  return (
    <button
      aria-label={t(
        `${isCopied ? 'Copied' : 'Copy'} reference ${reference}`,
        `Referencia ${reference}: ${isCopied ? 'copiada' : 'copiar'}`,
      )}
      // CSS draws the label, so that the alert reads its message alone.
      className="min-h-11 text-sm font-normal underline after:content-[attr(aria-label)]"
      onClick={() => void navigator.clipboard?.writeText(reference).then(() => setCopied(true))}
      type="button"
    />
  );
}
