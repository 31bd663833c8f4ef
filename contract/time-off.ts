import * as z from 'zod/mini';
import { timeOffKinds } from './company/time-off-kinds.ts';
import { timeOff as messages } from './messages/time-off.ts';
import { isBlank } from './text/blank-text.ts';
import { t } from './text/languages.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyHours,
  choice,
  date,
  done,
  emptyToUndefined,
  idFilter,
  idParams,
  inOrder,
  instant,
  optionalText,
  page,
  version,
} from './wire/fields.ts';

/**
 * `requested` → `approved` or `declined`; `cancelled` from `requested` or `approved`; `requested` again from an approval
 * that is undone at once.
 */
export const timeOffStatuses = ['requested', 'approved', 'declined', 'cancelled'] as const;
export type TimeOffStatus = (typeof timeOffStatuses)[number];

type Kind = (typeof timeOffKinds)[number];
const kindValues = timeOffKinds.map(({ value }) => value) as [Kind['value'], ...Kind['value'][]];

/** How long the office sees a button that undoes an approval. */
export const undoSeconds = 10;
/** How long the server takes an approval back: longer, for a slow connection. */
export const maxUndoSeconds = 60;
/** Whether hours of the kind come from the PTO balance. */
export function takesPto(kind: string): boolean {
  return timeOffKinds.some(({ value, takesPto: takes }) => takes && value === kind);
}

/** The label of a kind; the value itself for one that the company has removed. */
export function kindLabel(kind: string): string {
  const known = timeOffKinds.find(({ value }) => value === kind);
  return known ? t(known.label, known.spanish) : kind;
}

export const timeOffFields = {
  time_off_id: { label: 'Time off ID' },
  employee_id: { label: 'Employee', nameField: 'employee_name' },
  from_date: { label: 'First day', kind: 'date' },
  to_date: { label: 'Last day', kind: 'date' },
  hours: { kind: 'hours' },
  created_at: { label: 'Requested' },
} as const;

export const timeOff = z.object({
  time_off_id: z.int(),
  employee_id: z.int(),
  /** 'Unknown' where there is none. */
  employee_name: z.string(),
  /** '' where there is none. */
  department: z.string(),
  /** A value of the company's kinds, or a former one. */
  kind: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  /** With at most 2 decimals. */
  hours: z.number(),
  /** '' without one. */
  note: z.string(),
  status: z.enum(timeOffStatuses),
  /** Of the decision; '' without one. */
  reason: z.string(),
  /** The name of who approved, declined or cancelled; null while requested. */
  decided_by: z.nullable(z.string()),
  created_at: instant,
  version: z.int(),
});
export type TimeOff = z.output<typeof timeOff>;

const dayFilter = () => z.optional(z.union([emptyToUndefined, date()]));

export const listTimeOff = endpoint({
  name: 'listTimeOff',
  method: 'GET',
  path: '/api/time-off',
  access: 'signed-in',
  summary:
    'Lists time off, newest request first: for admins everyone’s or one employee’s, for employees their own. `from` and `to`: only what touches these days.',
  query: z.object({
    employee_id: idFilter(),
    status: z.optional(
      z.union([emptyToUndefined, z.enum(timeOffStatuses)], { error: messages.badFilter }),
    ),
    from: dayFilter(),
    to: dayFilter(),
    ...page,
  }),
  status: 200,
  reply: z.array(timeOff),
  paged: true,
});

export const timeOffBalance = z.object({
  /** The balance of the hours ledger. */
  pto_hours: z.number(),
  /** Hours of undecided requests that would come from it. */
  reserved_hours: z.number(),
  /** The difference; below 0 when more is requested than is left. */
  available_hours: z.number(),
});
export type TimeOffBalance = z.output<typeof timeOffBalance>;

export const getTimeOffBalance = endpoint({
  name: 'getTimeOffBalance',
  method: 'GET',
  path: '/api/time-off/balance',
  access: 'signed-in',
  summary: "The caller's PTO balance and what requests reserve of it; admins may name an employee.",
  query: z.object({ employee_id: idFilter() }),
  status: 200,
  failures: [404],
  reply: timeOffBalance,
});

export const timeOffInput = z
  .object({
    kind: choice(kindValues),
    from_date: date(),
    to_date: date(),
    // Null: whole days.
    hours: z._default(anyHours(), null),
    note: optionalText(),
    /** Whose; without it the caller's. */
    employee_id: idFilter(),
  })
  .check(inOrder('from_date', 'to_date', messages.endsEarly));
export type TimeOffInput = z.output<typeof timeOffInput>;

export const createTimeOff = endpoint({
  name: 'createTimeOff',
  method: 'POST',
  path: '/api/time-off',
  access: 'signed-in',
  summary:
    'Requests time off for the caller. Without `hours` it is 8 for each working day; weekends and holidays are skipped. An admin with `employee_id` records it for that employee: approved, if the PTO balance has the hours. At most 8 hours of a day are off: 409 with the other time off in `current`.',
  body: timeOffInput,
  status: 201,
  failures: [403, 409],
  reply: z.object({ message: z.string(), time_off_id: z.int(), hours: z.number() }),
  idempotent: true,
});

export const timeOffUpdate = z
  .object({
    status: z.enum(timeOffStatuses, { error: messages.badStatus }),
    reason: optionalText(),
    version: version(),
  })
  .check(
    z.refine(({ status, reason }) => status !== 'declined' || !isBlank(reason), {
      error: messages.reasonMissing,
      path: ['reason'],
    }),
  );

export const updateTimeOff = endpoint({
  name: 'updateTimeOff',
  method: 'PUT',
  path: '/api/time-off/{id}',
  access: 'signed-in',
  summary:
    'Admins approve, decline with a reason, or cancel; employees cancel their own until it starts. `requested` undoes an approval within a minute. Approving takes the hours from the PTO balance, cancelling gives them back.',
  params: idParams,
  body: timeOffUpdate,
  status: 200,
  failures: [403],
  reply: done,
});

export const getTimeOff = endpoint({
  name: 'getTimeOff',
  method: 'GET',
  path: '/api/time-off/{id}',
  access: 'signed-in',
  summary:
    'One request: an admin’s any, an employee’s own. For admins also the balance, and who else of the department is away in these days.',
  params: idParams,
  status: 200,
  reply: z.object({
    ...timeOff.shape,
    /** Null for employees, who have their own call. */
    balance: z.nullable(timeOffBalance),
    /** Requested or approved time off of others in the department; empty for employees. */
    also_away: z.array(timeOff),
  }),
});

const calendar = z.object({ path: z.string() });

export const getTimeOffCalendar = endpoint({
  name: 'getTimeOffCalendar',
  method: 'GET',
  path: '/api/time-off/calendar',
  access: 'signed-in',
  summary:
    "The path of the caller's calendar feed, which contains its secret: their approved time off, for admins everyone's.",
  status: 200,
  reply: calendar,
});

export const renewTimeOffCalendar = endpoint({
  name: 'renewTimeOffCalendar',
  method: 'POST',
  path: '/api/time-off/calendar',
  access: 'signed-in',
  summary: "Replaces the path of the caller's calendar feed; the old one ends.",
  status: 200,
  reply: z.object({ message: z.string(), ...calendar.shape }),
});

/** Sent without a payload when time off has changed; open pages reload it. */
export const timeOffEvent = 'time-off';
