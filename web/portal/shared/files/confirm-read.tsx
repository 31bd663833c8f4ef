import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { acknowledgeDocument } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { t } from '#contract/text/languages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../error-messages.ts';
import { documentsKey } from '../live/live-keys.ts';
import { outbox } from '../offline/messages.ts';
import { pressOrWait, useIsWaiting } from '../offline/outbox-of.ts';
import { focusContent, toast } from '../toast.tsx';
import { usDay } from '../us-dates.ts';

interface ConfirmReadProps {
  file: {
    file_id: number;
    file_name: string;
    acknowledge: 0 | 1;
    opened_at: string | null;
    acknowledged_at: string | null;
  };
}

/** The 'I have read this' button once the file was opened, if required; then the date. */
export function ConfirmRead({ file }: ConfirmReadProps) {
  const client = useQueryClient();
  const params = { id: file.file_id };
  const isWaiting = useIsWaiting(acknowledgeDocument, params);
  const confirm = useMutation({
    mutationFn: () => pressOrWait(client, acknowledgeDocument, { params }),
    // The reloaded list may remove this button, which has the focus.
    onSuccess: (reply) => {
      focusContent();
      if (reply === null) return;
      toast.show(messages.acknowledged);
    },
    // Also after a failure: the file may have changed.
    onSettled: () => client.invalidateQueries({ queryKey: documentsKey }),
  });
  if (file.acknowledge === 0) return null;
  if (file.acknowledged_at !== null) {
    return (
      <p className="inline-flex items-center gap-1 text-sm text-success">
        <Check aria-hidden="true" className="size-4" />
        {t('You confirmed it on', 'Lo confirmó el')}{' '}
        <time dateTime={file.acknowledged_at}>{usDay(file.acknowledged_at)}</time>.
      </p>
    );
  }
  if (isWaiting) return <p className="text-sm text-steel">{outbox.waits}</p>;
  if (file.opened_at === null) return <p className="text-sm text-steel">{messages.notOpened}</p>;
  return (
    <>
      <Button
        aria-label={`${messages.confirmRead}: ${file.file_name}`}
        busy={confirm.isPending}
        onClick={() => {
          toast.dismissAll();
          confirm.mutate();
        }}
        size="sm"
        variant="secondary"
      >
        {messages.confirmRead}
      </Button>
      {confirm.isError && (
        <Alert className="w-full text-sm" tone="error">
          {errorMessage(confirm.error, messages.confirmFailed)}
        </Alert>
      )}
    </>
  );
}
