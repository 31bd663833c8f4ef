import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentUser } from '#contract/session.ts';
import { listEmployees, listUsers, type User } from '#contract/users.ts';
import { call } from '#web/lib/api.ts';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  // Only admins call this, and they get full users.
  queryFn: async ({ signal }) => (await call(listUsers, {}, { signal })) as User[],
});

export const employeesQuery = queryOptions({
  queryKey: ['employees'],
  queryFn: ({ signal }) => call(listEmployees, {}, { signal }),
});

/** Every open account with its employee record. */
export function useUsers(enabled = true) {
  return useQuery({ ...usersQuery, enabled });
}

export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => call(currentUser, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in user; loaded once per session. */
export function useCurrentUser(enabled: boolean) {
  return useQuery({ ...currentUserQuery, enabled });
}
