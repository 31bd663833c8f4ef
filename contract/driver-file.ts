/** The driver file: what 49 CFR 391.51 requires of each driver, and what the company adds. */
import * as z from 'zod/mini';
import { kindNames } from './driver-file-kinds.ts';
import { pdfOnly, pictureKinds } from './files.ts';
import { driverFile as messages } from './messages/driver-file.ts';
import { daysBetween } from './rules/day-count.ts';
import { stateCodes, states } from './rules/states.ts';
import { t } from './text/languages.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  choice,
  done,
  flag,
  id,
  idFilter,
  idParams,
  inOrder,
  instant,
  optionalChoice,
  optionalDate,
  optionalLine,
  text,
  version,
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';

/** Days before the expiry from which a document is due. */
export const dueDays = 90;
/** Days before the expiry on which the driver and the office are reminded. */
export const reminderDays = [90, 60, 30, 7, 0] as const;

export const itemStatuses = ['missing', 'ok', 'due', 'expired'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** The status of a document on a day of the company's calendar: it is valid until the end of its last day. */
export function statusOn(day: string, expiresOn: string | null): Exclude<ItemStatus, 'missing'> {
  if (expiresOn === null) return 'ok';
  const days = daysBetween(day, expiresOn);
  if (days < 0) return 'expired';
  return days <= dueDays ? 'due' : 'ok';
}

export const dateFields = {
  issued_on: {
    kind: 'date',
    get label() {
      return t('Issued', 'Emitido');
    },
    schema: optionalDate(),
  },
  expires_on: {
    kind: 'date',
    get label() {
      return t('Expires', 'Vence');
    },
    schema: optionalDate(),
    description: 'The last day on which it is valid. Yearly kinds get a year after `issued_on`.',
  },
} satisfies RecordFields;

/** Of a CDL; other kinds ignore them. */
export const cdlFields = {
  cdl_class: {
    kind: 'choice',
    get label() {
      return t('Class', 'Clase');
    },
    schema: optionalChoice(['A', 'B', 'C']),
    options: ['A', 'B', 'C'],
    placeholder: 'Choose',
  },
  cdl_endorsements: {
    kind: 'line',
    get label() {
      return t('Endorsements', 'Endosos');
    },
    schema: optionalLine(50),
    hint: 'Letters as on the license, such as N, T.',
  },
  cdl_number: {
    kind: 'line',
    get label() {
      return t('Number', 'Número');
    },
    schema: optionalLine(50),
  },
  cdl_state: {
    kind: 'choice',
    get label() {
      return t('State', 'Estado');
    },
    schema: optionalChoice(stateCodes),
    options: states.map(([value, label]) => ({ value, label })),
    placeholder: 'Choose',
  },
} satisfies RecordFields;

export const detailFields = { ...dateFields, ...cdlFields };

const documentShape = {
  document_id: z.int(),
  ...replyShape(detailFields),
  /** Key for the presign calls. */
  file_path: z.string(),
  uploaded_at: instant,
};

export const itemStatus = z.enum(itemStatuses);

/** One kind of document of an employee: the checked document, or the unchecked one while there is none. */
export const driverFileItem = z.object({
  kind: z.enum(kindNames),
  status: itemStatus.check(
    z.describe('One that nobody has checked yet is missing, due or expired, never ok.'),
  ),
  ...replyShape(detailFields),
  document_id: z.nullable(z.int()),
  /** Key for the presign calls; null while missing. */
  file_path: z.nullable(z.string()),
  uploaded_at: z.nullable(instant),
  /** The username of the admin; null until an admin has checked it. */
  checked_by: z.nullable(z.string()),
  /** A newer document that no admin has checked yet. */
  waiting: z.nullable(z.object(documentShape)),
  /** Why the newest document was refused; null after the next upload. */
  refused: z.nullable(z.string()),
  version: z.int(),
});
export type DriverFileItem = z.output<typeof driverFileItem>;

export const driverFile = z.object({
  employee_id: z.int(),
  employee_name: z.string(),
  department: z.string(),
  /** 1: the employee's position needs the documents, so a missing one is a gap. */
  is_driver: z.literal([0, 1]),
  items: z.array(driverFileItem),
});
export type DriverFile = z.output<typeof driverFile>;

/** A row of the export. */
export const driverFileRow = z.object({
  ...z.omit(driverFile, { items: true, is_driver: true }).shape,
  ...z.omit(driverFileItem, { file_path: true }).shape,
  /** Missing, but for a document to check. */
  status: z.enum([...itemStatuses, 'unchecked']),
  company: z.string(),
  as_of: z.string(),
  filter: z.string(),
});
export const exportFields = {
  ...detailFields,
  employee_name: { label: 'Driver' },
  as_of: { label: 'As of', kind: 'date' },
  cdl_class: { ...cdlFields.cdl_class, label: 'CDL class' },
  cdl_number: { label: 'CDL number' },
  cdl_state: { ...cdlFields.cdl_state, label: 'CDL state' },
  uploaded_at: { label: 'Uploaded' },
  refused: { label: 'Refused because' },
} as const;

/** Whether an admin has to check a document. */
export function needsCheck({ file_path, checked_by, waiting }: DriverFileItem): boolean {
  return waiting !== null || (file_path !== null && checked_by === null);
}

export const documentStates = ['current', 'waiting', 'refused', 'past'] as const;

/** A document of the history. */
export const driverDocument = z.object({
  ...documentShape,
  file_name: z.string(),
  /** `past`: a newer one took its place. */
  state: z.enum(documentStates),
  /** Why it was refused; '' otherwise. */
  reason: z.string(),
  uploaded_by: z.string(),
  checked_by: z.nullable(z.string()),
  checked_at: z.nullable(instant),
});
export type DriverDocument = z.output<typeof driverDocument>;

/** An employee with an expired document. */
export const expiredDriver = z.object({
  employee_id: z.int(),
  employee_name: z.string(),
  /** Of the account, in lower case; '' without one. */
  email: z.string(),
  kinds: z.array(z.enum(kindNames)),
});
export type ExpiredDriver = z.output<typeof expiredDriver>;

/** Sent without content to open pages whose driver file may have changed: they reload. */
export const driverFileEvent = 'driver-file';

const itemPath = '/api/driver-file/{employee_id}/{kind}';
const documentPath = '/api/driver-file/documents/{id}';
const itemParams = z.object({ employee_id: id(), kind: choice(kindNames) });

export const listDriverFile = endpoint({
  name: 'listDriverFile',
  method: 'GET',
  path: '/api/driver-file',
  access: 'signed-in',
  summary:
    "Driver files by name, each with every kind of document: an admin's all or one employee's, an employee's own.",
  query: z.object({ employee_id: idFilter() }),
  status: 200,
  reply: z.array(driverFile),
});

export const listExpiredDrivers = endpoint({
  name: 'listExpiredDrivers',
  method: 'GET',
  path: '/api/driver-file/expired',
  access: 'admin',
  summary: 'Employees with an expired document, for the marks in lists of people.',
  status: 200,
  reply: z.array(expiredDriver),
});

export const listDriverDocuments = endpoint({
  name: 'listDriverDocuments',
  method: 'GET',
  path: itemPath,
  access: 'signed-in',
  summary: 'Every document of one kind, newest first; an employee gets their own.',
  params: itemParams,
  status: 200,
  reply: z.array(driverDocument),
  failures: [404],
});

export const uploadDriverDocument = endpoint({
  name: 'uploadDriverDocument',
  method: 'POST',
  path: itemPath,
  access: 'signed-in',
  summary:
    "Adds a document (PDF or picture) to one's own file, where it waits for the office's check, or as admin to anyone's.",
  params: itemParams,
  body: z
    .object(createShape(detailFields))
    .check(inOrder('issued_on', 'expires_on', messages.expiresFirst)),
  upload: {
    field: 'file',
    kinds: [...pdfOnly, ...pictureKinds],
    maxBytes: 'usual',
    required: true,
  },
  status: 201,
  reply: z.object({ message: z.string(), document_id: z.int() }),
  idempotent: true,
  failures: [404],
  invalid: { file: messages.fileMissing },
});

export const updateDriverDocument = endpoint({
  name: 'updateDriverDocument',
  method: 'PUT',
  path: itemPath,
  access: 'admin',
  summary:
    'Changes the keys that are sent. With `check` it is the unchecked document if there is one, which then becomes the current one. 409 with the current item when the version is stale.',
  params: itemParams,
  body: z.object({ ...updateShape(detailFields), check: flag() }),
  status: 200,
  reply: done,
  failures: [404, 409],
});

export const refuseDriverDocument = endpoint({
  name: 'refuseDriverDocument',
  method: 'PUT',
  path: `${documentPath}/refusal`,
  access: 'admin',
  summary:
    'Refuses an unchecked document, with a reason that the driver reads. It stays in the history; 409 when it was checked or replaced.',
  params: idParams,
  body: z.object({ reason: text(1000), version: version() }),
  status: 200,
  reply: done,
  failures: [409],
});

export const deleteDriverDocument = endpoint({
  name: 'deleteDriverDocument',
  method: 'DELETE',
  path: documentPath,
  access: 'admin',
  summary:
    'Deletes a document that was uploaded by mistake, with its file. In place of the current one, the one checked before it counts again.',
  params: idParams,
  status: 200,
  reply: done,
});
