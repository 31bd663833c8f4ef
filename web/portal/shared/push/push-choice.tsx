import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { push as messages } from '#contract/messages/push.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { errorMessage } from '../error-messages.ts';
import { toast } from '../toast.tsx';
import { type PushState, readPush, turnOff, turnOn } from './push-device.ts';

const pushQuery = { queryKey: ['push'], queryFn: readPush };

/** The switch for notifications on this device. */
export function PushChoice({ className }: { className: string }) {
  const client = useQueryClient();
  const { data: state } = useQuery(pushQuery);
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn() : turnOff()),
    onSuccess: (message) => {
      if (message) toast.show(message);
    },
    onSettled: () => client.invalidateQueries(pushQuery),
  });
  if (state === undefined) return null;
  return (
    <Checkbox
      aria-busy={change.isPending || undefined}
      checked={state === 'on'}
      className={className}
      error={errorOf(state, change.error)}
      hint={messages.hint}
      label={messages.label}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.checked);
      }}
      role="switch"
    />
  );
}

/** A press while blocked asks again, because the user may have changed the browser's settings. */
function errorOf(state: PushState, error: Error | null): string | undefined {
  if (state === 'denied') return messages.denied;
  return error ? errorMessage(error, messages.failed) : undefined;
}
