import { timeOff as messages } from '#contract/messages/time-off.ts';
import type { Role } from '#contract/wire/access.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { FailedList } from '../shared/records/failed-list.tsx';
import { SubscribeToCalendar } from '../shared/subscribe-to-calendar.tsx';
import { toast } from '../shared/toast.tsx';
import { useCalendar, useRenewCalendar } from './time-off.data.ts';

/** The person's own calendar feed. */
export function TimeOffSubscription({ role }: { role: Role }) {
  const calendar = useCalendar();
  const renew = useRenewCalendar();
  const confirm = useConfirm();

  async function replace() {
    const question = {
      title: messages.confirmRenew,
      description: messages.renewEffect,
      confirmLabel: 'Replace',
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
    return (
      <FailedList
        busy={calendar.isFetching}
        error={calendar.error}
        fallback={messages.calendarFailed}
        onRetry={() => void calendar.refetch()}
      />
    );
  }
  return (
    <SubscribeToCalendar
      action={
        <Button busy={renew.isPending} onClick={() => void replace()} variant="secondary">
          Replace address
        </Button>
      }
      intro={role === 'admin' ? messages.subscribeOffice : messages.subscribeOwn}
      path={calendar.data.path}
    />
  );
}
