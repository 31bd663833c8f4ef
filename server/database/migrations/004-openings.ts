import type { Step } from './steps.ts';

/** Jobs with a number of openings, an end, and a trace of those that were deleted. */
export const openings: Step = {
  name: '004-openings',
  up: ({ strict }) => [
    'alter table jobs add column openings integer not null default 1 check (openings > 0)',
    'alter table jobs add column closed_at text',
    `create table deleted_jobs (
      job_id integer primary key,
      deleted_at text not null
    ) ${strict}`,
  ],
};
