import { hoursWords as messages } from '#contract/messages/users.ts';
import { useSession } from '#web/lib/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { HoursBoard } from './hours-board.tsx';
import { Ledger } from './ledger.tsx';
import { useHoursLive } from './use-hours-live.ts';

/** Hours left and hours worked: an admin sets them, an employee reads the own; both see how they came about. */
export default function HoursPage() {
  const session = useSession();
  const { role } = session;
  useHoursLive();
  return (
    <>
      <PageHeader title="PTO Tracker" />
      {role === null ? (
        <Alert tone="error">
          {session.state === 'undecodable' ? messages.invalidToken : messages.unknownRole}
        </Alert>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <HoursBoard role={role} />
          <Ledger role={role} />
        </div>
      )}
    </>
  );
}
