import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

export interface JobsTable {
  id: Generated<number>;
  position: string;
  location: string;
  department: string;
  date_posted: string;
  company_information: string;
  role_information: string;
  job_responsibilities: string;
  skills: string;
  description_of_benefits: string;
  company_culture: string;
  pay_min_cents: number | null;
  pay_max_cents: number | null;
  pay_period: Generated<string>;
  home_time: Generated<string>;
  shift: Generated<string>;
  employment_type: Generated<string>;
  valid_through: string | null;
  pinned: Generated<number>;
  pin_order: number | null;
  version: Generated<number>;
  created_at: string;
  /** Read by the previous release only. */
  openings: Generated<number>;
  /** How many people the job is for; null: always hiring. */
  hires_wanted: number | null;
  /** How many applicants of all its postings are hired, also those erased since. */
  hires: Generated<number>;
  /** The job that it was reposted from, or that was; null for the first posting. */
  first_posting: number | null;
  /** When it was closed by hand or by a hire. */
  closed_at: Generated<string | null>;
  /** Spanish versions, '' for none. */
  position_es: Generated<string>;
  home_time_es: Generated<string>;
  shift_es: Generated<string>;
  company_information_es: Generated<string>;
  role_information_es: Generated<string>;
  job_responsibilities_es: Generated<string>;
  skills_es: Generated<string>;
  description_of_benefits_es: Generated<string>;
  company_culture_es: Generated<string>;
}

/** So that a deleted job's page says that it is gone. */
export interface DeletedJobsTable {
  job_id: number;
  deleted_at: string;
}

export const jobsSchema: Schema = {
  up: ({ id, strict }) => [
    `create table jobs (
      id ${id},
      position text not null,
      location text not null,
      department text not null check (department in
        ('All', 'Logistics', 'Operations', 'Vehicle Maintenance', 'Fleet Management', 'Finance')),
      date_posted text not null,
      company_information text not null,
      role_information text not null,
      job_responsibilities text not null,
      skills text not null,
      description_of_benefits text not null default '',
      company_culture text not null,
      pay_min_cents integer check (pay_min_cents >= 0),
      pay_max_cents integer check (pay_max_cents >= 0),
      pay_period text not null default ''
        check (pay_period in ('', 'hour', 'day', 'week', 'month', 'year', 'mile')),
      home_time text not null default '',
      shift text not null default '',
      employment_type text not null default '' check (employment_type
        in ('', 'full_time', 'part_time', 'contractor', 'temporary', 'per_diem', 'intern')),
      valid_through text,
      pinned integer not null default 0 check (pinned in (0, 1)),
      pin_order integer check (pin_order between 0 and 999),
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,
    'create index jobs_newest on jobs (date_posted desc, id desc)',
  ],
};
