import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { logout } from '#contract/session.ts';
import { call } from '#web/lib/api.ts';
import { clearToken } from '#web/lib/session.ts';
import { hasConsent, supportsPush } from '../push/push-consent.ts';

/** Ends the session here at once, and on the server when it can be reached. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    // The call has read the token before it is forgotten; its outcome changes nothing here.
    call(logout).catch(() => undefined);
    if (supportsPush() && hasConsent()) {
      import('../push/push-device.ts').then((device) => device.leave()).catch(() => undefined);
    }
    clearToken();
    void navigate('/login', { replace: true });
  }, [navigate]);
}
