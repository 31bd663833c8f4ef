import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { ConfirmedForm } from '#web/lib/confirmations.ts';

/**
 * Shows a confirmation whose script isn't part of the page's first load: a form loads it before it can
 * send, and a return visit loads it when this device has sent something.
 */
export function LazyConfirmation({
  form,
  now,
  load,
  children,
}: {
  form: ConfirmedForm;
  /** Shows it even if nothing is stored. */
  now: boolean;
  load: () => Promise<void>;
  children: ReactNode;
}) {
  // Not rendered before that: a boundary that can't hydrate yet blocks every client navigation.
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    try {
      // If loading fails, the next visit tries again.
      if (now || localStorage.getItem(`headrack.sent.${form}`))
        load().then(
          () => setIsLoaded(true),
          () => {},
        );
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  }, [form, now, load]);
  return (isLoaded || now) && <Suspense fallback={null}>{children}</Suspense>;
}
