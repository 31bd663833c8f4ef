import { useRef } from 'react';
import { documents as text } from '#contract/messages/documents.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EditForm, type EditFormProps } from './edit-form.tsx';

interface EditDialogProps extends Pick<EditFormProps, 'endpoint' | 'document' | 'peopleRequired'> {
  heading: string;
  onClose: () => void;
}

/** The window in which a document is changed; what was changed is not thrown away without a question. */
export function EditDialog({ heading, onClose, ...form }: EditDialogProps) {
  const confirm = useConfirm();
  const dirty = useRef(false);

  async function leave() {
    const question = {
      title: text.confirmDiscard,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    };
    if (!dirty.current || (await confirm(question))) onClose();
  }

  return (
    <Dialog onOpenChange={(open) => !open && void leave()} open size="lg" title={heading}>
      <EditForm
        {...form}
        onCancel={() => void leave()}
        onDirty={(now) => {
          dirty.current = now;
        }}
        onDone={onClose}
      />
    </Dialog>
  );
}
