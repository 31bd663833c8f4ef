import type { Application } from '#contract/applications.ts';
import { applications as text } from '#contract/messages/applications.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { focusContent, hush, say } from '../frame/say.tsx';
import { fullName, jobName } from './application-words.ts';
import { useDeleteApplication } from './applications.data.ts';

/** Deletes an application after a question, and says what came of it. */
export function useAskAndDelete(onDeleted: () => void) {
  const confirm = useConfirm();
  const remove = useDeleteApplication();

  async function ask(application: Application) {
    const confirmed = await confirm({
      title: text.confirmDelete,
      description: `${fullName(application)}, ${jobName(application)}. The resume goes with it, for good.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!confirmed) return;
    hush();
    remove.mutate(application.id, {
      onSuccess: () => {
        onDeleted();
        focusContent();
        say(text.deleted);
      },
      onError: (error) => say(reasonOf(error, text.deleteFailed), 'error'),
    });
  }

  return { ask, busyId: remove.isPending ? remove.variables : null };
}
