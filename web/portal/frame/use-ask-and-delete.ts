import type { UseMutationResult } from '@tanstack/react-query';
import { CallError } from '#contract/endpoint.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { reasonOf } from './portal-query-client.ts';
import { focusContent, hush, say } from './say.tsx';
import { tokenFault } from './token-fault.ts';

interface Deletion<T> {
  text: { confirmDelete: string; deleted: string; deleteFailed: string; gone?: string };
  idOf: (entry: T) => number;
  /** What goes, and what goes with it: under the question. */
  describe: (entry: T) => string;
  remove: UseMutationResult<{ message: string }, Error, number>;
  onDeleted?: (entry: T) => void;
}

/** Deletes an entry after a question, and says what came of it. */
export function useAskAndDelete<T>({ text, idOf, describe, remove, onDeleted }: Deletion<T>) {
  const confirm = useConfirm();

  async function ask(entry: T) {
    const confirmed = await confirm({
      title: text.confirmDelete,
      description: describe(entry),
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!confirmed || remove.isPending) return;
    hush();
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    remove.mutate(idOf(entry), {
      onSuccess: () => {
        onDeleted?.(entry);
        focusContent();
        say(text.deleted);
      },
      onError: (error) => {
        const isGone = error instanceof CallError && error.status === 404;
        say(isGone && text.gone ? text.gone : reasonOf(error, text.deleteFailed), 'error');
      },
    });
  }

  return { ask, busyId: remove.isPending ? remove.variables : null };
}
