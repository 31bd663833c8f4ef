import { useSearchParams } from 'react-router';
import { timeOff as messages } from '#contract/messages/time-off.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { parseId } from '#contract/wire/fields.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { firstRequests } from '../shared/first-requests.ts';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { FailedList } from '../shared/records/failed-list.tsx';
import { useOpenRecord } from '../shared/records/record-dialog.tsx';
import { SubscribeToCalendar } from '../shared/subscribe-to-calendar.tsx';
import { toast } from '../shared/toast.tsx';
import { AllTimeOff } from './all-time-off.tsx';
import { AwayCalendar } from './away-calendar.tsx';
import { OwnTimeOff } from './own-time-off.tsx';
import { PendingRequests } from './pending-requests.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { RequestPanel } from './request-panel.tsx';
import {
  balanceQuery,
  ownQuery,
  pendingQuery,
  useCalendar,
  useRenewCalendar,
  useTimeOffLive,
} from './time-off.data.ts';

export const clientLoader = firstRequests((client, role) =>
  role === 'admin'
    ? [client.ensureQueryData(pendingQuery)]
    : [client.ensureQueryData(balanceQuery()), client.ensureQueryData(ownQuery())],
);

export default function TimeOffPage() {
  const { role } = useSession();
  return role && <TimeOff role={role} />;
}

/** Requests to decide and who is away for admins; the own balance and requests for everyone with an employee record. */
function TimeOff({ role }: { role: Role }) {
  useTimeOffLive();
  const [params] = useSearchParams();
  const { open, show, close } = useOpenRecord<never>('time-off', true);
  const user = useCurrentUser(true).data;
  const isLinked = user?.employee_id != null;
  const canAdd = isLinked || role === 'admin';
  const request = parseId(params.get('request') ?? '');
  return (
    <>
      <PageHeader
        action={
          canAdd && (
            <Button onClick={() => show('new')}>
              {role === 'admin' ? 'Add time off' : t('Request time off', 'Pedir días libres')}
            </Button>
          )
        }
        title={t('Time Off', 'Días libres')}
      />
      {request !== undefined && <RequestPanel id={request} key={request} role={role} />}
      <div className="print-list grid grid-cols-[minmax(0,1fr)] gap-12 print:gap-4">
        {role === 'admin' && (
          <>
            <PendingRequests />
            <AwayCalendar />
            <AllTimeOff />
          </>
        )}
        {isLinked && <OwnTimeOff role={role} />}
        {role === 'employee' && user && !isLinked && <Alert>{messages.notLinked}</Alert>}
      </div>
      {(role === 'admin' || isLinked) && (
        <div className="print:hidden">
          <TimeOffSubscription role={role} />
        </div>
      )}
      {open && canAdd && <RequestDialog isLinked={isLinked} onClose={close} role={role} />}
    </>
  );
}

/** The person's own calendar feed. */
function TimeOffSubscription({ role }: { role: Role }) {
  const calendar = useCalendar();
  const renew = useRenewCalendar();
  const confirm = useConfirm();

  async function replace() {
    const question = {
      title: messages.confirmRenew,
      description: messages.renewEffect,
      confirmLabel: t('Replace', 'Cambiar'),
    };
    if (renew.isPending || !(await confirm(question))) return;
    toast.dismissAll();
    renew.mutate(undefined, {
      onSuccess: ({ message }) => toast.show(message),
      onError: (error) => toast.show(errorMessage(error, messages.renewFailed), 'error'),
    });
  }

  if (calendar.isPending) return <Skeleton label={messages.loading} lines={3} />;
  if (calendar.data === undefined) {
    // The shell says that there is no connection, and subscribing needs one.
    if (calendar.error instanceof CallError && calendar.error.status === 0) return null;
    return <FailedList fallback={messages.calendarFailed} query={calendar} />;
  }
  return (
    <SubscribeToCalendar
      action={
        <Button busy={renew.isPending} onClick={() => void replace()} variant="secondary">
          {t('Replace address', 'Cambiar la dirección')}
        </Button>
      }
      intro={role === 'admin' ? messages.subscribeOffice : messages.subscribeOwn}
      path={calendar.data.path}
    />
  );
}
