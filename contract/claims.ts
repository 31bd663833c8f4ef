import * as z from 'zod/mini';
import { damageFields } from './damages.ts';
import { picture, pictureKinds } from './files.ts';
import { claims as messages } from './messages/claims.ts';
import { isVin, plainVin } from './rules/vin.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyChoice,
  choice,
  convert,
  done,
  emptyToUndefined,
  idFilter,
  idParams,
  instant,
  line,
  optionalDate,
  optionalLine,
  optionalText,
  page,
  text,
  version,
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';

export const claimStatuses = [
  'reported',
  'acknowledged',
  'in_review',
  'paid',
  'declined',
  'closed',
] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** When the damage happened. */
export const stages = ['pickup', 'transit', 'delivery'] as const;

export const driverResponses = ['acknowledged', 'disputed'] as const;
export type DriverResponse = (typeof driverResponses)[number];

/** Photos in one report. */
export const maxPhotos = 8;
/** Widths of a photo's variants in pixels: a list, and close enough to judge a scratch. */
const photoWidths = [480, 1920];

/** A text in a fixed form; absent, null and '' are all ''. */
const orBlank = (
  plainOf: (value: string) => string,
  isValid: (value: string) => boolean,
  message: string,
) =>
  z._default(
    z.pipe(
      z.nullable(z.string({ error: message })),
      convert((value: string | null) => {
        const code = plainOf(value ?? '');
        return code === '' || isValid(code) ? code : undefined;
      }, message),
    ),
    '',
  );

const labelled = <K extends string>(labels: Readonly<Record<K, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));

/** What the office keeps of a claim. */
export const claimFields = {
  status: {
    kind: 'choice',
    label: 'Status',
    schema: choice(claimStatuses),
    updateSchema: anyChoice(claimStatuses),
    replySchema: z.enum(claimStatuses),
    options: labelled(messages.statuses),
  },
  received_on: {
    kind: 'date',
    label: 'Received on',
    schema: optionalDate(),
    description: 'YYYY-MM-DD; the clocks of 49 CFR 370.5 and 370.9 start here.',
  },
  customer: { kind: 'line', label: 'Customer', schema: optionalLine() },
  vin: {
    kind: 'line',
    label: 'VIN',
    schema: orBlank(plainVin, isVin, messages.badVin),
    // An update may send back an odd one that a driver reported; the server refuses any other.
    updateSchema: z.optional(
      z.pipe(
        z.nullable(z.string({ error: messages.badVin })),
        z.transform((vin: string | null) => (vin ?? '').toUpperCase()),
      ),
    ),
    description: '17 characters with a right check digit, stored in upper case.',
  },
  damage_code: {
    kind: 'line',
    label: 'Damage code',
    schema: orBlank(String, (code) => /^\d{5}$/.test(code), messages.badCode),
    description: 'Five digits: two of the area, two of the type, one of the severity.',
  },
} satisfies RecordFields;

const { damage_date, damage_amount } = damageFields;

/** What the office changes of a claim: also the amount of its damage. */
export const claimFormFields = {
  ...claimFields,
  damage_amount: { ...damage_amount, description: 'Of the damage, in dollars.' },
} satisfies RecordFields;

/** A claim in a list, with the damage that it extends. */
export const listedClaim = z.object({
  damage_id: z.int(),
  employee_id: z.int(),
  driver_name: z.string(),
  damage_date: z.string(),
  damage_amount: z.number(),
  damage_description: z.string(),
  ...replyShape(claimFields),
  acknowledge_by: z.nullable(z.string()),
  decide_by: z.nullable(z.string()),
  /** Which clock has run out; null: none. */
  overdue: z.nullable(z.enum(['acknowledge', 'decide'])),
  /** '' when it isn't known. */
  stage: z.enum([...stages, '']),
  place: z.string(),
  driver_response: z.nullable(z.enum(driverResponses)),
  response_note: z.string(),
  responded_at: z.nullable(instant),
  created_at: instant,
  version: z.int(),
});
export type ListedClaim = z.output<typeof listedClaim>;

export const changedFields = [
  'created',
  'status',
  'received_on',
  'customer',
  'vin',
  'damage_code',
  'photo',
  'response',
  ...(['employee_id', 'driver_name', 'damage_date', 'damage_amount'] as const),
  'damage_description',
] as const;

