import type { Generated } from 'kysely';
import type { Language } from '#contract/text/languages.ts';
import type { Schema } from '../migrations/steps.ts';

export interface ApplicationsTable {
  id: Generated<number>;
  created_at: string;
  job_id: number | null;
  position: string | null;
  /** Key of the resume in `objects`. */
  resume_path: string | null;
  first_name: string;
  middle_initial: string;
  last_name: string;
  phone: string;
  email: string;
  street_address: string;
  city: string;
  state: string;
  zipcode: string;
  gender: string;
  race: string;
  has_cdl_license: number;
  cdl_license_number: string;
  cdl_license_state: string;
  cdl_expiration_date: string | null;
  has_dot_card: number;
  can_pass_dot_drug_test: number;
  manual_transmission_endorsement: number;
  car_hauling_experience_years: number;
  is_over_25: number;
  has_driver_license: number;
  driver_license_number: string;
  driver_license_state: string;
  driver_license_expiration: string | null;
  has_manual_transmission_experience: number;
  authorized_to_work_us: number;
  requires_sponsorship: number;
  certification: number;
  /** First opened by an admin; null while it is new. */
  opened_at: string | null;
  opened_by: number | null;
  /** The privacy notice that the form showed, by its day; '' in applications older than versions. */
  privacy_version: Generated<string>;
  /** Possible spam: it arrived in a flood. */
  flagged: Generated<number>;
  stage: Generated<ApplicationStage>;
  /** When it came to its stage; null while it is new. */
  staged_at: Generated<string | null>;
  version: Generated<number>;
  /** The account that 'Hire' made. */
  hired_user_id: Generated<number | null>;
  /** The record of 49 CFR 391.21(b) as JSON; '' without it. */
  driver_history: Generated<string>;
  /** Of the form that was sent, and of what the applicant is sent. */
  language: Generated<Language>;
  /** `email` as it is compared (contact-keys.ts). */
  email_key: string;
  /** The phone number with the name, as they are compared; '' when the number says nothing. */
  person_key: string;
  /** The first of those that came by one person's link. */
  first_application: Generated<number | null>;
}

export type ApplicationStage =
  | 'new'
  | 'reviewed'
  | 'interview'
  | 'offer'
  | 'hired'
  | 'declined'
  | 'withdrawn';

/** The timeline of an application: notes of the office and what happened; append-only. */
export interface ApplicationNotesTable {
  id: Generated<number>;
  application_id: number;
  /** Null when the applicant or the server did it. */
  author_id: number | null;
  kind: Generated<string>;
  text: string;
  created_at: string;
}

/** PDFs that an applicant added after sending. */
export interface ApplicationDocumentsTable {
  id: Generated<number>;
  application_id: number;
  object_key: string;
  created_at: string;
}

/** Started applications. */
export interface ApplicationDraftsTable {
  id: Generated<number>;
  code_hash: string;
  email: string;
  /** JSON of what was typed, without what may never be kept. */
  form_values: string;
  job_id: number | null;
  /** Begun with name, phone, mail and CDL only; the office sees it. */
  is_quick: Generated<number>;
  created_at: string;
  expires_at: string;
  /** What it became. */
  application_id: Generated<number | null>;
  /** As those of an application. */
  email_key: string;
  person_key: string;
  /** Of the form in which it was begun. */
  language: Generated<Language>;
  /** The one whose link led to it. */
  first_draft: Generated<number | null>;
  /** Possible spam. */
  flagged: Generated<number>;
}

export interface WorkExperiencesTable {
  id: Generated<number>;
  application_id: number;
  company: string;
  position: string;
  from_date: string | null;
  to_date: string | null;
  is_current: number;
  description: string;
}

export interface WorkReferencesTable {
  id: Generated<number>;
  application_id: number;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  relationship: string;
}

export const applicationsSchema: Schema = {
  up: ({ id, strict }) => [
    `create table applications (
      id ${id},
      created_at text not null,
      job_id integer references jobs (id) on delete set null,
      position text,
      resume_path text unique references objects (key),
      first_name text not null,
      middle_initial text not null,
      last_name text not null,
      phone text not null,
      email text not null,
      street_address text not null,
      city text not null,
      state text not null,
      zipcode text not null default '',
      gender text not null check (gender in ('Male', 'Female', 'Decline')),
      race text not null,
      has_cdl_license integer not null check (has_cdl_license in (0, 1)),
      cdl_license_number text not null default '',
      cdl_license_state text not null default '',
      cdl_expiration_date text,
      has_dot_card integer not null check (has_dot_card in (0, 1)),
      can_pass_dot_drug_test integer not null check (can_pass_dot_drug_test in (0, 1)),
      manual_transmission_endorsement integer not null check (manual_transmission_endorsement in (0, 1)),
      car_hauling_experience_years integer not null default 0 check (car_hauling_experience_years >= 0),
      is_over_25 integer not null check (is_over_25 in (0, 1)),
      has_driver_license integer not null check (has_driver_license in (0, 1)),
      driver_license_number text not null default '',
      driver_license_state text not null default '',
      driver_license_expiration text,
      has_manual_transmission_experience integer not null check (has_manual_transmission_experience in (0, 1)),
      authorized_to_work_us integer not null check (authorized_to_work_us in (0, 1)),
      requires_sponsorship integer not null check (requires_sponsorship in (0, 1)),
      certification integer not null check (certification in (0, 1)),
      opened_at text,
      opened_by integer references users (user_id),
      privacy_version text not null default '',
      flagged integer not null default 0 check (flagged in (0, 1))
    ) ${strict}`,
    'create index applications_newest on applications (created_at desc, id desc)',
    'create index applications_job on applications (job_id)',
    'create index applications_unopened on applications (id) where opened_at is null',
    'create index applications_flagged on applications (created_at, id) where flagged = 1 and opened_at is null',

    `create table work_experiences (
      id ${id},
      application_id integer not null references applications (id) on delete cascade,
      company text not null,
      position text not null,
      from_date text,
      to_date text,
      is_current integer not null check (is_current in (0, 1)),
      description text not null default ''
    ) ${strict}`,
    'create index work_experiences_application on work_experiences (application_id)',

    `create table work_references (
      id ${id},
      application_id integer not null references applications (id) on delete cascade,
      first_name text not null,
      last_name text not null,
      phone text not null,
      email text not null,
      relationship text not null default ''
    ) ${strict}`,
    'create index work_references_application on work_references (application_id)',
  ],
};
