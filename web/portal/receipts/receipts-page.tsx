import { Link, useSearchParams } from 'react-router';
import { receipts as text } from '#contract/messages/receipts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/receipts-page.ts';
import { DocumentTotals } from './document-totals.tsx';
import { PeopleTotals } from './people-totals.tsx';

export const meta: Route.MetaFunction = () => portalMeta(text.title);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

const views = [
  { by: 'person', label: 'By person' },
  { by: 'file', label: 'By file' },
] as const;

/** Who has not seen what they were given: by person, or by file. */
export default function ReceiptsPage() {
  const [address] = useSearchParams();
  const by = address.get('by') === 'file' ? 'file' : 'person';
  return (
    <>
      <PageHeader intro={text.about} title={text.title} />
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
      {by === 'person' ? <PeopleTotals /> : <DocumentTotals />}
    </>
  );
}
