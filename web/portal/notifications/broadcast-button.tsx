import { Megaphone } from 'lucide-react';
import { Suspense, useState } from 'react';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { lazyHydrate } from '#web/lib/lazy-hydrate.ts';
import { headerButtonClass } from '../shared/header-button.tsx';
import { toast } from '../shared/toast.tsx';
import type { SentNotification } from './broadcast-dialog.tsx';

const dialog = lazyHydrate(() => import('./broadcast-dialog.tsx'));

/** Opens the message to everyone; loads its form on the first press. */
export function BroadcastButton() {
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState<SentNotification | null>(null);
  const show = () =>
    void dialog.load().then(
      () => setOpen(true),
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
      {open && (
        <Suspense fallback={null}>
          <dialog.Component onClose={() => setOpen(false)} onSent={setSent} sent={sent} />
        </Suspense>
      )}
    </>
  );
}
