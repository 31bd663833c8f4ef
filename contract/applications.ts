import * as z from 'zod/mini';
import { hiringShape } from './application-stages.ts';
import { privacyVersions } from './company/privacy-versions.ts';
import { driverHistoryInput } from './driver-history.ts';
import { genders, races, resumeMaxBytes } from './form-choices.ts';
import { applications as messages } from './messages/applications.ts';
import { field } from './messages/general.ts';
import { stateCodes } from './rules/states.ts';
import { languages } from './text/languages.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  choice,
  convert,
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
  parseId,
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape } from './wire/record-fields.ts';
import { rows } from './wire/rows.ts';

/** A yes/no question: 0 or 1, 0 when unanswered. */
const yesNo = (label: string) => ({ kind: 'flag', label, schema: flag() }) as const;

/** A choice; replies may contain any text, so that removing a choice doesn't break old records. */
const oneOf = <S extends z.ZodMiniType>(label: string, schema: S) =>
  ({ kind: 'choice', label, schema, replySchema: z.string() }) as const;

export const personFields = {
  first_name: { kind: 'line', label: 'First name', schema: line() },
  middle_initial: { kind: 'line', label: 'Middle initial', schema: line() },
  last_name: { kind: 'line', label: 'Last name', schema: line() },
  phone: { kind: 'line', label: 'Phone', schema: line() },
  email: { kind: 'line', label: 'Email', schema: email() },
  street_address: { kind: 'line', label: 'Street address', schema: line() },
  city: { kind: 'line', label: 'City', schema: line() },
  state: oneOf('State', choice(stateCodes)),
  zipcode: { kind: 'line', label: 'ZIP code', schema: optionalLine() },
} satisfies RecordFields;

/** Not for hiring decisions. */
export const selfIdentificationFields = {
  gender: oneOf('Gender', choice(genders)),
  race: oneOf('Race', choice(races)),
} satisfies RecordFields;

export const drivingFields = {
  has_cdl_license: yesNo('CDL'),
  cdl_license_number: { kind: 'line', label: 'CDL number', schema: optionalLine() },
  cdl_license_state: oneOf('CDL state', optionalChoice(stateCodes)),
  cdl_expiration_date: { kind: 'date', label: 'CDL expires', schema: optionalDate() },
  has_driver_license: yesNo("Driver's license"),
  driver_license_number: { kind: 'line', label: 'License number', schema: optionalLine() },
  driver_license_state: oneOf('License state', optionalChoice(stateCodes)),
  driver_license_expiration: { kind: 'date', label: 'License expires', schema: optionalDate() },
  has_dot_card: yesNo('DOT medical card'),
  can_pass_dot_drug_test: yesNo('Can pass DOT drug test'),
  manual_transmission_endorsement: yesNo('Manual endorsement'),
  has_manual_transmission_experience: yesNo('Manual experience'),
  car_hauling_experience_years: {
    kind: 'number',
    label: 'Years of car hauling',
    schema: optionalWhole(0, 80),
    replySchema: z.int(),
  },
} satisfies RecordFields;

export const eligibilityFields = {
  is_over_25: yesNo('Over 25'),
  authorized_to_work_us: yesNo('May work in the US'),
  requires_sponsorship: yesNo('Needs sponsorship'),
  certification: yesNo('Certified as true'),
} satisfies RecordFields;

const applicationFields = {
  ...personFields,
  ...selfIdentificationFields,
  ...drivingFields,
  ...eligibilityFields,
};

/** The code of the link to a started application; anything else is ignored. */
export const draftCode = () =>
  z._default(z.catch(z.string().check(z.regex(/^[\w-]{0,100}$/)), ''), '');

export const workExperienceFields = {
  company: { kind: 'line', label: 'Company', schema: line() },
  position: { kind: 'line', label: 'Position', schema: line() },
  from_date: { kind: 'date', label: 'From', schema: optionalDate() },
  to_date: { kind: 'date', label: 'To', schema: optionalDate() },
  is_current: yesNo('Current job'),
  description: { kind: 'text', label: 'Description', schema: optionalText() },
} satisfies RecordFields;

export const workReferenceFields = {
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  phone: personFields.phone,
  email: personFields.email,
  relationship: { kind: 'line', label: 'Relationship', schema: optionalLine() },
} satisfies RecordFields;

const workExperienceInput = z
  .object(createShape(workExperienceFields))
  .check(inOrder('from_date', 'to_date', messages.endBeforeStart));
