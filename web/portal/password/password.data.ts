import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoint.ts';
import { changePassword } from '#contract/passwords.ts';
import { call, renewToken } from '#web/lib/api.ts';
import { addFlashAlert } from '#web/lib/flash-alerts.ts';

type Passwords = NonNullable<CallInput<typeof changePassword>['body']>;

async function change(body: Passwords) {
  const reply = await call(changePassword, { body });
  // The portal begins anew with the new token, and says this when it has.
  addFlashAlert(reply.message, 'success');
  return reply;
}

/** Changes the own password; the session goes on with the token of the answer. */
export function useChangePassword() {
  return useMutation({ mutationFn: (body: Passwords) => renewToken(change(body)) });
}
