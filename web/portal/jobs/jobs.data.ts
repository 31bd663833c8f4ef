import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createJob, deleteJob, type JobInput, listJobs, updateJob } from '#contract/careers.ts';
import { call } from '#web/lib/api.ts';

const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(listJobs, {}, { signal }),
});

/** All jobs, newest first. */
export function useJobs() {
  return useQuery(jobsQuery);
}

interface JobToSave {
  /** The job that is changed and the version it was read at; null for a new one. */
  target: { id: number; version: number } | null;
  values: JobInput;
  idempotencyKey: string;
}

/** Posts a job or changes one. */
export function useSaveJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ target, values, idempotencyKey }: JobToSave) => {
      if (target === null) await call(createJob, { body: values }, { idempotencyKey });
      else {
        const body = { ...values, version: target.version };
        await call(updateJob, { params: { id: target.id }, body });
      }
    },
    onSuccess: () => client.invalidateQueries(jobsQuery),
  });
}

/** Takes a job down. */
export function useDeleteJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteJob, { params: { id } }),
    onSettled: () => client.invalidateQueries(jobsQuery),
  });
}
