import { timeOff as messages } from '#contract/messages/time-off.ts';
import { t } from '#contract/text/languages.ts';
import { type TimeOff, undoSeconds } from '#contract/time-off.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { errorMessage, tokenError } from '../shared/error-messages.ts';
import { focusContent, toast } from '../shared/toast.tsx';
import { useDecide } from './time-off.data.ts';
import { hoursLabel, periodLabel } from './time-off-labels.tsx';

/** Sends a decision without words and shows the outcome. */
function useSend(failed: string) {
  const decide = useDecide();
  async function send(
    { time_off_id: id, version }: Pick<TimeOff, 'time_off_id'> & { version: number | undefined },
    status: 'requested' | 'approved' | 'cancelled',
    onUndo?: () => void,
  ): Promise<void> {
    if (decide.isPending && decide.variables.id === id) return;
    toast.dismissAll();
    const fault = tokenError();
    if (fault) return toast.show(fault, 'error');
    try {
      // Callbacks of `mutate` don't run when the button is gone, which the reloaded list may have removed.
      const reply = await decide.mutateAsync({ id, version, status, reason: '' });
      focusContent();
      const undo = onUndo && { label: 'Undo', seconds: undoSeconds, onPress: onUndo };
      if (reply) toast.show(reply.message, 'success', undo);
    } catch (error) {
      toast.show(errorMessage(error, failed), 'error');
    }
  }
  return { send, busyId: decide.isPending ? decide.variables.id : null };
}

/** Approves at once; the message has a button that takes it back. */
export function useApprove() {
  const { send, busyId } = useSend(messages.updateFailed);
  function approve(row: TimeOff): void {
    // Not what someone else has changed since.
    const approved = { ...row, version: row.version + 1 };
    void send(row, 'approved', () => void send(approved, 'requested'));
  }
  return { approve, busyId };
}

/** Cancels time off after confirmation. */
export function useCancel() {
  const confirm = useConfirm();
  const { send, busyId } = useSend(messages.cancelFailed);
  async function ask(row: TimeOff, isOwn: boolean): Promise<void> {
    const name = isOwn ? '' : `${row.employee_name}: `;
    const confirmed = await confirm({
      title: messages.confirmCancel,
      description: `${name}${periodLabel(row)}, ${hoursLabel(row)}.`,
      confirmLabel: t('Cancel time off', 'Cancelar días libres'),
      cancelLabel: t('Keep it', 'Conservarlos'),
      danger: true,
    });
    // Approved or not, the owner doesn't go: a cancellation that waits has no version to miss.
    if (confirmed) await send(isOwn ? { ...row, version: undefined } : row, 'cancelled');
  }
  return { ask, busyId };
}
