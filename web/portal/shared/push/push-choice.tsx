import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { push as messages } from '#contract/messages/chat.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { errorMessage } from '../error-messages.ts';
import { toast } from '../toast.tsx';
import { type PushState, readPush, turnOff, turnOn } from './push-device.ts';

const pushQuery = { queryKey: ['push'], queryFn: readPush };

/** On and off, as this device has it. */
export default function PushChoice() {
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
      className="border-t border-line px-4 pt-1 pb-3"
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

/** Pressed while the browser does not allow it, it asks again: the person may have been in its settings. */
function errorOf(state: PushState, error: Error | null): string | undefined {
  if (state === 'denied') return messages.denied;
  return error ? errorMessage(error, messages.failed) : undefined;
}
