import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#web/lib/session.ts';
import { ConfirmProvider } from '#web/ui/alert-dialog.tsx';
import styles from '../../styles/portal.css?url';
import type { Route } from './+types/portal-layout.ts';
import { PortalFrame } from './portal-frame.tsx';
import { makeQueryClient } from './portal-query-client.ts';
import { PortalSkeleton } from './portal-skeleton.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** Makes the portal the browser's alone: the server sends HydrateFallback and nothing else. */
export function clientLoader() {
  return null;
}

export function HydrateFallback() {
  return <PortalSkeleton />;
}

/** The portal around every page: what belongs to one signed-in person ends with their token. */
export default function PortalLayout() {
  const session = useSession();
  return <Portal key={session.token} />;
}

function Portal() {
  const [client] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <PortalFrame />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
