import { DocumentsPage } from './documents-page.tsx';

/** What to read and watch: handed out, opened, confirmed. */
export default function TrainingPage() {
  return <DocumentsPage kind="training" />;
}
