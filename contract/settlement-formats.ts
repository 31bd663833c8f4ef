/** Where a payroll program prints what its settlements say: taught by the office, never guessed. */
import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { settlementFormats as messages } from './messages/settlement-formats.ts';
import { endpoint } from './wire/endpoint.ts';
import { choice, done, id, idParams, line, nullableLine, version, whole } from './wire/fields.ts';

/** The most formats. */
export const maxFormats = 50;

/** Where a value is printed, seen from its label. */
export const places = ['right', 'below', 'column'] as const;
export type Place = (typeof places)[number];

/** What names the driver. */
export const payeeKinds = ['name', 'payroll_number'] as const;

const labelInput = () => line(200);

/** The place of a value, as the office points at it. */
const spotInput = z
  .object(
    { label: labelInput(), place: choice(places), part: z.optional(nullableLine(200)) },
    { error: messages.spot },
  )
  .check(
    z.refine(({ place, part }) => place !== 'column' || Boolean(part), {
      error: messages.noHeading,
      path: ['part'],
    }),
  );

/** Absent, null and an empty text are no place. */
const spotOrNone = z.pipe(
  z.union([z.null(), z.literal(''), spotInput], { error: messages.spot }),
  z.transform((spot) => spot || null),
);

interface PayeeKeys {
  label?: string | undefined;
  place?: Place | undefined;
  part?: string | undefined;
  file_name_part?: number | null | undefined;
}

const isByFileName = ({ file_name_part }: PayeeKeys) => typeof file_name_part === 'number';

const payeeInput = z
  .object(
    {
      label: z.optional(labelInput()),
      place: z.optional(choice(places)),
      part: z.optional(nullableLine(200)),
      file_name_part: z.optional(z.nullable(whole(1, 50))),
      is: choice(payeeKinds),
    },
    { error: messages.payee },
  )
  .check(
    z.refine<PayeeKeys>((payee) => isByFileName(payee) !== Boolean(payee.label), {
      error: messages.payee,
      path: ['label'],
    }),
    z.refine<PayeeKeys>(({ label, place }) => !label || place !== undefined, {
      error: field.required,
      path: ['place'],
    }),
    z.refine<PayeeKeys>(({ place, part }) => place !== 'column' || Boolean(part), {
      error: messages.noHeading,
      path: ['part'],
    }),
  );

export const formatInput = z.object({
  name: line(),
  payee: payeeInput,
  net_pay: z._default(spotOrNone, null),
  period: z._default(spotOrNone, null),
});
export type FormatInput = z.output<typeof formatInput>;

const spot = z.object({
  label: z.string().check(z.describe('As printed.')),
  place: z
    .enum(places)
    .check(
      z.describe(
        "'right': on the label's line; 'below': on the next line in its column; 'column': on its line, under the heading `part`.",
      ),
    ),
  part: z.optional(z.string()),
});
export type Spot = z.output<typeof spot>;

const payee = z.object({
  label: z.optional(spot.shape.label),
  place: z.optional(spot.shape.place),
  part: z.optional(z.string()),
  file_name_part: z.optional(
    z.int().check(z.describe('The part of the file name between signs, from 1.')),
  ),
  is: z.enum(payeeKinds),
});
export type Payee = z.output<typeof payee>;

const format = z.object({
  format_id: z.int(),
  name: z.string(),
  payee,
  net_pay: z.nullable(spot),
  period: z.nullable(spot),
  version: z.int(),
});
export type SettlementFormat = z.output<typeof format>;
/** Where a format reads. */
export type FormatRules = Pick<SettlementFormat, 'payee' | 'net_pay' | 'period'>;

const word = z.object({
  text: z.string(),
  x: z.number().check(z.describe('Points from the left of the page.')),
  width: z.number(),
});
export type Word = z.output<typeof word>;

const pageLine = z.object({ page: z.int(), line: z.int(), words: z.array(word) });
export type PageLine = z.output<typeof pageLine>;

const reading = z.object({
  payee: z.nullable(z.string().check(z.describe('What stands in the place of the driver.'))),
  user_id: z.nullable(z.int()),
  net_pay: z.nullable(z.number()),
  period_from: z.nullable(z.string()),
  period_to: z.nullable(z.string()),
  problems: z.array(z.string()),
});
export type FormatReading = z.output<typeof reading>;

export const listFormats = endpoint({
  name: 'listFormats',
  method: 'GET',
  path: '/api/settlements/formats',
  access: 'admin',
  summary: 'The formats of settlements that the office has taught, by name.',
  status: 200,
  reply: z.array(format),
});

export const createFormat = endpoint({
  name: 'createFormat',
  method: 'POST',
  path: '/api/settlements/formats',
  access: 'admin',
  summary: `Adds a format; files in drops are read by it at once. 409 when there are ${maxFormats}.`,
  body: formatInput,
  status: 201,
  failures: [409],
  reply: z.object({ message: z.string(), format_id: z.int() }),
  idempotent: true,
});

export const updateFormat = endpoint({
  name: 'updateFormat',
  method: 'PUT',
  path: '/api/settlements/formats/{id}',
  access: 'admin',
  summary:
    'Changes the keys that are sent. Files in drops are read again, published settlements stay.',
  params: idParams,
  body: z.object({
    name: z.optional(line()),
    payee: z.optional(payeeInput),
    net_pay: z.optional(spotOrNone),
    period: z.optional(spotOrNone),
    version: version(),
  }),
  status: 200,
  reply: done,
});

export const deleteFormat = endpoint({
  name: 'deleteFormat',
  method: 'DELETE',
  path: '/api/settlements/formats/{id}',
  access: 'admin',
  summary: 'Deletes a format. Files in drops are read without it, published settlements stay.',
  params: idParams,
  status: 200,
  reply: done,
});

export const listDropFileLines = endpoint({
  name: 'listDropFileLines',
  method: 'GET',
  path: '/api/settlements/drop-files/{id}/lines',
  access: 'admin',
  summary:
    'The lines of the first and last two pages of a file in a drop; `id` is the drop_file_id.',
  params: idParams,
  status: 200,
  reply: z.array(pageLine),
});

export const tryFormat = endpoint({
  name: 'tryFormat',
  method: 'POST',
  path: '/api/settlements/formats/try',
  access: 'admin',
  summary: 'What a format would read in a file of a drop; stores nothing.',
  body: z.object({
    drop_file_id: id(),
    format: z.object(
      {
        payee: payeeInput,
        net_pay: z._default(spotOrNone, null),
        period: z._default(spotOrNone, null),
      },
      { error: field.required },
    ),
  }),
  status: 200,
  reply: reading,
});
