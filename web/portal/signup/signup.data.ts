import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoint.ts';
import { signup } from '#contract/session.ts';
import { call } from '#web/lib/api.ts';

interface NewAccount {
  body: CallInput<typeof signup>['body'];
  idempotencyKey: string;
}

/** Creates an account; the same key again creates nothing. */
export function useSignUp() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewAccount) =>
      call(signup, { body }, { idempotencyKey }),
  });
}
