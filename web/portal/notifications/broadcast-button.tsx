import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { headerButtonClass } from '../shared/header-button.tsx';
import { toast } from '../shared/toast.tsx';
import type { SentNotification } from './broadcast-dialog.tsx';

const loadDialog = importAgain(() => import('./broadcast-dialog.tsx'));

/** Opens the message to everyone; loads its form on the first press. */
export function BroadcastButton() {
  const [dialog, setDialog] = useState<Awaited<ReturnType<typeof loadDialog>> | null>(null);
  const [sent, setSent] = useState<SentNotification | null>(null);
  const show = () =>
    void loadDialog().then(
      (loaded) => setDialog(loaded),
      () => toast.show(messages.formFailed, 'error'),
    );
  return (
    <>
      <button
        aria-label="Send notification"
        className={headerButtonClass}
        onClick={show}
        title="Send notification"
        type="button"
      >
        <Megaphone aria-hidden="true" className="size-5" />
      </button>
      {dialog && (
        <dialog.BroadcastDialog onClose={() => setDialog(null)} onSent={setSent} sent={sent} />
      )}
    </>
  );
}
