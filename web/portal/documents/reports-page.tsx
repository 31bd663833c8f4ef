import { documentRequests } from '../shared/documents/documents.data.ts';
import { firstRequests } from '../shared/first-requests.ts';
import { DocumentsPage } from './documents-page.tsx';

export const clientLoader = firstRequests(documentRequests('reports'));

export default function ReportsPage() {
  return <DocumentsPage kind="reports" />;
}
