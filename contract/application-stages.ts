/** Where an application stands in hiring, what the office writes about it, and its end as an employee. */
import * as z from 'zod/mini';
import { applicationStages as messages } from './messages/application-stages.ts';
import { languages } from './text/languages.ts';
import { accountFields } from './wire/account-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyChoice,
  anyWhole,
  choice,
  date,
  flag,
  idParams,
  instant,
  line,
  nullableText,
  optionalText,
  version,
} from './wire/fields.ts';
import { createShape, type RecordFields } from './wire/record-fields.ts';

/** Stages that the office sets; only 'Hire' leads to `hired`. */
export const movableStages = [
  'new',
  'reviewed',
  'interview',
  'offer',
  'declined',
  'withdrawn',
] as const;
export type MovableStage = (typeof movableStages)[number];

/** Every stage, in the order of the board. */
export const stages = [
  'new',
  'reviewed',
  'interview',
  'offer',
  'hired',
  'declined',
  'withdrawn',
] as const;
export type Stage = (typeof stages)[number];

/** Minutes until the mail about a stage is sent; a change of the stage before then stops it. */
export const stageMailMinutes = 5;

const entry = {
  id: z.int(),
  /** The admin's name; '' when the applicant or the server did it. */
  author: z.string(),
  text: z.string(),
  created_at: instant,
};
const note = z.object(entry);
/** What happened: `kind` is the stage that it came to (`text`: the reason), `mail` or `mail_stopped` (`text`: the stage). */
const event = z.object({ ...entry, kind: z.string() });

/** Another application that is perhaps the same person's: the same address, or the same phone number and name. */
export const otherApplication = z.object({
  id: z.int(),
  created_at: instant,
  position: z.nullable(z.string()),
  stage: z.enum(stages),
  by_link: z
    .literal([0, 1])
    .check(z.describe('1: both came by one link of its sender, so they certainly are.')),
});
export type OtherApplication = z.output<typeof otherApplication>;

/** What the reply of an application has about hiring. */
export const hiringShape = {
  stage: z.enum(stages),
  /** When it came to its stage; null while it is new. */
  staged_at: z.nullable(instant),
  /** Notes of the office, oldest first. */
  notes: z.array(note),
  events: z.array(event),
  /** Older and newer ones that are perhaps the same person's, at most ten. */
  other_applications: z.array(otherApplication),
  hired_user_id: z.nullable(z.int()),
  version: z.int(),
};

/** Sent without content to open pages when applications changed: they reload. */
export const applicationsEvent = 'applications';

export const applicationUpdate = z.object({
  stage: anyChoice(movableStages),
  note: z.optional(nullableText()),
  reason: optionalText(2000),
  notify: flag(),
  version: version(),
});

export const updateApplication = endpoint({
  name: 'updateApplication',
  method: 'PUT',
  path: '/api/application/{id}',
  access: 'admin',
  summary:
    "Sets an application's stage and adds a note; only the keys sent change. With `notify` the applicant gets the stage's text by mail after 5 minutes, unless the stage changes again before. `reason` is part of that mail. A note equal to the latest one adds nothing.",
  params: idParams,
  body: applicationUpdate,
  status: 200,
  failures: [409],
  reply: z.object({
    message: z.string(),
    /** Whether the mail about the stage before had left already. */
    mail_left: z.literal([0, 1]),
  }),
});

export const previewStageMail = endpoint({
  name: 'previewStageMail',
  method: 'GET',
  path: '/api/application/{id}/stage-mail',
  access: 'admin',
  summary:
    "Returns the mail that a move to a stage with `notify` sends, in the applicant's language: the reason stands between `before` and `after`. Null for stages without one.",
  params: idParams,
  query: z.object({ stage: choice(movableStages) }),
  status: 200,
  reply: z.object({
    mail: z.nullable(
      z.object({
        to: z.string(),
        subject: z.string(),
        language: z.enum(languages),
        before: z.string(),
        after: z.string(),
      }),
    ),
  }),
});

export const hireFields = {
  username: {
    kind: 'username',
    label: 'Username',
    schema: line(),
    hint: messages.usernameHint,
  },
  user_role: accountFields.user_role,
  department: { kind: 'line', label: 'Department', schema: line() },
  position: { kind: 'line', label: 'Position', schema: line() },
  hire_date: { kind: 'date', label: 'Hire date', schema: date() },
} satisfies RecordFields;

export const hireInput = z.object({
  ...createShape(hireFields),
  close_job: anyChoice(['tell', 'quietly']).check(
    z.describe('Closes the job if this hire fills it, and mails its other applicants or not.'),
  ),
  hired: z
    .optional(anyWhole(0, 1_000_000))
    .check(z.describe('How many were hired for the job when it was shown; another count is 409.')),
  version: version(),
});

export const hireApplicant = endpoint({
  name: 'hireApplicant',
  method: 'POST',
  path: '/api/application/{id}/hire',
  access: 'admin',
  summary:
    "Creates the applicant's account, employee record and driver file with the application as a PDF and the documents already sent, and mails a one-time link to set a password. A taken username or email, or an applicant who was hired before, is 409, and so is a stale `version` or `hired` if it is sent. A job that this hire fills stays open without `close_job`. A new admin requires a sign-in or confirmation within 15 minutes.",
  params: idParams,
  body: hireInput,
  status: 201,
  failures: [409],
  reply: z.object({ message: z.string(), user_id: z.int(), employee_id: z.int() }),
  idempotent: true,
});

export const previewHire = endpoint({
  name: 'previewHire',
  method: 'GET',
  path: '/api/application/{id}/hire',
  access: 'admin',
  summary:
    'Says what hiring an applicant does to their job: how many are hired so far, and, when it fills the job, how many other applicants wait for a decision. Both are null without a job; `fills` is null when it fills none.',
  params: idParams,
  status: 200,
  reply: z.object({ hired: z.nullable(z.int()), fills: z.nullable(z.int()) }),
});

/** Groups of fewer people have no count. */
export const smallestGroup = 5;

const groups = z.array(z.object({ value: z.string(), count: z.nullable(z.int()) }));

export const getEqualOpportunity = endpoint({
  name: 'getEqualOpportunity',
  method: 'GET',
  path: '/api/applications/equal-opportunity',
  access: 'admin',
  summary:
    'Counts the applications of the last 12 months by gender and by race. A group under 5 has no count; neither has the next smallest where the totals would give a hidden count away.',
  status: 200,
  reply: z.object({ gender: groups, race: groups }),
});
