import * as z from 'zod/mini';
import { cdlFields, dateFields } from '#contract/driver-file.ts';
import { type DriverFileKind, kindOf } from '#contract/driver-file-kinds.ts';
import { t } from '#contract/text/languages.ts';
import { date } from '#contract/wire/fields.ts';
import type { RecordFields } from '#contract/wire/record-fields.ts';

type DetailValues = Record<keyof typeof dateFields | keyof typeof cdlFields, string>;

/** The dates and, for a CDL, the details that a form asks for. The office needs those that decide the status. */
export function itemFields(kind: DriverFileKind, isOffice: boolean) {
  const { renewal } = kindOf(kind);
  const required = { schema: date() };
  const dates: RecordFields = {
    issued_on: {
      ...dateFields.issued_on,
      ...(isOffice && renewal === 'yearly' && required),
    },
    expires_on: {
      ...dateFields.expires_on,
      ...(isOffice && renewal === 'dated' && required),
      ...(renewal === 'yearly' && {
        hint: t(
          'Leave blank for a year after the issue.',
          'Déjelo en blanco para un año desde la emisión.',
        ),
      }),
    },
  };
  const fields = { ...dates, ...(isOffice && kind === 'cdl' && cdlFields) };
  // The form has the same values for each kind; those without a control stay as they are.
  return fields as unknown as typeof dateFields & typeof cdlFields;
}

/** What is typed, checked as the fields say. */
export function itemSchema(fields: RecordFields): z.ZodMiniType<DetailValues> {
  const shape = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodMiniType<DetailValues>;
}
