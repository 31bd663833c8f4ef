import * as z from 'zod/mini';
import { job } from './jobs.ts';
import { endpoint } from './wire/endpoint.ts';
import { created, flag, idParams, page, version } from './wire/fields.ts';

export const listClosedJobs = endpoint({
  name: 'listClosedJobs',
  method: 'GET',
  path: '/api/careers/closed',
  access: 'admin',
  summary: 'Lists the closed jobs, in the order of listJobs.',
  query: z.object(page),
  status: 200,
  reply: z.array(job),
  paged: true,
});

export const listHired = endpoint({
  name: 'listHired',
  method: 'GET',
  path: '/api/careers/hired',
  access: 'admin',
  summary:
    'Counts, for each job that has any, the people hired over its postings and those who wait for a decision and would be mailed if it closed.',
  status: 200,
  reply: z.array(z.object({ job_id: z.int(), hired: z.int(), waiting: z.int() })),
});

export const repostJob = endpoint({
  name: 'repostJob',
  method: 'POST',
  path: '/api/careers/{id}/repost',
  access: 'admin',
  summary:
    'Posts a job again with the date of today, and closes the earlier posting. With `notify` its applicants who wait for a decision are mailed.',
  params: idParams,
  body: z.object({ notify: flag(), version: version() }),
  status: 201,
  reply: created,
  idempotent: true,
});
