import { type ReactNode, useState } from 'react';
import { deleteFormDraft, readFormDraft } from '#web/lib/drafts/form-draft.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '../toast.tsx';

interface RecordDialogProps {
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** The draft to delete on closing. */
  draft: string;
  discardQuestion?: string;
  onClose: () => void;
  /** Renders the form, which reports whether it holds unsaved input. */
  children: (onDirty: (isDirty: boolean) => void) => ReactNode;
}

/** A record's dialog. Closing asks first while input is unsaved, and deletes the draft. */
export function RecordDialog({ draft, onClose, children, ...dialog }: RecordDialogProps) {
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog
      {...dialog}
      isDirty={isDirty}
      onClose={() => {
        deleteFormDraft(draft);
        onClose();
      }}
    >
      {children(setDirty)}
    </Dialog>
  );
}

/** The record whose dialog is open, initially the draft's if `hasForm`; 'new' for a new one. */
export function useOpenRecord<Row>(draft: string, hasForm: boolean) {
  const [open, setOpen] = useState<Row | 'new' | null>(() => {
    const kept = hasForm ? readFormDraft<Row, object>(draft) : null;
    return kept && (kept.target ?? 'new');
  });
  const show = (record: Row | 'new') => {
    toast.dismissAll();
    setOpen(record);
  };
  return { open, show, close: () => setOpen(null) };
}
