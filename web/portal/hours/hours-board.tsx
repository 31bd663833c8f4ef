import type { Role } from '#contract/access.ts';
import { general } from '#contract/messages/general.ts';
import { portal } from '#contract/messages/portal.ts';
import { rooms as roomsMessages } from '#contract/messages/rooms.ts';
import { hoursWords as messages } from '#contract/messages/users.ts';
import { failureCause, serverMessage } from '#web/lib/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useHours } from './hours.data.ts';
import { HoursForm } from './hours-form.tsx';
import { HoursPeriod } from './hours-period.tsx';
import { HoursTable } from './hours-table.tsx';

/** The table of hours, in each of the four states of a list. */
export function HoursBoard({ role }: { role: Role }) {
  const hours = useHours(role);
  if (hours.isPending) return <Skeleton label={general.loading} labelVisible lines={6} />;
  const failed = hours.isError && (
    <Alert
      action={
        <Button
          busy={hours.isFetching}
          onClick={() => void hours.refetch()}
          size="sm"
          variant="secondary"
        >
          {portal.retry}
        </Button>
      }
      tone="error"
    >
      {role === 'admin'
        ? (serverMessage(hours.error) ?? messages.fetchEmployeesFailed)
        : messages.fetchOwnFailed(reasonIn(hours.error))}
    </Alert>
  );
  if (hours.data === undefined) return failed;
  if (hours.data.length === 0) {
    return (
      <EmptyState
        action={
          <LinkButton to="/users" variant="secondary">
            Manage users
          </LinkButton>
        }
        title={roomsMessages.hoursNone}
      >
        Give a user a name, a department or a position, and they appear here.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {failed}
      <HoursPeriod role={role} />
      {role === 'admin' ? (
        <HoursForm employees={hours.data} />
      ) : (
        <HoursTable employees={hours.data} />
      )}
    </div>
  );
}

/** Why a call failed, to stand inside a sentence. */
function reasonIn(error: unknown): string {
  const sentence = serverMessage(error) ?? failureCause(error) ?? general.unexpected;
  return sentence.replace(/\.$/, '');
}
