import type { EmployeeFile } from '#contract/employee-files.ts';
import { CallError } from '#contract/endpoint.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { focusContent, hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { useDeleteFile } from './admin-files.data.ts';

/** Deletes a file after a question, and says what came of it. */
export function useAskAndDelete() {
  const confirm = useConfirm();
  const remove = useDeleteFile();

  async function ask(file: EmployeeFile) {
    const confirmed = await confirm({
      title: text.confirmDelete,
      description: `${file.file_name}. What was sent back of it goes with it, for good.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!confirmed) return;
    hush();
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    remove.mutate(file.file_id, {
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
