import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeResetLink } from '#contract/passwords.ts';
import { closeUser, type User } from '#contract/users.ts';
import { call } from '#web/lib/api.ts';
import { usersQuery } from '../shared/users.data.ts';
import { saveUser } from './save-user.ts';

/** Saves a user and then the employee; rejects with HalfSaved when only the first step worked. */
export function useSaveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (save: Parameters<typeof saveUser>[0]) => saveUser(save, call),
    onSettled: () => client.invalidateQueries(usersQuery),
  });
}

/** Reads the list anew and answers one user of it, null when it is not there or cannot be read. */
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

/** Closes an account. */
export function useCloseUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(closeUser, { params: { id } }),
    onSettled: () => client.invalidateQueries(usersQuery),
  });
}

/** Makes a one-time link that sets a new password. */
export function useMakeResetLink() {
  return useMutation({
    mutationFn: (id: number) => call(makeResetLink, { params: { id } }),
  });
}
