import * as z from 'zod/mini';
import { jobs as messages } from './messages/jobs.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyFlag,
  choice,
  created,
  date,
  done,
  flag,
  idParams,
  line,
  optionalChoice,
  optionalDate,
  optionalLine,
  optionalMoney,
  optionalText,
  optionalWhole,
  page,
  text,
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';
import { withSpanish } from './wire/spanish-fields.ts';

/** Departments of the admin's form; a job of 'All' matches every filter. */
export const departments = [
  'All',
  'Logistics',
  'Operations',
  'Vehicle Maintenance',
  'Fleet Management',
  'Finance',
] as const;

/** The public filter; 'Finance' is added only while such a job exists. */
export const publicDepartments = [
  'All',
  'Logistics',
  'Operations',
  'Vehicle Maintenance',
  'Fleet Management',
] as const;

/** The unit of `payMin` and `payMax`. */
export const payPeriods = ['hour', 'day', 'week', 'month', 'year', 'mile'] as const;

/** schema.org's employment types, in lower case. */
export const employmentTypes = [
  'full_time',
  'part_time',
  'contractor',
  'temporary',
  'per_diem',
  'intern',
] as const;

/** The highest `pinOrder`. */
const maxPinOrder = 999;

/** The highest `openings`. */
const maxOpenings = 500;

const onePerLine = 'One per line.';