export type WorkExperienceInput = z.output<typeof workExperienceInput>;

const workReferenceInput = z.object(createShape(workReferenceFields));
export type WorkReferenceInput = z.output<typeof workReferenceInput>;

export const applicationInput = z.object({
  ...createShape(applicationFields),
  workExperiences: rows(workExperienceInput),
  references: rows(workReferenceInput),
  /** The job applied for; an unknown one is ignored, a closed or deleted one is a 409. */
  job_id: z._default(z.catch(z.nullable(id()), null), null),
  driver_history: driverHistoryInput,
  /** The code of the mailed link by which the form was opened; an unknown one is ignored. */
  draft_code: draftCode(),
  /** The version of the privacy notice that the form linked to; an unknown one is ignored. */
  privacy_version: z._default(z.catch(z.enum(['', ...privacyVersions]), ''), ''),
});
export type ApplicationInput = z.output<typeof applicationInput>;

export const workExperience = z.object({ id: z.int(), ...replyShape(workExperienceFields) });
export const workReference = z.object({ id: z.int(), ...replyShape(workReferenceFields) });

export const application = z.object({
  id: z.int(),
  created_at: instant,
  job_id: z.nullable(z.int()),
  /** The job's position at the time of the application. */
  position: z.nullable(z.string()),
  resume_path: z.nullable(z.string()),
  ...replyShape(applicationFields),
  /** First opened by an admin; null while it is new. */
  opened_at: z.nullable(instant),
  /** 1: possible spam, because it arrived in a flood. */
  flagged: z.literal([0, 1]),
  /** In which they applied, and are written to. */
  language: z.enum(languages),
  /** The day of the privacy notice that the applicant could read; '' when unknown. */
  privacy_version: z.string(),
  ...hiringShape,
  work_experiences: z.array(workExperience),
  work_references: z.array(workReference),
});
export type Application = z.output<typeof application>;

export const sendApplication = endpoint({
  name: 'sendApplication',
  method: 'POST',
  path: '/api/application',
  access: 'public',
  limited: 'form',
  summary: 'Applies for a job, with an optional resume (PDF, at most 10 MB).',
  body: applicationInput,
  upload: { field: 'resume', kinds: ['pdf'], required: false, maxBytes: resumeMaxBytes },
  status: 201,
  reply: z.object({ ...created.shape, status_url: z.string() }),
  idempotent: true,
  failures: [409],
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

/** Ids in a query, separated by commas. */
const idList = () =>
  z._default(
    z.pipe(
      z.string(),
      convert((text: string) => {
        const ids = text.split(',').flatMap((one) => (one === '' ? [] : [parseId(one)]));
        return ids.every((one) => one !== undefined) ? ids : undefined;
      }, field.id),
    ),
    [],
  );

const sender = {
  id: z.int(),
  created_at: instant,
  position: z.nullable(z.string()),
  ...replyShape({
    first_name: personFields.first_name,
    last_name: personFields.last_name,
    email: personFields.email,
    phone: personFields.phone,
  }),
};

const applicant = z.object({
  /** This one, and those that are perhaps the same person's, newest first. `by_link`: they certainly are. */
  applications: z.array(z.object({ ...sender, by_link: z.literal([0, 1]) })),
  /** Started ones that are perhaps the same person's, newest first. */
  drafts: z.array(z.object(sender)),
});
export type Applicant = z.output<typeof applicant>;

export const getApplicant = endpoint({
  name: 'getApplicant',
  method: 'GET',
  path: '/api/application/{id}/applicant',
  access: 'admin',
  summary:
    'Lists what may be of the person who sent this application, and can be erased with it: the same link, the same email, or the same phone number and name.',
  params: idParams,
  status: 200,
  reply: applicant,
});

export const eraseApplicant = endpoint({
  name: 'eraseApplicant',
  method: 'DELETE',
  path: '/api/application/{id}/applicant',
  access: 'admin',
  summary:
    'Deletes this application and the others that are named, of those that getApplicant lists, with their resumes and mails. Someone who was hired and works here is 409.',
  params: idParams,
  query: z.object({ applications: idList(), drafts: idList() }),
  status: 200,
  failures: [404, 409],
  reply: done,
});

export const deleteApplication = endpoint({
  name: 'deleteApplication',
  method: 'DELETE',
  path: '/api/application/{id}',
  access: 'admin',
  summary:
    'Deletes an application and its resume. Of someone who was hired and works here it is 409.',
  params: idParams,
  status: 200,
  failures: [409],
  reply: done,
});
