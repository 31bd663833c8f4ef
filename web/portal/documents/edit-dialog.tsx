import { useRef } from 'react';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EditForm } from './edit-form.tsx';

interface EditDialogProps {
  kind: DocumentKind;
  document: Document;
  onClose: () => void;
}

/** The window in which a document is changed; what was changed is not thrown away without a question. */
export function EditDialog({ kind, document, onClose }: EditDialogProps) {
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
    <Dialog
      onOpenChange={(open) => !open && void leave()}
      open
      title={text.kinds[kind].editHeading}
    >
      <EditForm
        document={document}
        kind={kind}
        onCancel={() => void leave()}
        onDirty={(now) => {
          dirty.current = now;
        }}
        onDone={onClose}
      />
    </Dialog>
  );
}
