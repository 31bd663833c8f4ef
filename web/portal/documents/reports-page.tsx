import { DocumentsPage } from './documents-page.tsx';

/** Reports, each to whom it is meant for. */
export default function ReportsPage() {
  return <DocumentsPage kind="reports" />;
}
