import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteEmployeeFile,
  deleteVersion,
  groupAssignments,
  listEmployeeFiles,
  type SubmissionStatus,
  setSubmissionStatus,
} from '#contract/employee-files.ts';
import { call } from '#web/lib/api.ts';
import { documentsKey } from '../files/documents-key.ts';

const filesQuery = queryOptions({
  queryKey: [...documentsKey, 'employee-files', 'files'],
  queryFn: ({ signal }) => call(listEmployeeFiles, {}, { signal }),
});

const groupedQuery = queryOptions({
  queryKey: [...documentsKey, 'employee-files', 'grouped'],
  queryFn: async ({ signal }) => (await call(groupAssignments, {}, { signal })).employees,
});

/** Each file that can be handed out, with its people, newest first. */
export function useEmployeeFiles() {
  return useQuery(filesQuery);
}

/** Everybody with the files that they were given and the versions that they sent back. */
export function useGrouped() {
  return useQuery(groupedQuery);
}

/** Reads files, people and versions again. */
export function useReloadAdminFiles(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries(filesQuery),
      client.invalidateQueries(groupedQuery),
    ]);
  };
}

/** Deletes a file with its versions. */
export function useDeleteFile() {
  const reload = useReloadAdminFiles();
  return useMutation({
    mutationFn: (id: number) => call(deleteEmployeeFile, { params: { id } }),
    onSettled: reload,
  });
}

interface Judgement {
  submissionId: number;
  status: SubmissionStatus;
  /** Why, with Rejected; '' otherwise. */
  reason: string;
}

/** Sets the status of a version; whatever comes of it, the screen shows what is stored. */
export function useJudge() {
  const reload = useReloadAdminFiles();
  return useMutation({
    mutationFn: ({ submissionId, status, reason }: Judgement) =>
      call(setSubmissionStatus, { params: { id: submissionId }, body: { status, reason } }),
    onError: logged,
    onSettled: reload,
  });
}

/** Deletes a version; whatever comes of it, the screen shows what is stored. */
export function useDeleteVersion() {
  const reload = useReloadAdminFiles();
  return useMutation({
    mutationFn: (submissionId: number) => call(deleteVersion, { params: { id: submissionId } }),
    onError: logged,
    onSettled: reload,
  });
}

/** SPEC.md: failures of these two raise no alert. */
function logged(error: unknown): void {
  console.error('The version was not changed.', error);
}
