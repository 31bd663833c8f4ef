import * as z from 'zod/mini';
import { field } from '#contract/messages/general.ts';
import { settlementFormats as messages } from '#contract/messages/settlement-formats.ts';
import type {
  FormatInput,
  FormatRules,
  Payee,
  Place,
  SettlementFormat,
  Spot,
} from '#contract/settlement-formats.ts';
import { line, optionalLine } from '#contract/wire/fields.ts';

/** A format as its form has it. */
export interface FormatValues {
  name: string;
  payee_by: 'page' | 'file';
  payee_is: Payee['is'];
  file_name_part: string;
  payee_label: string;
  payee_place: Place;
  payee_part: string;
  net_pay_label: string;
  net_pay_place: Place;
  net_pay_part: string;
  period_label: string;
  period_place: Place;
  period_part: string;
}

function spotValues<N extends string>(name: N, spot: Partial<Spot> | null) {
  const { label = '', place = 'right', part = '' } = spot ?? {};
  return { [`${name}_label`]: label, [`${name}_place`]: place, [`${name}_part`]: part };
}

/** The values of a format, or of a new one. */
export function valuesOf(format: SettlementFormat | null): FormatValues {
  const { name = '', payee = { is: 'name' }, net_pay = null, period = null } = format ?? {};
  return {
    name,
    payee_by: payee.file_name_part === undefined ? 'page' : 'file',
    payee_is: payee.is,
    file_name_part: String(payee.file_name_part ?? 1),
    ...spotValues('payee', payee),
    ...spotValues('net_pay', net_pay),
    ...spotValues('period', period),
  } as FormatValues;
}

const spotOf = (label: string, place: Place, part: string): Spot | null =>
  label === '' ? null : { label, place, ...(place === 'column' && { part }) };

/** Where a format of these values reads; null while it doesn't say where the driver stands. */
export function rulesOf(values: FormatValues): FormatRules | null {
  const { payee_by, payee_label, payee_place, payee_part, payee_is: is } = values;
  const spot = spotOf(payee_label.trim(), payee_place, payee_part);
  const part = Number(values.file_name_part);
  const byFile = Number.isInteger(part) && part > 0 ? { file_name_part: part, is } : null;
  const payee = payee_by === 'file' ? byFile : spot && { ...spot, is };
  return (
    payee && {
      payee,
      net_pay: spotOf(values.net_pay_label.trim(), values.net_pay_place, values.net_pay_part),
      period: spotOf(values.period_label.trim(), values.period_place, values.period_part),
    }
  );
}

const text = () => optionalLine(200);
const flat = z
  .object({
    name: line(),
    payee_by: z.string(),
    payee_is: z.string(),
    file_name_part: z.string(),
    ...{ payee_label: text(), payee_place: z.string(), payee_part: text() },
    ...{ net_pay_label: text(), net_pay_place: z.string(), net_pay_part: text() },
    ...{ period_label: text(), period_place: z.string(), period_part: text() },
  })
  .check(
    z.refine(({ payee_by, payee_label }) => payee_by === 'file' || payee_label !== '', {
      error: field.required,
      path: ['payee_label'],
    }),
    z.refine(
      ({ payee_by, file_name_part: part }) => payee_by === 'page' || /^[1-9]\d?$/.test(part),
      {
        error: field.required,
        path: ['file_name_part'],
      },
    ),
    ...(['payee', 'net_pay', 'period'] as const).map((name) =>
      z.refine<Record<string, string>>(
        (values) =>
          values[`${name}_label`] === '' ||
          values[`${name}_place`] !== 'column' ||
          values[`${name}_part`] !== '',
        { error: messages.noHeading, path: [`${name}_part`] },
      ),
    ),
  );

/** Checks the form's values and makes a format of them. */
export const formatSchema = z.pipe(
  flat,
  z.transform((values): FormatInput => {
    const rules = rulesOf(values as FormatValues);
    return { name: values.name, ...rules } as FormatInput;
  }),
);
