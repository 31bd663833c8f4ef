import { documents as messages } from '#contract/messages/documents.ts';
import { RecordDialog } from '../record-dialog.tsx';
import { DocumentForm, type DocumentFormProps, draftOf } from './document-form.tsx';

interface EditDialogProps
  extends Pick<DocumentFormProps, 'endpoint' | 'document' | 'peopleRequired'> {
  heading: string;
  onClose: () => void;
}

/** Changes a document; asks before unsaved changes are discarded. */
export function EditDialog({ heading, onClose, ...form }: EditDialogProps) {
  return (
    <RecordDialog
      discardQuestion={messages.confirmDiscard}
      draft={draftOf(form)}
      onClose={onClose}
      size="lg"
      title={heading}
    >
      {(onDirty) => <DocumentForm {...form} onDirty={onDirty} onDone={onClose} />}
    </RecordDialog>
  );
}
