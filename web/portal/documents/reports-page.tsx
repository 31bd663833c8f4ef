import { documents as text } from '#contract/messages/documents.ts';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/reports-page.ts';
import { DocumentsPage } from './documents-page.tsx';

export const meta: Route.MetaFunction = () => portalMeta(text.kinds.reports.title);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** Reports, each to whom it is meant for. */
export default function ReportsPage() {
  return <DocumentsPage kind="reports" />;
}
