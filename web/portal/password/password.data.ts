import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoint.ts';
import { changePassword } from '#contract/passwords.ts';
import { call } from '#web/lib/api.ts';

/** Changes the own password; answers the token that goes on in place of the old one. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: NonNullable<CallInput<typeof changePassword>['body']>) =>
      call(changePassword, { body }),
  });
}
