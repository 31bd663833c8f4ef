import { terms } from '#contract/company/legal.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import type { Route } from './+types/terms-page.ts';
import { LegalText } from './legal-text.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: terms.title,
    description: terms.description,
    path: '/terms',
    publicUrl: publicUrlOf(matches),
  });

export default function TermsPage() {
  return <LegalText {...terms} />;
}
