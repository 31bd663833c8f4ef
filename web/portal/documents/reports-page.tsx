import type { PageHandle } from '../page.ts';
import { loadDocuments } from '../shared/documents/documents.data.ts';
import { DocumentsPage } from './documents-page.tsx';

export const handle: PageHandle = { load: loadDocuments('reports') };

export default function ReportsPage() {
  return <DocumentsPage kind="reports" />;
}
