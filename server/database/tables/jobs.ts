import type { Generated } from 'kysely';

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
}
