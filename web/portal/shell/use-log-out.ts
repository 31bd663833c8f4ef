import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { logout } from '#contract/session.ts';
import { call } from '#web/lib/api.ts';
import { clearToken, readSession } from '#web/lib/session.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { countUnsent, deleteUnsent, deviceStorage } from '../chat/engine/unsent-storage.ts';
import { hasConsent, supportsPush } from '../shared/push/push-consent.ts';

/** Logs out on this device at once, and on the server if it can be reached. Asks before it discards unsent messages. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  const confirm = useConfirm();
  return useCallback(async () => {
    const unsent = countUnsent(deviceStorage(), readSession().userId ?? 0);
    if (unsent > 0 && !(await confirm(questionOf(unsent)))) return;
    // `call` reads the token before it is cleared; its result doesn't matter.
    call(logout).catch(() => undefined);
    if (supportsPush() && hasConsent()) {
      import('../shared/push/push-device.ts')
        .then((device) => device.leave())
        .catch(() => undefined);
    }
    clearToken();
    deleteUnsent(deviceStorage(), null);
    void navigate('/login', { replace: true });
  }, [navigate, confirm]);
}

function questionOf(unsent: number) {
  return {
    title: chatMessages.discardUnsent(unsent),
    confirmLabel: 'Log out',
    cancelLabel: 'Stay',
    danger: true,
  };
}
