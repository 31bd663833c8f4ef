import { queryOptions, useQuery } from '@tanstack/react-query';
import { listEmployees, listUsers, type User } from '#contract/users.ts';
import { call } from '#web/lib/api/api.ts';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  // Only admins read more than the names of whom they may write to, and they get full users.
  queryFn: async ({ signal }) => (await call(listUsers, {}, { signal })) as User[],
  meta: { offline: true },
});

export const employeesQuery = queryOptions({
  queryKey: ['employees'],
  queryFn: ({ signal }) => call(listEmployees, {}, { signal }),
});

/** Every open account with its employee record. */
export function useUsers(enabled = true) {
  return useQuery({ ...usersQuery, enabled });
}
