import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { headerButtonClass } from '../shared/header-popover.tsx';
import { BroadcastDialog, type SentNotice } from './broadcast-dialog.tsx';

/** Opens the message to everyone. */
export function BroadcastButton() {
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState<SentNotice | null>(null);
  return (
    <>
      <button
        aria-label="Send notification"
        className={headerButtonClass}
        onClick={() => setOpen(true)}
        title="Send notification"
        type="button"
      >
        <Megaphone aria-hidden="true" className="size-5" />
      </button>
      {open && <BroadcastDialog onClose={() => setOpen(false)} onSent={setSent} sent={sent} />}
    </>
  );
}
