import type { Document, DocumentKind } from '#contract/documents.ts';
import { CallError } from '#contract/endpoint.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { focusContent, hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { useDeleteDocument } from './documents.data.ts';

/** Deletes a document after a question, and says what came of it. */
export function useAskAndDelete(kind: DocumentKind) {
  const confirm = useConfirm();
  const remove = useDeleteDocument(kind);

  async function ask(document: Document) {
    const confirmed = await confirm({
      title: text.confirmDelete,
      description: `${document.file_name}. Who has seen it is forgotten with it, for good.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!confirmed) return;
    hush();
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    remove.mutate(document.file_id, {
      onSuccess: ({ message }) => {
        focusContent();
        say(message || text.deleted);
      },
      onError: (error) => {
        const gone = error instanceof CallError && error.status === 404;
        say(gone ? text.gone : reasonOf(error, text.deleteFailed), 'error');
      },
    });
  }

  return { ask, busyId: remove.isPending ? remove.variables : null };
}
