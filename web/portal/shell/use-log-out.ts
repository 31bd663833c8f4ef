import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { logout } from '#contract/session.ts';
import { call } from '#web/lib/api/api.ts';
import { clearToken, readSession } from '#web/lib/session/session.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { outbox } from '../shared/offline/messages.ts';
import { countWaiting, wipeDevice } from './device-data.ts';

/** Logs out on this device at once, and on the server if it can be reached. Asks before it discards what waits to be sent, and deletes all that is stored on the device. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  const confirm = useConfirm();
  return useCallback(async () => {
    const unsent = await countWaiting(readSession().userId ?? 0);
    if (unsent > 0 && !(await confirm(questionOf(unsent)))) return;
    // `call` reads the token before it is cleared; its result doesn't matter.
    call(logout).catch(() => undefined);
    void wipeDevice();
    clearToken();
    void navigate('/login', { replace: true });
  }, [navigate, confirm]);
}

function questionOf(unsent: number) {
  return {
    title: outbox.discardAll(unsent),
    confirmLabel: 'Log out',
    cancelLabel: 'Stay',
    danger: true,
  };
}
