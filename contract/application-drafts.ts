/** Started applications: continued on another device by a mailed link, or begun in two minutes. */
import * as z from 'zod/mini';
import { otherApplication } from './application-stages.ts';
import { applicationInput, draftCode, personFields } from './applications.ts';
import { honeypotField } from './form-choices.ts';
import { isSensitive } from './rules/sensitive-fields.ts';
import { languages } from './text/languages.ts';
import { codeParams } from './wire/code-params.ts';
import { endpoint } from './wire/endpoint.ts';
import { done, email, flag, id, idParams, instant, optionalText, page } from './wire/fields.ts';
import { underOwnKeys } from './wire/key-case.ts';
import { phone } from './wire/phone.ts';
import { createShape, type RecordFields, replyShape } from './wire/record-fields.ts';

/** Days until the link to a started application expires. */
export const draftDays = 14;
/** Days for which the office keeps what was begun in two minutes. */
export const startedDays = 90;

/** Characters of the values as JSON. */
const maxValues = 60_000;
const knownFields = Object.keys(applicationInput.shape).filter(
  (name) => !isSensitive(name) && name !== 'draft_code',
);

/** Fields that are lists or records: their values are kept by the names of their parts only. */
const listFields = ['workExperiences', 'references', 'driver_history'];
const plainFields = knownFields.filter((name) => !listFields.includes(name));

/**
 * What may be kept of a form's values, by name: `first_name`, or `references.0.phone` of a row. Fields that the form
 * doesn't have, those that `isSensitive` names, licenses, and whatever isn't a text, a number or a flag are left out.
 */
export function storableValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const plain = Object.entries(values).filter(([, value]) => typeof value !== 'object');
  const rows = plain.filter(([name]) => {
    const [list = '', ...rest] = name.split('.');
    const isKept = !rest.some((part) => isSensitive(part) || part === 'licenses');
    return rest.length > 0 && listFields.includes(list) && isKept;
  });
  return { ...underOwnKeys(plainFields, Object.fromEntries(plain)), ...Object.fromEntries(rows) };
}

/** The job applied for; an unknown or deleted one is ignored. */
const jobId = z._default(z.catch(z.nullable(id()), null), null);

export const createApplicationDraft = endpoint({
  name: 'createApplicationDraft',
  method: 'POST',
  path: '/api/application/drafts',
  access: 'public',
  limited: 'form',
  summary:
    'Keeps the values of an unfinished application for 14 days and mails the link to continue it.',
  body: z.object({
    email: email(),
    values: z
      .record(z.string(), z.unknown(), { error: 'Send a JSON object.' })
      .check(
        z.refine(
          (values) => JSON.stringify(values).length <= maxValues,
          `Send at most ${maxValues} characters.`,
        ),
      ),
    job_id: jobId,
    draft_code: draftCode().check(
      z.describe('The code of the mailed link by which the form was opened.'),
    ),
  }),
  status: 201,
  reply: done,
  idempotent: true,
});

export const getApplicationDraft = endpoint({
  name: 'getApplicationDraft',
  method: 'GET',
  path: '/api/application/drafts/{code}',
  access: 'public',
  summary:
    'Returns the kept values of an unfinished application; one 404 for unknown and expired codes.',
  params: codeParams,
  status: 200,
  reply: z.object({
    values: z.record(z.string(), z.unknown()),
    job_id: z.nullable(z.int()),
    sent_at: z
      .nullable(instant)
      .check(z.describe('When the same person then applied for the same job.')),
  }),
  failures: [404],
});

/** What 'Apply in two minutes' asks for. */
export const quickFields = {
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  phone: { ...personFields.phone, schema: phone() },
  email: personFields.email,
  has_cdl_license: {
    kind: 'flag',
    label: "I have a CDL (commercial driver's license)",
    schema: flag(),
  },
} satisfies RecordFields;

export const startInput = z.object({
  ...createShape(quickFields),
  job_id: jobId,
  [honeypotField]: optionalText(),
});

export const startApplication = endpoint({
  name: 'startApplication',
  method: 'POST',
  path: '/api/application/started',
  access: 'public',
  limited: 'form',
  summary:
    'Starts an application with name, phone, email and CDL, and mails the link to finish it.',
  body: startInput,
  status: 201,
  reply: done,
  idempotent: true,
});

const startedApplication = z.object({
  id: z.int(),
  created_at: instant,
  position: z.nullable(z.string()),
  /** Of the form: in which the office calls. */
  language: z.enum(languages),
  ...replyShape(quickFields),
  /** Possible spam: from a bot or a flood. */
  flagged: z.literal([0, 1]),
  /** Finished ones that are perhaps the same person's. */
  other_applications: z.array(otherApplication),
});
export type StartedApplication = z.output<typeof startedApplication>;

export const listStartedApplications = endpoint({
  name: 'listStartedApplications',
  method: 'GET',
  path: '/api/applications/started',
  access: 'admin',
  summary: 'Lists applications that were begun in two minutes and not finished yet, newest first.',
  query: z.object(page),
  status: 200,
  reply: z.array(startedApplication),
  paged: true,
});

export const deleteStartedApplication = endpoint({
  name: 'deleteStartedApplication',
  method: 'DELETE',
  path: '/api/applications/started/{id}',
  access: 'admin',
  summary: 'Deletes a started application.',
  params: idParams,
  status: 200,
  reply: done,
});
