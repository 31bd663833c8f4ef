import { damages as text } from '#contract/messages/damages.ts';
import { useSession } from '#web/lib/session.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/damages-page.ts';
import { DamagesReport } from './damages-report.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Damages Report');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** What was damaged, by whom and for how much. */
export default function DamagesPage() {
  const { role } = useSession();
  if (role !== null) return <DamagesReport role={role} />;
  return (
    <>
      <PageHeader title="Damages Report" />
      <Notice tone="error">{text.unknownRole}</Notice>
    </>
  );
}
