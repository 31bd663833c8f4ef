import { Dialog } from '#web/ui/dialog.tsx';
import { EarlierRevisions } from './earlier-revisions.tsx';
import type { Of } from './receipts.data.ts';
import { ReceiptsMatrix } from './receipts-matrix.tsx';

interface ReceiptsDialogProps {
  of: Of;
  /** The name of the document or the person. */
  name: string;
  onClose: () => void;
}

/** The receipts of a document, with those of its earlier revisions, or of a person. */
export function ReceiptsDialog({ of, name, onClose }: ReceiptsDialogProps) {
  return (
    <Dialog description={name} onClose={onClose} size="xl" title="Receipts">
      <ReceiptsMatrix name={name} of={of} />
      {'file_id' in of && <EarlierRevisions fileId={of.file_id} />}
    </Dialog>
  );
}