const ownFields = {
  id: { kind: 'id', label: 'Job ID' },
  position: { kind: 'line', label: 'Position', schema: line(200), isWide: true },
  location: { kind: 'line', label: 'Location', schema: line() },
  department: {
    kind: 'choice',
    label: 'Department',
    schema: choice(departments),
    options: departments,
  },
  datePosted: { kind: 'date', label: 'Date posted', schema: date() },
  payMin: {
    kind: 'number',
    label: 'Pay from',
    schema: optionalMoney(),
    description: 'Dollars per payPeriod.',
  },
  payMax: {
    kind: 'number',
    label: 'Pay to',
    schema: optionalMoney(),
    description: 'Dollars per payPeriod.',
  },
  payPeriod: {
    kind: 'choice',
    label: 'Pay is per',
    schema: optionalChoice(payPeriods),
    replySchema: z.enum([...payPeriods, '']),
    options: payPeriods,
    placeholder: 'Not stated',
  },
  homeTime: {
    kind: 'line',
    label: 'Home time',
    schema: optionalLine(),
    hint: 'Such as: home every weekend.',
  },
  shift: {
    kind: 'line',
    label: 'Shift',
    schema: optionalLine(),
    hint: 'Such as: nights, Sunday to Thursday.',
  },
  employmentType: {
    kind: 'choice',
    label: 'Employment type',
    schema: optionalChoice(employmentTypes),
    replySchema: z.enum([...employmentTypes, '']),
    options: employmentTypes.map((value) => ({
      value,
      label: value.replace('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
    })),
    placeholder: 'Not stated',
  },
  validThrough: {
    kind: 'date',
    label: 'Open through',
    schema: optionalDate(),
    description: 'The last day that the job is open.',
    hint: 'After this day the public list leaves it out.',
  },
  openings: {
    kind: 'number',
    label: 'Openings',
    schema: optionalWhole(1, maxOpenings),
    replySchema: z.nullable(z.int()),
    description: 'How many people the job and its repostings are for; null: always hiring.',
    hint: 'Empty: always hiring. The hire that fills the last one asks whether to close the job.',
  },
  closedOn: {
    kind: 'date',
    label: 'Closed on',
    replySchema: z.nullable(z.string()),
    description:
      'The last day of a closed job: after validThrough, or closed by an admin or a hire. Null while it is open.',
  },
  pinned: {
    kind: 'flag',
    label: 'Pin to the top of the list',
    schema: flag(),
    updateSchema: anyFlag(),
    description: '1: above the jobs that are not pinned.',
  },
  pinOrder: {
    kind: 'number',
    label: 'Order among pinned jobs',
    schema: optionalWhole(0, maxPinOrder),
    replySchema: z.nullable(z.int()),
    description: 'The lowest number comes first, null last.',
    hint: 'The lowest number comes first.',
  },
  companyInformation: { kind: 'text', label: 'Company information', schema: text() },
  roleInformation: { kind: 'text', label: 'Role information', schema: text() },
  jobResponsibilities: {
    kind: 'text',
    label: 'Responsibilities',
    schema: text(),
    description: onePerLine,
    hint: onePerLine,
  },
  skills: {
    kind: 'text',
    label: 'Requirements',
    schema: text(),
    description: onePerLine,
    hint: onePerLine,
  },
  descriptionOfBenefits: {
    kind: 'text',
    label: 'Benefits',
    schema: optionalText(),
    description: onePerLine,
    hint: onePerLine,
  },
  companyCulture: {
    kind: 'text',
    label: 'Company culture',
    schema: text(),
    description: onePerLine,
    hint: onePerLine,
  },
} satisfies RecordFields;

export const jobFields = withSpanish(ownFields, 'Es', [
  ...(['position', 'homeTime', 'shift', 'companyInformation', 'roleInformation'] as const),
  ...(['jobResponsibilities', 'skills', 'descriptionOfBenefits', 'companyCulture'] as const),
]);

interface Pay {
  payMin?: number | null | undefined;
  payMax?: number | null | undefined;
  payPeriod?: string | undefined;
}

/** Pay needs a period, and a maximum no lower than the minimum; a change is checked by the keys it has. */
const payChecks = [
  z.refine<Pay>(({ payMin, payMax, payPeriod }) => payPeriod !== '' || (payMin ?? payMax) == null, {
    path: ['payPeriod'],
    error: messages.payPeriodMissing,
  }),
  z.refine<Pay>(({ payMin, payMax }) => payMin == null || payMax == null || payMin <= payMax, {
    path: ['payMax'],
    error: messages.payFalls,
  }),
] as const;

export const jobInput = z.object(createShape(jobFields)).check(...payChecks);
export type JobInput = z.output<typeof jobInput>;

const jobChange = z
  .object({
    ...updateShape(jobFields),
    closed: anyFlag().check(z.describe('1 closes the job, 0 reopens it.')),
    notify: anyFlag().check(
      z.describe(
        'With closed 1: 0 sends no mail to the applicants who wait for a decision. 1 by default, also of a job that is closed.',
      ),
    ),
  })
  .check(...payChecks);
export type JobChange = z.output<typeof jobChange>;

export const job = z.object({ ...replyShape(jobFields), version: z.int() });
export type Job = z.output<typeof job>;

export const listJobs = endpoint({
  name: 'listJobs',
  method: 'GET',
  path: '/api/careers',
  access: 'public',
  summary:
    'Lists the open jobs: pinned ones in their order, then newest datePosted first. A job is closed after its validThrough, by an admin, or by the hire that filled it.',
  query: z.object(page),
  status: 200,
  reply: z.array(job),
  paged: true,
});

export const getJob = endpoint({
  name: 'getJob',
  method: 'GET',
  path: '/api/careers/{id}',
  access: 'public',
  summary: 'Returns a job, also a closed one; for a deleted one the code is job_deleted.',
  params: idParams,
  status: 200,
  reply: job,
});

export const createJob = endpoint({
  name: 'createJob',
  method: 'POST',
  path: '/api/careers',
  access: 'admin',
  summary: 'Posts a job.',
  body: jobInput,
  status: 201,
  reply: created,
  idempotent: true,
});

export const updateJob = endpoint({
  name: 'updateJob',
  method: 'PUT',
  path: '/api/careers/{id}',
  access: 'admin',
  summary:
    'Updates a job; only the keys sent change. Closing it mails the applicants who wait for a decision, each once.',
  params: idParams,
  body: jobChange,
  status: 200,
  reply: done,
});

export const deleteJob = endpoint({
  name: 'deleteJob',
  method: 'DELETE',
  path: '/api/careers/{id}',
  access: 'admin',
  summary:
    'Deletes a job; its applications stay. With `notify` the applicants who wait for a decision are mailed as when it closes.',
  params: idParams,
  query: z.object({ notify: flag() }),
  status: 200,
  reply: done,
});
