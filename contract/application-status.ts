import * as z from 'zod/mini';
import { type DriverHistory, driverHistoryValue, historyParts } from './driver-history.ts';
import { resumeMaxBytes } from './form-choices.ts';
import { field } from './messages/general.ts';
import { stateCodes } from './rules/states.ts';
import { codeParams } from './wire/code-params.ts';
import { endpoint } from './wire/endpoint.ts';
import { anyChoice, anyDate, done, email, idParams, instant, line } from './wire/fields.ts';
import { phone, phoneMessage } from './wire/phone.ts';
import { spanishReply } from './wire/spanish-fields.ts';

/** Where an application stands, for its sender: hired and declined are both closed. */
export const applicantStages = [
  'received',
  'in_review',
  'interview',
  'offer',
  'closed',
  'withdrawn',
] as const;
export type ApplicantStage = (typeof applicantStages)[number];

/** Most documents that an applicant may add. */
export const maxDocuments = 20;

/** What an applicant may still send. */
export const missingItems = [
  'resume',
  'cdl_license_number',
  'cdl_expiration_date',
  ...historyParts,
] as const;
export type MissingItem = (typeof missingItems)[number];

const failures = [404, 409] as const;

const applicationStatus = z.object({
  reference: z.string(),
  position: z.nullable(z.string()),
  position_es: spanishReply(),
  stage: z.enum(applicantStages),
  created_at: instant,
  missing: z
    .array(z.enum(missingItems))
    .check(z.describe('What may still be sent; none of it is required.')),
  first_name: z.string(),
  /** Of a closed one: whether they were hired. */
  hired: z.literal([0, 1]),
});
export type ApplicationStatus = z.output<typeof applicationStatus>;

export const getApplicationStatus = endpoint({
  name: 'getApplicationStatus',
  method: 'GET',
  path: '/api/application/status/{code}',
  access: 'public',
  summary: 'Says where an application stands; one 404 for unknown, replaced and expired codes.',
  params: codeParams,
  status: 200,
  reply: applicationStatus,
  failures: [404],
});

const absent = z.pipe(
  z.literal(['', null]),
  z.transform(() => undefined),
);

export const correction = z.object({
  phone: z.optional(z.union([absent, phone()], { error: phoneMessage })),
  email: z.optional(z.union([absent, email()], { error: field.email })),
  cdl_license_number: z.optional(z.union([absent, line()], { error: field.tooLong(100) })),
  cdl_license_state: anyChoice(stateCodes),
  cdl_expiration_date: z.optional(anyDate()),
});

export const correctApplication = endpoint({
  name: 'correctApplication',
  method: 'PUT',
  path: '/api/application/status/{code}',
  access: 'public',
  limited: 'link',
  summary:
    "Changes an applicant's phone number or email, or adds the CDL; only the keys sent change.",
  params: codeParams,
  body: correction,
  status: 200,
  reply: done,
  failures,
});

export const addApplicationDocument = endpoint({
  name: 'addApplicationDocument',
  method: 'POST',
  path: '/api/application/status/{code}/documents',
  access: 'public',
  limited: 'link',
  summary: 'Adds a document (PDF, at most 10 MB) to an application.',
  params: codeParams,
  body: z.object({}),
  upload: { field: 'file', kinds: ['pdf'], required: true, maxBytes: resumeMaxBytes },
  status: 200,
  reply: done,
  idempotent: true,
  failures,
});

export const withdrawApplication = endpoint({
  name: 'withdrawApplication',
  method: 'POST',
  path: '/api/application/status/{code}/withdraw',
  access: 'public',
  limited: 'link',
  summary: 'Withdraws an application.',
  params: codeParams,
  status: 200,
  reply: done,
  failures,
});

const driverHistory = z.nullable(
  z.custom<DriverHistory>().check(z.describe('The record of 49 CFR 391.21(b).')),
);

export const getDriverHistory = endpoint({
  name: 'getDriverHistory',
  method: 'GET',
  path: '/api/application/status/{code}/history',
  access: 'public',
  summary: "Returns an applicant's driving record so far, to continue it; null without one.",
  params: codeParams,
  status: 200,
  reply: z.object({ driver_history: driverHistory, has_cdl_license: z.literal([0, 1]) }),
  failures: [404],
});

export const historyInput = z.object({ driver_history: z.optional(driverHistoryValue) });

export const saveDriverHistory = endpoint({
  name: 'saveDriverHistory',
  method: 'PUT',
  path: '/api/application/status/{code}/history',
  access: 'public',
  limited: 'link',
  summary: "Replaces an applicant's driving record.",
  params: codeParams,
  body: historyInput,
  status: 200,
  reply: done,
  failures,
});

export const getApplicationFile = endpoint({
  name: 'getApplicationFile',
  method: 'GET',
  path: '/api/application/{id}/file',
  access: 'admin',
  summary: 'Returns the documents that an applicant added, oldest first, and the driving record.',
  params: idParams,
  status: 200,
  reply: z.object({
    documents: z.array(
      z.object({ id: z.int(), file_path: z.string(), name: z.string(), created_at: instant }),
    ),
    driver_history: driverHistory,
  }),
});
