import { privacy } from '#contract/legal.ts';
import { pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import type { Route } from './+types/privacy-page.ts';
import { LegalText } from './legal-text.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: privacy.title,
    description: privacy.description,
    path: '/privacy',
    publicUrl: publicUrlOf(matches),
  });

export default function PrivacyPage() {
  return <LegalText {...privacy} />;
}
