import { DocumentsPage } from './documents-page.tsx';

export default function TrainingPage() {
  return <DocumentsPage kind="training" />;
}
