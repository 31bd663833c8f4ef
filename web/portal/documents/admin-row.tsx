import type { Document, DocumentKind } from '#contract/documents.ts';
import { settlementPay } from '#contract/messages/settlement-pay.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmRead } from '../shared/files/confirm-read.tsx';
import { OpenedBar } from '../shared/receipts/opened-bar.tsx';
import { LinkedItem } from '../shared/records/linked-item.tsx';
import { DocumentName } from './document-name.tsx';

interface AdminRowProps {
  kind: DocumentKind;
  document: Document;
  /** Its people, as text. */
  assigneesText: string;
  deleting: boolean;
  /** It is assigned to this admin as well. */
  isOwn: boolean;
  /** Opens its net pay and period. */
  onPay: (document: Document) => void;
  onReceipts: (document: Document) => void;
  onEdit: (document: Document) => void;
  onDelete: (document: Document) => void;
}

/** A document as admins see it: its people, how many opened it, and its actions. */
export function AdminRow({
  kind,
  document,
  assigneesText,
  deleting,
  isOwn,
  onPay,
  onReceipts,
  onEdit,
  onDelete,
}: AdminRowProps) {
  const { file_name, file_path_es, assigned_user_ids, acknowledge } = document;
  const assigned = assigned_user_ids.length;
  const confirmed = document.acknowledged_count ?? 0;
  const actions = [
    ...(kind === 'settlements' ? [{ verb: 'Net pay', label: 'Net pay of', run: onPay }] : []),
    { verb: 'Receipts', label: 'Receipts of', run: onReceipts },
    { verb: 'Edit', label: 'Edit', run: onEdit },
    { verb: 'Delete', label: 'Delete', run: onDelete },
  ];
  return (
    <LinkedItem
      className="grid gap-x-6 gap-y-1 border-t border-line py-2 md:grid-cols-[minmax(0,1fr)_9rem_auto] md:items-center print:grid-cols-[minmax(0,1fr)_9rem]"
      id={document.file_id}
      param="file"
    >
      <div className="min-w-0">
        <DocumentName
          assigneesText={assigneesText}
          document={document}
          kind={kind}
          other={file_path_es ? { words: 'Also in Spanish', path: file_path_es } : undefined}
        />
        {document.unreadable && document.net_pay === null && document.period_to === null && (
          <p className="text-sm">{settlementPay.unreadable}</p>
        )}
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
        {actions.map(({ verb, label, run }) => (
          <Button
            aria-label={`${label} ${file_name}`}
            busy={verb === 'Delete' && deleting}
            className={verb === 'Delete' ? 'text-danger!' : ''}
            key={verb}
            onClick={() => run(document)}
            size="sm"
            variant="quiet"
          >
            {verb}
          </Button>
        ))}
      </div>
    </LinkedItem>
  );
}
