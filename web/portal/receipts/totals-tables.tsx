import { documentTotalsFilter, receiptTotalsFilter } from '#contract/filters/files.ts';
import { personName } from '#contract/text/employee-name.ts';
import { OpenedBar } from '../shared/receipts/opened-bar.tsx';
import { kindTitles } from '../shared/receipts/receipt-labels.ts';
import { useDocumentTotals, usePeopleTotals } from '../shared/receipts/receipts.data.ts';
import { usDay } from '../shared/us-dates.ts';
import { missingColumn, TotalsList } from './totals-list.tsx';

/** Assigned, opened and missing documents by person. */
export function PeopleTotals() {
  return (
    <TotalsList
      columns={[
        { header: 'Assigned', isNumeric: true, cell: ({ assigned }) => assigned },
        { header: 'Opened', isNumeric: true, cell: ({ opened }) => opened },
        missingColumn,
      ]}
      exported="receipts-people"
      header="Person"
      nameOf={personName}
      nouns={['person', 'people']}
      ofRow={({ user_id }) => ({ user_id })}
      filter={receiptTotalsFilter}
      totals={usePeopleTotals()}
    />
  );
}

/** Assigned, opened and missing people by document. */
export function DocumentsTotals() {
  return (
    <TotalsList
      columns={[
        {
          header: 'Opened',
          cell: ({ assigned, opened }) => <OpenedBar assigned={assigned} opened={opened} />,
        },
        missingColumn,
        { header: 'Kind', cell: ({ kind }) => kindTitles[kind] },
        {
          header: 'Uploaded',
          cell: ({ uploaded_at }) => <time dateTime={uploaded_at}>{usDay(uploaded_at)}</time>,
        },
      ]}
      exported="receipts-files"
      header="File"
      nameOf={({ file_name }) => file_name}
      nouns={['file', 'files']}
      ofRow={({ file_id }) => ({ file_id })}
      filter={documentTotalsFilter}
      totals={useDocumentTotals()}
    />
  );
}
