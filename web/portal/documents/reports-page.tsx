import { DocumentsPage } from './documents-page.tsx';

export default function ReportsPage() {
  return <DocumentsPage kind="reports" />;
}
