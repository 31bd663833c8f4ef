import { Link, useSearchParams } from 'react-router';
import { receipts as messages } from '#contract/messages/receipts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DocumentsTotals, PeopleTotals } from './totals-tables.tsx';

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
