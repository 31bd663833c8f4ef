import { Suspense, useEffect, useState } from 'react';
import { lazyHydrate } from '#web/lib/lazy-hydrate.ts';
import { InstallHint } from './install-hint.tsx';
import { hasConsent, supportsPush } from './push-consent.ts';

const choice = lazyHydrate(() => import('./push-choice.tsx'));

/** Turns notifications of this device on and off where the browser has push, and says how to install the portal. */
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
  return (
    <>
      {isThere && (
        <Suspense fallback={null}>
          <choice.Component className={className} />
        </Suspense>
      )}
      <InstallHint className={className} />
    </>
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
