import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { serverMessage } from '#web/lib/api/api.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { tokenError } from '../error-messages.ts';
import { focusContent, toast } from '../toast.tsx';

interface Deletion<T> {
  text: {
    confirmDelete: string;
    deleted: string;
    deleteFailed: string;
    /** Wraps the server's message; unchanged by default. */
    deleteFailedBecause?: (reason: string) => string;
    gone?: string;
    /** Shown when no token is stored. */
    tokenMissing?: string;
  };
  idOf: (entry: T) => number;
  /** Describes what is deleted, below the question. */
  describe: (entry: T) => string | Promise<string>;
  /** Default 'Delete'. */
  confirmLabel?: string;
  remove: (id: number) => Promise<unknown>;
  /** The query to invalidate after each attempt, unless `remove` does it. */
  queryKey?: QueryKey;
  onDeleted?: (entry: T) => void;
}

/** Deletes an entry after confirmation and shows the result as a toast. */
export function useConfirmDelete<T>({
  text,
  idOf,
  describe,
  confirmLabel = t('Delete', 'Eliminar'),
  remove,
  queryKey,
  onDeleted,
}: Deletion<T>) {
  const confirm = useConfirm();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSettled: () => queryKey && client.invalidateQueries({ queryKey }),
  });

  async function ask(entry: T) {
    const confirmed = await confirm({
      title: text.confirmDelete,
      description: await describe(entry),
      confirmLabel,
      danger: true,
    });
    if (!confirmed) return;
    toast.dismissAll();
    const fault = tokenError(text.tokenMissing);
    if (fault) return toast.show(fault, 'error');
    try {
      await removal.mutateAsync(idOf(entry), {
        // Doesn't run on another page, where the result shows too.
        onSuccess: () => {
          onDeleted?.(entry);
          focusContent();
        },
      });
      toast.show(text.deleted);
    } catch (error) {
      const isGone = error instanceof CallError && error.status === 404;
      const sentence = serverMessage(error);
      const reason = sentence && (text.deleteFailedBecause?.(sentence) ?? sentence);
      toast.show(isGone && text.gone ? text.gone : (reason ?? text.deleteFailed), 'error');
    }
  }

  return { ask, busyId: removal.isPending ? removal.variables : null };
}
