import * as z from 'zod/mini';
import { damageFields } from './damages.ts';
import { jobFields } from './jobs.ts';
import { field } from './messages/general.ts';
import { maxImportRows } from './rules/import-limits.ts';
import { productFields } from './store.ts';
import { employeeFields, userFields } from './users.ts';
import { accountFields } from './wire/account-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyFlag,
  choice,
  convert,
  id,
  nullableLine,
  nullableText,
  optionalChoice,
  optionalLine,
  optionalText,
} from './wire/fields.ts';
import type { FileKind } from './wire/file-kinds.ts';
import type { RecordField, RecordFields } from './wire/record-fields.ts';
import { jsonIn } from './wire/rows.ts';

/** What can be imported from a spreadsheet. */
export const importKinds = ['people', 'jobs', 'damages', 'hours', 'products'] as const;
export type ImportKind = (typeof importKinds)[number];

export const maxImportMegabytes = 10;

/** The encodings to choose from, by the names of the Encoding Standard. */
export const importEncodings = ['utf-8', 'windows-1252', 'macintosh'] as const;
/** The encodings that are read; UTF-16 can't be mistaken for another one. */
const encodings = [...importEncodings, 'utf-16le', 'utf-16be'] as const;
export type ImportEncoding = (typeof encodings)[number];

const suffix = {
  kind: 'line',
  label: 'Name suffix',
  schema: optionalLine(20),
  hint: 'Such as: Jr. or III. It is added to the last name.',
} satisfies RecordField;

/** The columns by which the employee of a row is found; all that are filled must name the same one. */
const whose = {
  employee: {
    kind: 'line',
    label: 'Employee',
    schema: optionalLine(254),
    hint: 'A name, username, email or payroll number.',
  },
  username: { kind: 'username', label: 'Username', schema: optionalLine() },
  user_email: { kind: 'email', label: 'Email', schema: optionalLine(254) },
  payroll_number: employeeFields.payroll_number,
  first_name: employeeFields.first_name,
  last_name: employeeFields.last_name,
  suffix,
  employee_id: {
    kind: 'line',
    label: 'Employee ID',
    schema: optionalLine(40),
    hint: 'A payroll number, or our ID to tell apart employees with the same name.',
  },
} satisfies RecordFields;

function without<F extends RecordFields, K extends keyof F>(fields: F, ...names: K[]): Omit<F, K> {
  const rest = Object.entries(fields).filter(([name]) => !(names as unknown[]).includes(name));
  return Object.fromEntries(rest) as unknown as Omit<F, K>;
}

/** The columns of each kind, by their wire names. */
export const importFields = {
  people: {
    username: {
      ...accountFields.username,
      schema: optionalLine(),
      hint: 'A new person without one signs in with the email address.',
    },
    full_name: {
      kind: 'line',
      label: 'Full name',
      schema: optionalLine(200),
      hint: 'Instead of first and last name.',
    },
    suffix,
    ...without(userFields, 'user_id', 'employee_id', 'username'),
  },
  jobs: without(jobFields, 'id', 'closedOn'),
  damages: {
    ...whose,
    ...without(damageFields, 'damage_id', 'employee_id'),
    driver_name: {
      ...damageFields.driver_name,
      schema: optionalLine(),
      hint: "Empty: the employee's name.",
    },
  },
  hours: {
    ...whose,
    pto_hours: employeeFields.pto_hours,
    work_hours: employeeFields.work_hours,
    reason: { kind: 'line', label: 'Reason', schema: optionalText(500) },
  },
  products: without(productFields, 'id'),
} satisfies Record<ImportKind, RecordFields>;

/** What happens to a row. */
export const importResults = ['new', 'changed', 'unchanged', 'wrong', 'skipped'] as const;
export type ImportResult = (typeof importResults)[number];

const counts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  wrong: z.int(),
  skipped: z.int(),
});

const editSchema = z.object({
  /** The number of the row in the file; absent for all rows. */
  row: z.optional(id()),
  /** 1 leaves the row out; 0 includes a hidden row or a total, which are left out otherwise. */
  skip: anyFlag(),
  /** The field that gets `value`, text as in a cell. */
  field: z.optional(nullableLine()),
  value: z.optional(nullableText()),
  /** Only rows whose cell has this text, without regard to case, spaces and punctuation. */
  from: z.optional(nullableText()),
});
/** A correction that the admin made in the preview. */
export type ImportEdit = z.output<typeof editSchema>;

