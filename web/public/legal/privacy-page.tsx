import { privacyNotice } from '#contract/company/legal.ts';
import { getPrivacy } from '#contract/privacy.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import type { Route } from './+types/privacy-page.ts';
import { LegalText } from './legal-text.tsx';

/** The notice with the time limits of this installation; on the server, so that the page's script has no text. */
export async function loader({ context }: Route.LoaderArgs) {
  return privacyNotice(await context.get(callContext)(getPrivacy));
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.title ?? 'Privacy',
    description: loaderData?.description ?? '',
    path: '/privacy',
    publicUrl: publicUrlOf(matches),
  });

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData} />;
}
