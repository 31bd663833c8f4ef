import { documents as text } from '#contract/messages/documents.ts';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/training-page.ts';
import { DocumentsPage } from './documents-page.tsx';

export const meta: Route.MetaFunction = () => portalMeta(text.kinds.training.title);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** What to read and watch: handed out, opened, confirmed. */
export default function TrainingPage() {
  return <DocumentsPage kind="training" />;
}
