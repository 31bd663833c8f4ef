import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  choice,
  created,
  done,
  email,
  flag,
  id,
  idParams,
  inOrder,
  instant,
  line,
  optionalChoice,
  optionalDate,
  optionalLine,
  optionalText,
  optionalWhole,
  page,
} from './fields.ts';
import { underOwnKeys } from './key-case.ts';
import { applications as messages } from './messages/applications.ts';
import { field } from './messages/general.ts';
import { stateCodes } from './states.ts';

export const genders = ['Male', 'Female', 'Decline'] as const;
export const races = [
  'American Indian or Alaska Native',
  'Asian',
  'Black or African American',
  'Hispanic or Latino',
  'Native Hawaiian or Other Pacific Islander',
  'White',
  'Two or more races',
  'Decline to self-identify',
] as const;

/** The yes/no questions: 0 or 1, 0 when unanswered. */
export const applicationFlags = [
  'has_cdl_license',
  'has_dot_card',
  'can_pass_dot_drug_test',
  'manual_transmission_endorsement',
  'is_over_25',
  'has_driver_license',
  'has_manual_transmission_experience',
  'authorized_to_work_us',
  'requires_sponsorship',
  'certification',
] as const;

export const resumeMaxBytes = 10 * 1024 * 1024;
const maxRows = 50;

export const workExperienceInput = z
  .object({
    company: line(),
    position: line(),
    from_date: optionalDate(),
    to_date: optionalDate(),
    is_current: flag(),
    description: optionalText(),
  })
  .check(inOrder('from_date', 'to_date', messages.endBeforeStart));
export type WorkExperienceInput = z.output<typeof workExperienceInput>;

export const referenceInput = z.object({
  first_name: line(),
  last_name: line(),
  phone: line(),
  email: email(),
  relationship: optionalLine(),
});
export type ReferenceInput = z.output<typeof referenceInput>;

function isBlankRow(row: unknown): boolean {
  if (row === null || row === undefined) return true;
  if (typeof row !== 'object' || Array.isArray(row)) return false;
  return Object.entries(row).every(
    ([key, value]) =>
      key === 'id' ||
      value === null ||
      value === undefined ||
      value === false ||
      value === 0 ||
      (typeof value === 'string' && (value.trim() === '' || value === '0' || value === 'false')),
  );
}

/** Rows as JSON text (multipart) or a list. Blank rows are dropped; errors use the original index. */
function rows<R extends z.ZodMiniObject>(row: R) {
  const known = Object.keys(row.shape);
  const own = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? underOwnKeys(known, entry as Record<string, unknown>)
      : entry;
  return z._default(
    z.pipe(
      z.pipe(
        z.union([z.string(), z.array(z.unknown())], { error: field.list }),
        z.transform((value, context) => {
          let list: unknown = value;
          try {
            if (typeof value === 'string') list = value.trim() === '' ? [] : JSON.parse(value);
          } catch {
            list = undefined;
          }
          if (Array.isArray(list) && list.length <= maxRows) {
            return list.map((entry) => (isBlankRow(entry) ? undefined : own(entry)));
          }
          context.issues.push({ code: 'custom', message: field.list, input: value });
          return z.NEVER;
        }),
      ),
      z.pipe(
        z.array(z.optional(row)),
        z.transform((list) => list.filter((entry) => entry !== undefined)),
      ),
    ),
    [],
  );
}

