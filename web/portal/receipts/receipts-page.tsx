import { Link, useSearchParams } from 'react-router';
import { documentTotalsFilter, receiptTotalsFilter } from '#contract/filters/files.ts';
import { receipts as messages } from '#contract/messages/receipts.ts';
import { personName } from '#contract/text/employee-name.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { OpenedBar } from '../shared/receipts/opened-bar.tsx';
import { kindTitles } from '../shared/receipts/receipt-labels.ts';
import { useDocumentTotals, usePeopleTotals } from '../shared/receipts/receipts.data.ts';
import { usDay } from '../shared/us-dates.ts';
import { missingColumn, TotalsList } from './totals-list.tsx';

const views = [
  { by: 'person', label: 'By person' },
  { by: 'file', label: 'By file' },
] as const;

/** Receipts by person or by file. */
export default function ReceiptsPage() {
  const [address] = useSearchParams();
  const by = address.get('by') === 'file' ? 'file' : 'person';
  return (
    <>
      <PageHeader intro={messages.about} title={messages.title} />
      <nav aria-label="Receipts" className="mb-6 flex gap-6 border-b-2 border-ink">
        {views.map((view) => (
          <Link
            aria-current={view.by === by ? 'page' : undefined}
            className={`-mb-0.5 inline-flex min-h-11 items-center border-b-4 font-display font-semibold ${
              view.by === by ? 'border-signal' : 'border-transparent text-steel hover:text-ink'
            }`}
            key={view.by}
            replace
            to={`?by=${view.by}`}
          >
            {view.label}
          </Link>
        ))}
      </nav>
      {by === 'person' ? <PeopleTotals /> : <DocumentsTotals />}
    </>
  );
}

/** Assigned, opened and missing documents by person. */
function PeopleTotals() {
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
function DocumentsTotals() {
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
