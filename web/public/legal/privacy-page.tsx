import * as spanish from '#contract/company/legal.es.ts';
import * as english from '#contract/company/legal.ts';
import { getPrivacy } from '#contract/privacy.ts';
import { t } from '#contract/text/languages.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import type { Route } from './+types/privacy-page.ts';
import { LegalText } from './legal-text.tsx';

/** The notice with the time limits of this installation; on the server, so that the page's script has no text. */
export async function loader({ context }: Route.LoaderArgs) {
  const notice = t(english.privacyNotice, spanish.privacyNotice);
  return notice(await context.get(callContext)(getPrivacy));
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.title ?? '',
    description: loaderData?.description ?? '',
    path: '/privacy',
    publicUrl: publicUrlOf(matches),
  });

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData} />;
}
