import { general } from '#contract/messages/general.ts';
import { useSession } from '#web/lib/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/applications-page.ts';
import { ApplicationsList } from './applications-list.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Applications');

/** SPEC.md lists this route as public, so it says by itself who may read it, and calls nothing before. */
export default function ApplicationsPage() {
  const session = useSession();
  return (
    <>
      <PageHeader title="Submitted Applications" />
      {session.token === null && (
        <Notice
          action={
            <LinkButton size="sm" to="/login" variant="secondary">
              Log in
            </LinkButton>
          }
          tone="error"
        >
          {session.state === 'none' ? general.tokenMissing : general.tokenInvalid}
        </Notice>
      )}
      {session.token !== null && session.role !== 'admin' && (
        <Notice tone="error">{general.adminsOnly}</Notice>
      )}
      {session.token !== null && session.role === 'admin' && <ApplicationsList />}
    </>
  );
}
