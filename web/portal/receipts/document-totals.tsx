import { useState } from 'react';
import type { DocumentTotals as Totals } from '#contract/receipts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { OpenedBar } from '../shared/receipts/opened-bar.tsx';
import { kindTitles } from '../shared/receipts/receipt-labels.ts';
import { useDocumentTotals } from '../shared/receipts/receipts.data.ts';
import { ReceiptsDialog } from '../shared/receipts/receipts-dialog.tsx';
import { csvTime, csvTimeHeader, usDay } from '../shared/us-dates.ts';
import { TotalsList } from './totals-list.tsx';

const csv = {
  name: 'receipts-files',
  header: ['File ID', 'Kind', 'File', csvTimeHeader('Uploaded'), 'Given', 'Opened', 'Missing'],
  row: (file: Totals) => [
    file.file_id,
    kindTitles[file.kind],
    file.file_name,
    csvTime(file.uploaded_at),
    file.assigned,
    file.opened,
    file.missing,
  ],
};

const textOf = (file: Totals) => `${file.file_name} ${kindTitles[file.kind]}`;

/** Each document of every kind with how many have seen it; a name opens its receipts. */
export function DocumentTotals() {
  const [open, setOpen] = useState<Totals | null>(null);
  return (
    <>
      <TotalsList
        csv={csv}
        nouns={['file', 'files']}
        searchLabel="Search files"
        textOf={textOf}
        totals={useDocumentTotals()}
      >
        {(files) => (
          <Table caption="Receipts by file">
            <thead>
              <tr>
                <Th>File</Th>
                <Th>Opened</Th>
                <Th className="text-right">Missing</Th>
                <Th>Kind</Th>
                <Th>Uploaded</Th>
              </tr>
            </thead>
            <tbody>
              {files.map((file) => (
                <tr key={file.file_id}>
                  <th className="min-w-40 border-t border-line px-3 py-1" scope="row">
                    <button
                      aria-label={`Receipts of ${file.file_name}`}
                      className="text-link inline-flex min-h-9 items-center text-left font-semibold pointer-coarse:min-h-11"
                      onClick={() => setOpen(file)}
                      type="button"
                    >
                      {file.file_name}
                    </button>
                  </th>
                  <Td className="align-middle!">
                    <OpenedBar assigned={file.assigned} opened={file.opened} />
                  </Td>
                  <Td className="align-middle!" numeric>
                    {file.missing > 0 ? <Badge tone="danger">{file.missing}</Badge> : 0}
                  </Td>
                  <Td className="align-middle! whitespace-nowrap">{kindTitles[file.kind]}</Td>
                  <Td className="align-middle! whitespace-nowrap">
                    <time dateTime={file.uploaded_at}>{usDay(file.uploaded_at)}</time>
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </TotalsList>
      {open && (
        <ReceiptsDialog fileId={open.file_id} name={open.file_name} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
