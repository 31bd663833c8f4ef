import { DocumentsPage } from './documents-page.tsx';
import { SettlementDropPanel } from './settlement-drops/settlement-drop-panel.tsx';

export default function SettlementsPage() {
  return <DocumentsPage kind="settlements" uploadFirst={<SettlementDropPanel />} />;
}
