import type { PageHandle } from '../page.ts';
import { loadDocuments } from '../shared/documents/documents.data.ts';
import { DocumentsPage } from './documents-page.tsx';

export const handle: PageHandle = { load: loadDocuments('training') };

export default function TrainingPage() {
  return <DocumentsPage kind="training" />;
}