export const applicationInput = z.object({
  first_name: line(),
  /** 'N/A' is valid. */
  middle_initial: line(),
  last_name: line(),
  phone: line(),
  email: email(),
  street_address: line(),
  city: line(),
  state: choice(stateCodes),
  zipcode: optionalLine(),
  gender: choice(genders),
  race: choice(races),
  has_cdl_license: flag(),
  cdl_license_number: optionalLine(),
  cdl_license_state: optionalChoice(stateCodes),
  cdl_expiration_date: optionalDate(),
  has_dot_card: flag(),
  can_pass_dot_drug_test: flag(),
  manual_transmission_endorsement: flag(),
  car_hauling_experience_years: optionalWhole(0, 80),
  is_over_25: flag(),
  has_driver_license: flag(),
  driver_license_number: optionalLine(),
  driver_license_state: optionalChoice(stateCodes),
  driver_license_expiration: optionalDate(),
  has_manual_transmission_experience: flag(),
  authorized_to_work_us: flag(),
  requires_sponsorship: flag(),
  /** Optional; reviewers see when it is missing. */
  certification: flag(),
  workExperiences: rows(workExperienceInput),
  references: rows(referenceInput),
  /** The job applied for; an unknown or deleted one is ignored. */
  job_id: z._default(z.catch(z.nullable(id()), null), null),
});
export type ApplicationInput = z.output<typeof applicationInput>;

const zeroOrOne = z.literal([0, 1]);

export const application = z.object({
  id: z.int(),
  created_at: instant,
  job_id: z.nullable(z.int()),
  /** The job's position at the time of the application. */
  position: z.nullable(z.string()),
  resume_path: z.nullable(z.string()),
  first_name: z.string(),
  middle_initial: z.string(),
  last_name: z.string(),
  phone: z.string(),
  email: z.string(),
  street_address: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  gender: z.string(),
  race: z.string(),
  has_cdl_license: zeroOrOne,
  cdl_license_number: z.string(),
  cdl_license_state: z.string(),
  cdl_expiration_date: z.nullable(z.string()),
  has_dot_card: zeroOrOne,
  can_pass_dot_drug_test: zeroOrOne,
  manual_transmission_endorsement: zeroOrOne,
  car_hauling_experience_years: z.int(),
  is_over_25: zeroOrOne,
  has_driver_license: zeroOrOne,
  driver_license_number: z.string(),
  driver_license_state: z.string(),
  driver_license_expiration: z.nullable(z.string()),
  has_manual_transmission_experience: zeroOrOne,
  authorized_to_work_us: zeroOrOne,
  requires_sponsorship: zeroOrOne,
  certification: zeroOrOne,
  /** First opened by an admin; null while it is new. */
  opened_at: z.nullable(instant),
  work_experiences: z.array(
    z.object({
      id: z.int(),
      company: z.string(),
      position: z.string(),
      from_date: z.nullable(z.string()),
      to_date: z.nullable(z.string()),
      is_current: zeroOrOne,
      description: z.string(),
    }),
  ),
  work_references: z.array(
    z.object({
      id: z.int(),
      first_name: z.string(),
      last_name: z.string(),
      phone: z.string(),
      email: z.string(),
      relationship: z.string(),
    }),
  ),
});
export type Application = z.output<typeof application>;

export const sendApplication = endpoint({
  name: 'sendApplication',
  method: 'POST',
  path: '/api/application',
  access: 'public',
  summary: 'Applies for a job, with an optional resume (PDF, at most 10 MB).',
  body: applicationInput,
  upload: { field: 'resume', kinds: ['pdf'], required: false, maxBytes: resumeMaxBytes },
  status: 201,
  reply: created,
  idempotent: true,
  invalid: messages.requiredMissing,
});

export const listApplications = endpoint({
  name: 'listApplications',
  method: 'GET',
  path: '/api/applications',
  access: 'admin',
  summary: 'Lists applications with work experience and references, newest first.',
  query: z.object(page),
  status: 200,
  reply: z.array(application),
  paged: true,
});

export const openApplication = endpoint({
  name: 'openApplication',
  method: 'POST',
  path: '/api/application/{id}/opened',
  access: 'admin',
  summary: 'Marks an application as opened for all admins.',
  params: idParams,
  status: 204,
});

export const deleteApplication = endpoint({
  name: 'deleteApplication',
  method: 'DELETE',
  path: '/api/application/{id}',
  access: 'admin',
  summary: 'Deletes an application and its resume.',
  params: idParams,
  status: 200,
  reply: done,
});