export const claim = z.object({
  ...listedClaim.shape,
  photos: z.array(
    z.object({
      /** Key for the presign calls. */
      file_path: z.string(),
      /** When the camera took it; null when the photo doesn't say. */
      captured_at: z.nullable(instant),
      uploaded_at: instant,
      picture,
    }),
  ),
  /** Oldest first. */
  changes: z.array(
    z.object({
      id: z.int(),
      at: instant,
      by: z.string(),
      field: z.enum(changedFields),
      before: z.string(),
      after: z.string(),
    }),
  ),
});
export type Claim = z.output<typeof claim>;

export const listClaims = endpoint({
  name: 'listClaims',
  method: 'GET',
  path: '/api/claims',
  access: 'signed-in',
  summary:
    'Lists claims, newest first: all for admins, their own for employees. `overdue=1`: only those with a clock that has run out.',
  query: z.object({
    employee_id: idFilter(),
    status: z.optional(z.union([emptyToUndefined, choice(claimStatuses)])),
    overdue: z.optional(z.literal(['', '0', '1'], { error: messages.overdueFilter })),
    ...page,
  }),
  status: 200,
  reply: z.array(listedClaim),
  paged: true,
});

/** Groups of claims; `key` is '' where the claim doesn't say. */
const totals = z.array(z.object({ key: z.string(), count: z.int(), amount: z.number() }));

export const getClaimTotals = endpoint({
  name: 'getClaimTotals',
  method: 'GET',
  path: '/api/claims/totals',
  access: 'admin',
  summary:
    'Counts claims and adds up their cost in dollars: by driver, by month (YYYY-MM), by customer, and by the first two digits of the damage code. Highest cost first; months from the oldest.',
  status: 200,
  reply: z.object({ drivers: totals, months: totals, customers: totals, areas: totals }),
});

export const claimReport = z.object({
  stage: choice(stages),
  place: line(200),
  damage_date: damage_date.schema,
  note: text(),
  /** Also a VIN that is odd or was misread: a driver's report isn't refused for it. */
  vin: z.pipe(optionalLine(), z.transform(plainVin)),
  damage_code: createShape(claimFields).damage_code,
});

const photoUpload = {
  kinds: pictureKinds,
  required: true,
  maxBytes: 'usual',
  imageWidths: photoWidths,
} as const;

export const createClaim = endpoint({
  name: 'createClaim',
  method: 'POST',
  path: '/api/claims',
  access: 'signed-in',
  summary:
    "Reports damage with photos: adds a damage of the caller's employee record, with the note as its description and no amount, and its claim. The time of a photo is kept, its location is removed.",
  body: claimReport,
  upload: { field: 'photos', maxFiles: maxPhotos, ...photoUpload },
  status: 201,
  reply: z.object({ message: z.string(), damage_id: z.int() }),
  idempotent: true,
  invalid: { photos: messages.photosMissing },
});

export const getClaim = endpoint({
  name: 'getClaim',
  method: 'GET',
  path: '/api/damages/{id}/claim',
  access: 'signed-in',
  summary: 'The claim of a damage that the caller may see, with photos and history.',
  params: idParams,
  status: 200,
  reply: claim,
});

export const updateClaim = endpoint({
  name: 'updateClaim',
  method: 'PUT',
  path: '/api/damages/{id}/claim',
  access: 'admin',
  summary:
    'Opens the claim of a damage, reported and received today by default, or changes the keys that are sent. `damage_amount` changes the damage.',
  params: idParams,
  body: z.object(updateShape(claimFormFields)),
  status: 200,
  reply: done,
});

export const createClaimPhoto = endpoint({
  name: 'createClaimPhoto',
  method: 'POST',
  path: '/api/damages/{id}/claim/photos',
  access: 'signed-in',
  summary: 'Adds a photo to a claim; for the driver of the damage and admins.',
  params: idParams,
  body: z.object({}),
  upload: { field: 'file', ...photoUpload },
  status: 201,
  reply: done,
  idempotent: true,
});

export const claimResponse = z.object({
  response: choice(driverResponses),
  note: optionalText(2_000),
  version: version(),
});

export const updateClaimResponse = endpoint({
  name: 'updateClaimResponse',
  method: 'PUT',
  path: '/api/damages/{id}/claim/response',
  access: 'signed-in',
  summary:
    "Stores the response of the damage's driver; nobody else has one. With `version` only to the claim that the driver saw.",
  params: idParams,
  body: claimResponse,
  status: 200,
  reply: done,
});

/** Sent to the office without a payload when a claim changed; the driver gets a notification. */
export const claimsEvent = 'claims';
