import { DocumentsPage } from './documents-page.tsx';
import { SettlementDropPanel } from './settlement-drops/settlement-drop-panel.tsx';

/** What each load paid, driver by driver. */
export default function SettlementsPage() {
  return <DocumentsPage kind="settlements" uploadFirst={<SettlementDropPanel />} />;
}
