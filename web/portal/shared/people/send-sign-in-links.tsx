import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { passwords as messages } from '#contract/messages/users.ts';
import { sendSignInLinks } from '#contract/passwords.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../error-messages.ts';
import { useConfirmedCall } from '../records/use-confirmed-call.tsx';
import { useIdempotencyKey } from '../records/use-send-once.ts';
import { toast } from '../toast.tsx';
import { usersQuery } from './users.data.ts';

/** A button that mails each of these users, who never signed in, a link to choose a password. */
export function SendSignInLinks({ userIds }: { userIds: readonly number[] }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const key = useIdempotencyKey();
  const { send, dialog } = useConfirmedCall();
  const ids = userIds.join();
  const tried = useRef('');
  const mutation = useMutation({
    mutationFn: async () => {
      // Only another try for the same people is a retry.
      if (tried.current !== ids) key.renew();
      tried.current = ids;
      const body = { user_ids: [...userIds] };
      return { ids, ...(await send(sendSignInLinks, { body }, { idempotencyKey: key.current() })) };
    },
    onSuccess: ({ message }) => {
      key.renew();
      toast.show(message);
    },
    onError: (error) => toast.show(errorMessage(error, messages.linksFailed), 'error'),
    onSettled: () => client.invalidateQueries(usersQuery),
  });

  async function ask() {
    const label = messages.sendLinks(userIds.length);
    const title = messages.confirmLinks(userIds.length);
    toast.dismissAll();
    if (await confirm({ title, description: messages.linksMean, confirmLabel: label })) {
      mutation.mutate();
    }
  }

  if (userIds.length === 0 || mutation.data?.ids === ids) return null;
  return (
    <>
      <Button
        busy={mutation.isPending}
        className="print:hidden"
        onClick={() => void ask()}
        size="sm"
        variant="secondary"
      >
        {messages.sendLinks(userIds.length)}
      </Button>
      {dialog}
    </>
  );
}
