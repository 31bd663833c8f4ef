import { type ComponentType, useEffect, useState } from 'react';
import { InstallHint } from './install-hint.tsx';
import { hasConsent, supportsPush } from './push-consent.ts';

/** Turns notifications of this device on and off where the browser has push, and says how to install the portal. */
export function PushSwitch({ className }: { className: string }) {
  const [Choice, setChoice] = useState<ComponentType<{ className: string }> | null>(null);
  useEffect(() => {
    if (!supportsPush()) return;
    // Hidden when its script fails to load; nothing depends on it.
    import('./push-choice.tsx').then(
      (module) => setChoice(() => module.PushChoice),
      () => undefined,
    );
  }, []);
  return (
    <>
      {Choice && <Choice className={className} />}
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
