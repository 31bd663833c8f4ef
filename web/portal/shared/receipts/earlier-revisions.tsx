import { useState } from 'react';
import { receipts as messages } from '#contract/messages/receipts.ts';
import type { EarlierRevision } from '#contract/receipts.ts';
import { personName } from '#contract/text/employee-name.ts';
import { formatSize } from '../files/file-facts.ts';
import { RecordList } from '../records/record-list.tsx';
import { usDayAndTime } from '../us-dates.ts';
import { useEarlierReceipts } from './receipts.data.ts';
import { StepsTable, timeOf } from './receipts-table.tsx';

/** The receipts of replaced contents, loaded when it is opened. */
export function EarlierRevisions({ fileId }: { fileId: number }) {
  const [open, setOpen] = useState(false);
  const earlier = useEarlierReceipts(fileId, open);
  return (
    <details
      className="mt-2 mb-4 border border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer px-4 py-3 text-sm font-semibold">
        Earlier revisions
      </summary>
      {open && (
        <div className="px-4 pb-4">
          <RecordList lines={3} messages={{ fetchFailed: messages.fetchFailed }} query={earlier}>
            {(revisions) =>
              revisions.length === 0 ? (
                <p className="text-sm text-steel">{messages.neverReplaced}</p>
              ) : (
                revisions.map((revision) => (
                  <Revision key={revision.revision} revision={revision} />
                ))
              )
            }
          </RecordList>
        </div>
      )}
    </details>
  );
}

function Revision({ revision }: { revision: EarlierRevision }) {
  const { original_name, size, uploaded_at, sha256, receipts } = revision;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-display font-bold wrap-anywhere">
        Revision {revision.revision}: {original_name}
      </h3>
      <p className="text-sm text-steel">
        {formatSize(size)}, uploaded {usDayAndTime(uploaded_at)}
        <span className="block wrap-anywhere">SHA-256 {sha256}</span>
      </p>
      {receipts.length === 0 ? (
        <p className="text-sm text-steel">{messages.noReceipts}</p>
      ) : (
        <StepsTable
          caption={`Receipts of revision ${revision.revision}`}
          header="Person"
          keyOf={({ user_id }) => user_id}
          nameOf={personName}
          rows={receipts}
          steps={[
            ['Delivered', ({ delivered_at }) => timeOf(delivered_at)],
            ['Opened', ({ opened_at }) => timeOf(opened_at)],
            ['Confirmed', ({ acknowledged_at }) => timeOf(acknowledged_at)],
          ]}
        />
      )}
    </div>
  );
}
