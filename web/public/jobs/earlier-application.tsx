import { lazy, Suspense } from 'react';
import { useConfirmation } from '#web/lib/session/confirmations.ts';

/** The application form has loaded it; on a return visit without a connection it is missing, and the page isn't. */
const ApplicationSent = lazy(() =>
  import('../confirmation/application-sent.tsx').then(
    (loaded) => ({ default: loaded.ApplicationSent }),
    () => ({ default: () => null }),
  ),
);

/** The confirmation of the application that this device has sent, until it is closed. */
export function EarlierApplication() {
  const isSent = useConfirmation('application') !== null;
  return (
    isSent && (
      <Suspense fallback={null}>
        <ApplicationSent />
      </Suspense>
    )
  );
}
