import { documentRequests } from '../shared/documents/documents.data.ts';
import { firstRequests } from '../shared/first-requests.ts';
import { DocumentsPage } from './documents-page.tsx';

export const clientLoader = firstRequests(documentRequests('training'));

export default function TrainingPage() {
  return <DocumentsPage kind="training" />;
}
