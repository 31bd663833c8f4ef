import { queryOptions } from '@tanstack/react-query';
import { createJob, type Job, type JobInput, listJobs, updateJob } from '#contract/jobs.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { call } from '#web/lib/api/api.ts';
import type { SaveTarget } from '../shared/records/use-record-form.ts';

/** All jobs: pinned ones first, then newest first. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(listJobs, {}, { signal }),
});

export function saveJob(
  body: JobInput,
  { record, idempotencyKey }: SaveTarget<Job>,
): Promise<{ message: string }> {
  if (record === null) return call(createJob, { body }, { idempotencyKey });
  const params = { id: record.id };
  return call(updateJob, { params, body: { ...body, version: record.version } });
}

/** Closes a job at once: yesterday becomes the last day that it was open. */
export function closeJob(jobs: readonly Job[], id: number) {
  const version = jobs.find((job) => job.id === id)?.version;
  const body = { validThrough: dayAfter(today(), -1), version };
  return call(updateJob, { params: { id }, body });
}
