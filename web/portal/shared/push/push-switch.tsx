import { Suspense, useEffect, useState } from 'react';
import { lazyHydrate } from '#web/lib/lazy-hydrate.ts';
import { hasConsent, supportsPush } from './push-consent.ts';

const choice = lazyHydrate(() => import('./push-choice.tsx'));

/** Turns notifications of this device on and off; nothing where the browser lacks push. */
export function PushSwitch({ className }: { className: string }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (!supportsPush()) return;
    // Hidden when its script fails to load; nothing depends on it.
    choice.load().then(
      () => setThere(true),
      () => undefined,
    );
  }, []);
  if (!isThere) return null;
  return (
    <Suspense fallback={null}>
      <choice.Component className={className} />
    </Suspense>
  );
}

/** Moves the device's subscription into this session, if the user turned notifications on before. */
export function usePushRenewal(token: string | null): void {
  useEffect(() => {
    if (token === null || !supportsPush() || !hasConsent()) return;
    // Best effort: the next page load tries again.
    import('./push-device.ts').then((device) => device.renew()).catch(() => undefined);
  }, [token]);
}
