import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listClosedJobs, listHired, repostJob } from '#contract/job-closing.ts';
import {
  createJob,
  deleteJob,
  type Job,
  type JobInput,
  listJobs,
  updateJob,
} from '#contract/jobs.ts';
import { call } from '#web/lib/api/api.ts';
import type { SaveTarget } from '../shared/records/use-record-form.ts';

/** All jobs: pinned ones first, then newest first. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(listJobs, {}, { signal }),
});

/** For admins. Its key begins with that of the open jobs, whose invalidation includes it. */
export const closedJobsQuery = queryOptions({
  queryKey: ['jobs', 'closed'],
  queryFn: ({ signal }) => call(listClosedJobs, {}, { signal }),
});

export type Applicants = { hired: number; waiting: number };

/** For admins: how many applicants of a job are hired, and wait; undefined while that is unknown. */
export function useApplicants(isAdmin: boolean): (jobId: number) => Applicants | undefined {
  const { data } = useQuery({
    queryKey: [...jobsQuery.queryKey, 'hired'],
    queryFn: ({ signal }) => call(listHired, {}, { signal }),
    refetchOnMount: 'always',
    enabled: isAdmin,
  });
  const none = { hired: 0, waiting: 0 };
  return (jobId) => data && (data.find(({ job_id }) => job_id === jobId) ?? none);
}

/** The open jobs: pinned ones first, then newest first. */
export function useJobs() {
  return useQuery(jobsQuery);
}

export function saveJob(
  body: JobInput,
  { record, idempotencyKey }: SaveTarget<Job>,
): Promise<{ message: string }> {
  if (record === null) return call(createJob, { body }, { idempotencyKey });
  const params = { id: record.id };
  return call(updateJob, { params, body: { ...body, version: record.version } });
}

export function useDeleteJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ job: { id }, notify }: Ending) =>
      call(deleteJob, { params: { id }, query: { notify } }),
    onSettled: () => client.invalidateQueries(jobsQuery),
  });
}

interface Closing {
  job: Job;
  closed: 0 | 1;
  notify?: 0 | 1;
}

/** How a job ends: with or without a mail to the applicants who wait. */
interface Ending {
  job: Job;
  notify: 0 | 1;
}

/** Closes or reopens a job. */
export function useSetClosed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ job: { id, version }, ...change }: Closing) =>
      call(updateJob, { params: { id }, body: { ...change, version } }),
    onSettled: () => client.invalidateQueries(jobsQuery),
  });
}

/** Posts a job again with today's date. A retry after a lost response posts it once, because its version is stale. */
export function useRepostJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ job: { id, version }, notify }: Ending) =>
      call(repostJob, { params: { id }, body: { notify, version } }),
    onSettled: () => client.invalidateQueries(jobsQuery),
  });
}
