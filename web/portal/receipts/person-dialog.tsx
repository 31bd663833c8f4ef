import { Dialog } from '#web/ui/dialog.tsx';
import { ReceiptsMatrix } from '../shared/receipts/receipts-matrix.tsx';

interface PersonDialogProps {
  userId: number;
  /** As the person is called. */
  name: string;
  onClose: () => void;
}

/** What one person was given, and what of it they have seen. */
export function PersonDialog({ userId, name, onClose }: PersonDialogProps) {
  return (
    <Dialog
      description={name}
      onOpenChange={(open) => !open && onClose()}
      open
      size="lg"
      title="Receipts"
    >
      <ReceiptsMatrix
        csvName={`receipts-person-${userId}`}
        of={{ user_id: userId }}
        question={(missing) =>
          `Remind ${name} of ${missing === 1 ? 'the file that is missing' : `${missing} files`}?`
        }
        remindLabel="Remind this person"
        rows="documents"
      />
    </Dialog>
  );
}
