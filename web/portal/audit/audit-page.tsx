import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/audit-page.ts';
import { AuditList } from './audit-list.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Audit log');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** Who did what to which record, and when: for reading only. */
export default function AuditPage() {
  return (
    <>
      <PageHeader
        intro="Everything that was written in the portal, and every file that was opened. Nobody can change it."
        title="Audit log"
      />
      <AuditList />
    </>
  );
}
