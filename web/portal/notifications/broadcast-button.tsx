import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { headerButtonClass } from '../shared/header-popover.tsx';
import { BroadcastDialog } from './broadcast-dialog.tsx';
import { useBroadcast } from './use-broadcast.ts';

/** Opens the message to everyone; its draft survives closing while the page is open. */
export function BroadcastButton() {
  const [open, setOpen] = useState(false);
  const broadcast = useBroadcast(() => setOpen(false));
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
      <BroadcastDialog broadcast={broadcast} onOpenChange={setOpen} open={open} />
    </>
  );
}
