import type { PageHandle } from '../page.ts';
import { loadDocuments } from '../shared/documents/documents.data.ts';
import { DocumentsPage } from './documents-page.tsx';
import { SettlementDropPanel } from './settlement-drops/settlement-drop-panel.tsx';

export const handle: PageHandle = { load: loadDocuments('settlements') };

export default function SettlementsPage() {
  return <DocumentsPage kind="settlements" uploadFirst={<SettlementDropPanel />} />;
}