function parsedList(text: string): unknown {
  try {
    return text === '' ? [] : jsonIn(text);
  } catch {
    return undefined;
  }
}

/** Corrections as the JSON text of a list; '' is none. */
const edits = z._default(
  z.pipe(
    z.pipe(z.string({ error: field.list }), convert(parsedList, field.list)),
    z.array(editSchema, { error: field.list }).check(z.maxLength(maxImportRows, field.list)),
  ),
  [],
);

const importColumn = z.object({
  /** The letters of the column: A, B, …. */
  letters: z.string(),
  /** The cell of the header row. */
  header: z.string(),
  /** The first value below it. */
  sample: z.string(),
  /** The field that it fills; '' for a column that is left out. */
  field: z.string(),
});
export type ImportColumn = z.output<typeof importColumn>;

const storedValues = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const importRow = z.object({
  /** The number of the row in the file; the first one is 1. */
  row: z.int(),
  result: z.enum(importResults),
  /** The record of the row. */
  record: z.string(),
  /** The cells of the columns with a field, in their order, with the corrections; long ones are cut. */
  cells: z.array(z.string()),
  /** What the record has afterwards, by field; long texts are cut. Empty for rows that are wrong or skipped. */
  values: storedValues,
  /** Fields that would change, of a record that exists. */
  changes: z.array(z.string()),
  /** What those fields have now. */
  before: storedValues,
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type ImportRow = z.output<typeof importRow>;

export const importPreview = z.object({
  /** The visible sheets of the workbook; none for CSV. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** The encoding of text; '' for a workbook. */
  encoding: z.enum([...encodings, '']),
  columns: z.array(importColumn),
  counts,
  /** Rows that are hidden in the workbook, and skipped unless a correction includes them. */
  hidden: z.int(),
  /** New departments and positions that resemble one that exists. */
  similar: z.array(
    z.object({ field: z.string(), value: z.string(), existing: z.string(), rows: z.int() }),
  ),
  /** The first rows, those with errors before all others, in the order of the file. */
  rows: z.array(importRow),
  /** Send it with the import: 409 when it would do something else by then. */
  state: z.string(),
});
export type ImportPreview = z.output<typeof importPreview>;

const kinds: readonly FileKind[] = ['xlsx', 'text'];

const upload = {
  field: 'file',
  kinds,
  required: true,
  anyEncoding: true,
  maxBytes: maxImportMegabytes * 1024 * 1024,
} as const;

const params = z.object({ kind: choice(importKinds) });

const readingFields = {
  /** The sheet of the workbook; '' is the first visible one. */
  sheet: optionalLine(),
  /** The field of each column, separated by commas, in the order of the columns; '' finds them by the header row. */
  mapping: optionalText(5_000),
  /** The encoding of text that isn't UTF-16; '' finds it out. */
  encoding: optionalChoice(importEncodings),
  edits,
};

export const previewImport = endpoint({
  name: 'previewImport',
  method: 'POST',
  path: '/api/import/{kind}/preview',
  access: 'admin',
  summary:
    'Checks a spreadsheet (CSV or XLSX) and says what importing it would do. Stores nothing.',
  params,
  body: z.object(readingFields),
  upload,
  status: 200,
  reply: importPreview,
});

export const createImport = endpoint({
  name: 'createImport',
  method: 'POST',
  path: '/api/import/{kind}',
  access: 'admin',
  summary:
    'Imports all rows of a spreadsheet or, if one is wrong, none. Rows that are stored already change nothing. A new admin requires a sign-in or confirmation within 15 minutes.',
  params,
  body: z.object({
    ...readingFields,
    /** The state of the preview that the user saw. */
    state: optionalLine(),
  }),
  upload,
  status: 201,
  failures: [409],
  reply: z.object({
    message: z.string(),
    counts,
    /** The accounts that the import created, for `sendSignInLinks`. */
    new_user_ids: z.array(z.int()),
  }),
  idempotent: true,
});
