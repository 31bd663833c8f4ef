import type { Damage } from '#contract/damages.ts';
import { CallError } from '#contract/endpoint.ts';
import { damages as text } from '#contract/messages/damages.ts';
import { dollars } from '#web/lib/dollars.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { focusContent, hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { usCalendarDay } from '../frame/us-dates.ts';
import { useDeleteDamage } from './damages.data.ts';

/** Deletes a damage after a question, and says what came of it. */
export function useAskAndDelete() {
  const confirm = useConfirm();
  const remove = useDeleteDamage();

  async function ask(damage: Damage) {
    const confirmed = await confirm({
      title: text.confirmDelete,
      description: `${damage.driver_name}, ${usCalendarDay(damage.damage_date)}, ${dollars(damage.damage_amount)}.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!confirmed) return;
    hush();
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    remove.mutate(damage.damage_id, {
      onSuccess: () => {
        focusContent();
        say(text.deleted);
      },
      onError: (error) => {
        const gone = error instanceof CallError && error.status === 404;
        say(gone ? text.gone : reasonOf(error, text.deleteFailed), 'error');
      },
    });
  }

  return { ask, busyId: remove.isPending ? remove.variables : null };
}
