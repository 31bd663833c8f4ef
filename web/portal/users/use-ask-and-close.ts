import { users as text } from '#contract/messages/people.ts';
import type { User } from '#contract/users.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { focusContent, hush, say } from '../frame/say.tsx';
import { fullName } from './user-columns.ts';
import { useCloseUser } from './users.data.ts';

/** Closes an account after a question, and says what came of it. */
export function useAskAndClose(onClosed: (user: User) => void) {
  const confirm = useConfirm();
  const close = useCloseUser();

  return async (user: User) => {
    const name = fullName(user);
    const confirmed = await confirm({
      title: text.confirmDelete,
      description: `${name ? `${name} (${user.username})` : user.username}. The account is closed at once and can no longer log in; what it wrote stays.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!confirmed || close.isPending) return;
    hush();
    close.mutate(user.user_id, {
      onSuccess: () => {
        onClosed(user);
        focusContent();
        say(text.deleted);
      },
      onError: (error) => say(reasonOf(error, text.deleteFailed), 'error'),
    });
  };
}
