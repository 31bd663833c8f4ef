import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAssignments, listSubmissions } from '#contract/employee-files.ts';
import { call } from '#web/lib/api.ts';
import { documentsKey } from '../shared/documents/documents.data.ts';
import { useCurrentUser } from '../shared/users.data.ts';

const ownKey = [...documentsKey, 'employee-files', 'own'];

const assignmentsQuery = queryOptions({
  queryKey: ownKey,
  queryFn: ({ signal }) => call(listAssignments, {}, { signal }),
});

/** The files that the caller was given; an admin is answered everybody's and sees the own ones. */
export function useMyFiles() {
  const user = useCurrentUser(true);
  const userId = user.data?.user_id;
  return useQuery({
    ...assignmentsQuery,
    // A file was opened in another tab: its receipt is there when the person comes back.
    refetchOnWindowFocus: 'always',
    enabled: userId !== undefined,
    select: (list) => list.filter((assignment) => assignment.user_id === userId),
  });
}

/** The versions that were sent back of an assignment, newest first. */
export function useSubmissions(assignmentId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...ownKey, assignmentId],
    queryFn: ({ signal }) => call(listSubmissions, { params: { id: assignmentId } }, { signal }),
    enabled,
  });
}

/** Reads files and versions again, once something of them may have changed. */
export function useReloadMyFiles(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ownKey });
}
