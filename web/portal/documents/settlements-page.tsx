import { documentRequests } from '../shared/documents/documents.data.ts';
import { firstRequests } from '../shared/first-requests.ts';
import { DocumentsPage } from './documents-page.tsx';
import { SettlementDropPanel } from './settlement-drops/settlement-drop-panel.tsx';

export const clientLoader = firstRequests(documentRequests('settlements'));

export default function SettlementsPage() {
  return <DocumentsPage kind="settlements" uploadFirst={<SettlementDropPanel />} />;
}
