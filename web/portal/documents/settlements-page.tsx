import { documents as text } from '#contract/messages/documents.ts';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import { SettlementDropPanel } from '../settlement-drops/settlement-drop-panel.tsx';
import type { Route } from './+types/settlements-page.ts';
import { DocumentsPage } from './documents-page.tsx';

export const meta: Route.MetaFunction = () => portalMeta(text.kinds.settlements.title);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** What each load paid, driver by driver. */
export default function SettlementsPage() {
  return <DocumentsPage kind="settlements" uploadAside={<SettlementDropPanel />} />;
}
