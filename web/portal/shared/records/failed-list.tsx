import { t } from '#contract/text/languages.ts';
import { failureCause } from '#web/lib/api/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../error-messages.ts';

interface FailedListProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Shown when the server sent no message. */
  fallback: string;
}

/** The error of a list, with a Retry button. */
export function FailedList({ query, fallback }: FailedListProps) {
  const cause = failureCause(query.error);
  return (
    <Alert
      action={
        <Button
          busy={query.isFetching}
          onClick={() => void query.refetch()}
          size="sm"
          variant="secondary"
        >
          {t('Try again', 'Intentar de nuevo')}
        </Button>
      }
      tone="error"
    >
      <p>{errorMessage(query.error, fallback)}</p>
      {cause && <p className="text-sm font-normal">{cause}</p>}
    </Alert>
  );
}
