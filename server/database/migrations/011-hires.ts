import type { Step } from './steps.ts';

/**
 * How many people a job is for, null for always hiring, and how many are hired over all its postings: a count, which
 * outlives the applications. `openings` stays for nodes of the previous release.
 */
export const hires: Step = {
  name: '011-hires',
  up: () => [
    'alter table jobs add column hires_wanted integer check (hires_wanted > 0)',
    'alter table jobs add column hires integer not null default 0',
    'alter table jobs add column first_posting integer',
    // One is also what a job got that didn't say.
    'update jobs set hires_wanted = openings where openings > 1',
    `update jobs set hires = (select count(*) from applications
      where applications.job_id = jobs.id and applications.stage = 'hired')`,
  ],
};
