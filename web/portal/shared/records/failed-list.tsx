import { failureCause } from '#web/lib/api/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../error-messages.ts';

interface FailedListProps {
  error: unknown;
  /** Shown when the server sent no message. */
  fallback: string;
  onRetry: () => void;
  busy: boolean;
}

/** The error of a list, with a Retry button. */
export function FailedList({ error, fallback, onRetry, busy }: FailedListProps) {
  const cause = failureCause(error);
  return (
    <Alert
      action={
        <Button busy={busy} onClick={onRetry} size="sm" variant="secondary">
          Try again
        </Button>
      }
      tone="error"
    >
      <p>{errorMessage(error, fallback)}</p>
      {cause && <p className="text-sm font-normal">{cause}</p>}
    </Alert>
  );
}
