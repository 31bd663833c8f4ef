import { failureCause } from '#web/lib/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { errorMessage } from '../error-messages.ts';

/** An upload or a change that did not work: the server's error, else the fallback text (G2); nothing typed is lost. */
export function FailedWrite({ error, fallback }: { error: unknown; fallback: string }) {
  const cause = failureCause(error);
  return (
    <Alert tone="error">
      <p>{errorMessage(error, fallback)}</p>
      {cause && <p className="text-sm font-normal">{cause}</p>}
    </Alert>
  );
}
