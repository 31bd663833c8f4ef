import { CallError } from '#contract/endpoint.ts';
import { portal } from '#contract/messages/portal.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { reasonOf } from './portal-query-client.ts';

interface FailedListProps {
  error: unknown;
  /** SPEC.md's sentence when the server gave none. */
  fallback: string;
  onRetry: () => void;
  busy: boolean;
}

/** A list that could not be read: what happened, and another try. */
export function FailedList({ error, fallback, onRetry, busy }: FailedListProps) {
  const offline = error instanceof CallError && error.status === 0;
  return (
    <Notice
      action={
        <Button busy={busy} onClick={onRetry} size="sm" variant="secondary">
          {portal.retry}
        </Button>
      }
      tone="error"
    >
      {reasonOf(error, fallback)}
      {offline && <span className="block text-sm font-normal">{portal.offline}</span>}
    </Notice>
  );
}
