import type { Step } from './steps.ts';

/** Pay, schedule, last day and pin order of a job; empty for existing jobs. */
export const jobTerms: Step = {
  name: '010-job-terms',
  up: () => [
    'alter table jobs add column pay_min_cents integer check (pay_min_cents >= 0)',
    'alter table jobs add column pay_max_cents integer check (pay_max_cents >= 0)',
    `alter table jobs add column pay_period text not null default ''
      check (pay_period in ('', 'hour', 'day', 'week', 'month', 'year', 'mile'))`,
    "alter table jobs add column home_time text not null default ''",
    "alter table jobs add column shift text not null default ''",
    `alter table jobs add column employment_type text not null default '' check (employment_type
      in ('', 'full_time', 'part_time', 'contractor', 'temporary', 'per_diem', 'intern'))`,
    'alter table jobs add column valid_through text',
    'alter table jobs add column pinned integer not null default 0 check (pinned in (0, 1))',
    'alter table jobs add column pin_order integer check (pin_order between 0 and 999)',
  ],
};
