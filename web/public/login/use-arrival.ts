import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { session as say } from '#contract/messages/session.ts';
import { type RememberedNotice, takeNotices, takeReturn } from '#web/lib/notices.ts';
import { clearToken, readSession } from '#web/lib/session.ts';

/** What SPEC.md asks of /login on load: a valid session goes on, a dead one is cleared and said. */
export function useArrival() {
  const navigate = useNavigate();
  const [ready, setReady] = useState(false);
  const [notices, setNotices] = useState<RememberedNotice[]>([]);
  const [returnTo, setReturnTo] = useState<string | null>(null);

  useEffect(() => {
    const session = readSession();
    if (session.state === 'valid' && session.role !== null) {
      // What is to be said is taken by the portal, where this person ends up.
      void navigate('/portal', { replace: true });
      return;
    }
    if (session.state !== 'none') clearToken();
    const said = takeNotices();
    const expired: RememberedNotice[] =
      session.state === 'expired' ? [{ text: say.loginExpired, tone: 'error' }] : [];
    setNotices((before) => [...before, ...expired, ...said]);
    setReturnTo((before) => takeReturn() ?? before);
    setReady(true);
  }, [navigate]);

  const clearNotices = useCallback(() => setNotices([]), []);
  return { ready, notices, returnTo, clearNotices };
}
