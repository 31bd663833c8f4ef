import { type DriverDocument, deleteDriverDocument } from '#contract/driver-file.ts';
import type { DriverFileKind } from '#contract/driver-file-kinds.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { call } from '#web/lib/api/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { driverFileKey } from '../shared/driver-file/expired-drivers.data.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { usDay } from '../shared/us-dates.ts';
import { useDriverDocuments } from './driver-file.data.ts';

const states = {
  current: ['Current', 'success'],
  waiting: ['To check', 'info'],
  refused: ['Refused', 'danger'],
  past: ['Replaced', 'neutral'],
} as const satisfies Record<DriverDocument['state'], readonly [string, string]>;

interface DocumentHistoryProps {
  employeeId: number;
  kind: DriverFileKind;
}

/** Every document of an item, newest first. The office can delete one that was uploaded by mistake. */
export function DocumentHistory({ employeeId, kind }: DocumentHistoryProps) {
  const remove = useConfirmDelete<DriverDocument>({
    text: messages,
    idOf: ({ document_id }) => document_id,
    describe: ({ file_name, state }) => `${file_name}. ${messages.deleteEffect(state)}`,
    remove: (id) => call(deleteDriverDocument, { params: { id } }),
    queryKey: driverFileKey,
  });
  return (
    <section aria-labelledby="documents" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="display text-base" id="documents">
        Documents
      </h3>
      <RecordList
        lines={2}
        messages={{ fetchFailed: messages.historyFailed }}
        query={useDriverDocuments(employeeId, kind)}
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm text-steel">No documents yet.</p>
          ) : (
            <ul className="border-t border-line text-sm">
              {list.map((document) => (
                <DocumentRow
                  document={document}
                  isBusy={remove.busyId === document.document_id}
                  key={document.document_id}
                  onDelete={() => void remove.ask(document)}
                />
              ))}
            </ul>
          )
        }
      </RecordList>
    </section>
  );
}

interface DocumentRowProps {
  document: DriverDocument;
  isBusy: boolean;
  onDelete: () => void;
}

function DocumentRow({ document, isBusy, onDelete }: DocumentRowProps) {
  const { state, file_name, file_path, uploaded_at, uploaded_by, reason } = document;
  const [name, tone] = states[state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-b border-line py-1">
      <Badge tone={reason ? states.refused[1] : tone}>{reason ? states.refused[0] : name}</Badge>
      <FileLink
        label={`Open ${file_name} of ${usDay(uploaded_at)}`}
        path={file_path}
        presign="settlements"
      >
        {file_name}
      </FileLink>
      <span className="text-steel tabular-nums">
        {usDay(uploaded_at)} by {uploaded_by}
        {document.checked_by && uploaded_by !== document.checked_by
          ? `, checked by ${document.checked_by}`
          : ''}
        {document.expires_on ? `, expires ${usCalendarDay(document.expires_on)}` : ''}
      </span>
      <Button
        aria-label={`Delete ${file_name} of ${usDay(uploaded_at)}`}
        busy={isBusy}
        className="ml-auto"
        onClick={onDelete}
        size="sm"
        variant="quiet"
      >
        Delete
      </Button>
      {reason && <span className="w-full whitespace-pre-line wrap-anywhere">{reason}</span>}
    </li>
  );
}
