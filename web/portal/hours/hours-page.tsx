import { hoursWords as text } from '#contract/messages/people.ts';
import { useSession } from '#web/lib/session.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/hours-page.ts';
import { HoursBoard } from './hours-board.tsx';
import { Ledger } from './ledger.tsx';

export const meta: Route.MetaFunction = () => portalMeta('PTO Tracker');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** Hours left and hours worked: an admin sets them, an employee reads the own; both see how they came about. */
export default function HoursPage() {
  const session = useSession();
  const { role } = session;
  return (
    <>
      <PageHeader title="PTO Tracker" />
      {role === null ? (
        <Notice tone="error">
          {session.state === 'undecodable' ? text.invalidToken : text.unknownRole}
        </Notice>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <HoursBoard role={role} />
          <Ledger role={role} />
        </div>
      )}
    </>
  );
}
