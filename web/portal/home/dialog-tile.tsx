import { type ComponentType, type ReactNode, useState } from 'react';
import { testimonials as messages } from '#contract/messages/testimonials.ts';
import type { PortalDialog } from '../page.ts';
import { toast } from '../shared/toast.tsx';

interface DialogTileProps {
  id: string;
  className: string;
  /** Loads the dialog's script on the first press. */
  load: () => Promise<{ default: PortalDialog }>;
  children: ReactNode;
}

/** A tile that opens a dialog. */
export function DialogTile({ id, className, load, children }: DialogTileProps) {
  const [open, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }> | null>(null);

  async function show(button: HTMLButtonElement) {
    // Safari doesn't focus a pressed button, and closing the dialog returns the focus there.
    button.focus();
    toast.dismissAll();
    try {
      const dialog = (await load()).default;
      setDialog(() => dialog);
      setOpen(true);
    } catch {
      toast.show(messages.fetchFailed, 'error');
    }
  }

  return (
    <>
      <button
        aria-haspopup="dialog"
        className={className}
        id={id}
        onClick={(event) => void show(event.currentTarget)}
        type="button"
      >
        {children}
      </button>
      {open && Dialog && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}
