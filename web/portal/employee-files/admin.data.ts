import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteVersion,
  groupAssignments,
  listEmployeeFiles,
  type SubmissionStatus,
  setSubmissionStatus,
} from '#contract/employee-files.ts';
import { call } from '#web/lib/api/api.ts';
import { documentsKey } from '../shared/live/live-keys.ts';

export const employeeFilesKey = [...documentsKey, 'employee-files'];

export const filesQuery = queryOptions({
  queryKey: [...employeeFilesKey, 'files'],
  queryFn: ({ signal }) => call(listEmployeeFiles, {}, { signal }),
});

/** People with their assigned files and returned versions. */
export const groupedQuery = queryOptions({
  queryKey: [...employeeFilesKey, 'grouped'],
  queryFn: async ({ signal }) => (await call(groupAssignments, {}, { signal })).employees,
});

/** Files with their people, newest first. */
export function useEmployeeFiles() {
  return useQuery(filesQuery);
}

/** The reason given to the sender of a version; '' for none. */
export function useReason(submissionId: number): string {
  const { data } = useQuery({
    ...filesQuery,
    select: (files) =>
      files.flatMap(({ reasons }) => reasons).find((row) => row.submission_id === submissionId),
  });
  return data?.reason ?? '';
}

/** Reloads files, people and versions. */
export function useReloadAdminFiles(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries(filesQuery),
      client.invalidateQueries(groupedQuery),
    ]);
  };
}

interface Review {
  submissionId: number;
  status: SubmissionStatus;
}

/** Sets the status of a version without a reason; the lists reload also after a failure. */
export function useReviewVersion() {
  const reload = useReloadAdminFiles();
  return useMutation({
    mutationFn: ({ submissionId, status }: Review) =>
      call(setSubmissionStatus, { params: { id: submissionId }, body: { status, reason: '' } }),
    onError: logged,
    onSettled: reload,
  });
}

/** Deletes a version; the lists reload also after a failure. */
export function useDeleteVersion() {
  const reload = useReloadAdminFiles();
  return useMutation({
    mutationFn: (submissionId: number) => call(deleteVersion, { params: { id: submissionId } }),
    onError: logged,
    onSettled: reload,
  });
}

/** Failures of these raise no alert (G7). */
function logged(error: unknown): void {
  console.error('The version was not changed.', error);
}
