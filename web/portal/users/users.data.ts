import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeResetLink } from '#contract/passwords.ts';
import { resetSecondFactors } from '#contract/second-factors.ts';
import type { User } from '#contract/users.ts';
import type { call } from '#web/lib/api/api.ts';
import { usersQuery } from '../shared/people/users.data.ts';
import { useKeyedSend } from '../shared/records/use-send-once.ts';

/** Reloads the list and returns one of its users; null when it isn't there or the call fails. */
export function useFreshUser(): (id: number) => Promise<User | null> {
  const client = useQueryClient();
  return async (id) => {
    try {
      const users = await client.fetchQuery({ ...usersQuery, staleTime: 0 });
      return users.find(({ user_id }) => user_id === id) ?? null;
    } catch {
      return null;
    }
  };
}

/** Creates a one-time link that sets a new password. */
export function useCreateResetLink(send: typeof call) {
  return useMutation({
    mutationFn: useKeyedSend((id, idempotencyKey) =>
      send(makeResetLink, { params: { id } }, { idempotencyKey }),
    ),
  });
}

/** Removes a user's passkeys and one-time codes and ends their sessions. */
export function useResetSecondFactors(send: typeof call) {
  return useMutation({
    mutationFn: (id: number) => send(resetSecondFactors, { params: { id } }),
  });
}
