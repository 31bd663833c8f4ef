import { Dialog } from '#web/ui/dialog.tsx';
import { EarlierRevisions } from './earlier-revisions.tsx';
import { ReceiptsMatrix } from './receipts-matrix.tsx';

interface ReceiptsDialogProps {
  fileId: number;
  /** The document's name. */
  name: string;
  onClose: () => void;
}

/** Who has seen a document and who has not, with what was seen of it before it was replaced. */
export function ReceiptsDialog({ fileId, name, onClose }: ReceiptsDialogProps) {
  return (
    <Dialog
      description={name}
      onOpenChange={(open) => !open && onClose()}
      open
      size="lg"
      title="Receipts"
    >
      <ReceiptsMatrix
        csvName={`receipts-file-${fileId}`}
        of={{ file_id: fileId }}
        question={(missing) =>
          missing === 1
            ? 'Remind the one person who is missing?'
            : `Remind these ${missing} people?`
        }
        remindLabel="Remind the missing"
        rows="people"
      />
      <EarlierRevisions fileId={fileId} />
    </Dialog>
  );
}
