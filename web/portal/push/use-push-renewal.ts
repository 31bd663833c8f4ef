import { useEffect } from 'react';
import { hasConsent, supportsPush } from './push-consent.ts';

/** Takes the device's subscription over into this session, if the person has said yes before. */
export function usePushRenewal(token: string | null): void {
  useEffect(() => {
    if (token === null || !supportsPush() || !hasConsent()) return;
    // A courtesy: the next page that is opened tries again.
    import('./push-device.ts').then((device) => device.renew()).catch(() => undefined);
  }, [token]);
}
