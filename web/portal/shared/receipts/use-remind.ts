import { receipts as messages } from '#contract/messages/receipts.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { errorMessage } from '../error-messages.ts';
import { toast } from '../toast.tsx';
import { useIdempotencyKey } from '../use-send-once.ts';
import { type Of, useRemindMissing } from './receipts.data.ts';

/** Reminds after a question, once however often it has to be tried, and says how many were reached. */
export function useRemind(of: Of) {
  const confirm = useConfirm();
  const key = useIdempotencyKey();
  const remind = useRemindMissing();

  async function ask(title: string) {
    const confirmed = await confirm({
      title,
      description: 'By a notice in the portal and a mail to each.',
      confirmLabel: 'Remind',
    });
    if (!confirmed) return;
    toast.dismissAll();
    remind.mutate(
      { of, idempotencyKey: key.current() },
      {
        onSuccess: ({ message }) => {
          key.renew();
          toast.show(message);
        },
        onError: (error) => toast.show(errorMessage(error, messages.remindFailed), 'error'),
      },
    );
  }

  return { ask, busy: remind.isPending };
}
