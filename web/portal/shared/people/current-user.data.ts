import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentUser } from '#contract/session.ts';
import { call } from '#web/lib/api/api.ts';

export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => call(currentUser, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { offline: true },
});

/** The signed-in user; loaded once per session. */
export function useCurrentUser(enabled: boolean) {
  return useQuery({ ...currentUserQuery, enabled });
}
