import { queryOptions, useQuery } from '@tanstack/react-query';
import { listAssignments, listSubmissions } from '#contract/employee-files.ts';
import { call } from '#web/lib/api/api.ts';
import { documentsKey } from '../shared/live/live-keys.ts';
import { useCurrentUser } from '../shared/people/current-user.data.ts';

const ownKey = [...documentsKey, 'employee-files', 'own'];

export const ownFilesQuery = queryOptions({
  queryKey: ownKey,
  queryFn: ({ signal }) => call(listAssignments, {}, { signal }),
  // Files open in another tab; their receipts show on return.
  refetchOnWindowFocus: 'always',
  meta: { offline: true },
});

/** The caller's own files: the endpoint sends admins everyone's. */
export function useOwnFiles() {
  const user = useCurrentUser(true);
  const userId = user.data?.user_id;
  return useQuery({
    ...ownFilesQuery,
    enabled: userId !== undefined,
    select: (list) => list.filter((assignment) => assignment.user_id === userId),
  });
}

/** The versions of an assignment, newest first. */
export function useSubmissions(assignmentId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...ownKey, assignmentId],
    queryFn: ({ signal }) => call(listSubmissions, { params: { id: assignmentId } }, { signal }),
    meta: { offline: true },
    enabled,
  });
}
