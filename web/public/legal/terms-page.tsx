import * as spanish from '#contract/company/legal.es.ts';
import * as english from '#contract/company/legal.ts';
import { t } from '#contract/text/languages.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import type { Route } from './+types/terms-page.ts';
import { LegalText } from './legal-text.tsx';

/** On the server, so that the page's script has no text. */
export const loader = () => t(english.terms, spanish.terms);

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.title ?? '',
    description: loaderData?.description ?? '',
    path: '/terms',
    publicUrl: publicUrlOf(matches),
  });

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData} />;
}
