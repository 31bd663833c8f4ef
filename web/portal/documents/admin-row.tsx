import { memo } from 'react';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmRead } from '../shared/files/confirm-read.tsx';
import { OpenedBar } from '../shared/receipts/opened-bar.tsx';
import { DocumentName } from './document-name.tsx';

export interface AdminRowProps {
  kind: DocumentKind;
  document: Document;
  /** In words. */
  forWhom: string;
  deleting: boolean;
  /** The admin was given it as well. */
  isOwn: boolean;
  onReceipts: (document: Document) => void;
  onEdit: (document: Document) => void;
  onDelete: (document: Document) => void;
}

/** A document as the office sees it: who was given it, how many have opened it, and what can be done. */
export const AdminRow = memo(function AdminRow({
  kind,
  document,
  forWhom,
  deleting,
  isOwn,
  onReceipts,
  onEdit,
  onDelete,
}: AdminRowProps) {
  const { file_name, assigned_user_ids, acknowledge } = document;
  const assigned = assigned_user_ids.length;
  const confirmed = document.acknowledged_count ?? 0;
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line py-2 [contain-intrinsic-size:auto_5rem] [content-visibility:auto] md:grid-cols-[minmax(0,1fr)_9rem_auto] md:items-center print:grid-cols-[minmax(0,1fr)_9rem] print:[content-visibility:visible]">
      <div className="min-w-0">
        <DocumentName document={document} forWhom={forWhom} kind={kind} />
        {isOwn && acknowledge === 1 && <ConfirmRead file={document} />}
      </div>
      <div>
        <OpenedBar assigned={assigned} opened={document.opened_count ?? 0} />
        {acknowledge === 1 && (
          <p className="text-sm text-steel tabular-nums">
            confirmed {confirmed} of {assigned}
          </p>
        )}
      </div>
      <div className="-ml-3 flex flex-wrap items-center md:ml-0 print:hidden">
        <Button
          aria-label={`Receipts of ${file_name}`}
          onClick={() => onReceipts(document)}
          size="sm"
          variant="quiet"
        >
          Receipts
        </Button>
        <Button
          aria-label={`Edit ${file_name}`}
          onClick={() => onEdit(document)}
          size="sm"
          variant="quiet"
        >
          Edit
        </Button>
        <Button
          aria-label={`Delete ${file_name}`}
          busy={deleting}
          className="text-danger!"
          onClick={() => onDelete(document)}
          size="sm"
          variant="quiet"
        >
          Delete
        </Button>
      </div>
    </li>
  );
});
