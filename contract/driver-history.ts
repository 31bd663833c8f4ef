/**
 * The record of 49 CFR 391.21(b) that a driver may send with an application or later: addresses of three years,
 * employers of three years, ten with a CDL, accidents, violations and the signed statement. Nothing of it is required.
 */
import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { dayAfter } from './rules/dates.ts';
import { stateCodes, states } from './rules/states.ts';
import { t } from './text/languages.ts';
import {
  flag,
  optionalChoice,
  optionalDate,
  optionalLine,
  optionalText,
  optionalWhole,
} from './wire/fields.ts';
import { createShape, type RecordFields } from './wire/record-fields.ts';
import { jsonIn } from './wire/rows.ts';

const maxRows = 50;

const from = { kind: 'date', label: 'From', schema: optionalDate() } as const;
const to = {
  kind: 'date',
  label: 'To',
  hint: 'Leave blank if it is current.',
  schema: optionalDate(),
} as const;
const yesNo = (label: string) => ({ kind: 'flag', label, schema: flag() }) as const;

/** The fields of a row, by list. */
export const historyLists = {
  addresses: {
    street_address: { kind: 'line', label: 'Street address', schema: optionalLine() },
    city: { kind: 'line', label: 'City', schema: optionalLine() },
    state: {
      kind: 'choice',
      label: 'State',
      schema: optionalChoice(stateCodes),
      options: states.map(([value, label]) => ({ value, label })),
    },
    zipcode: { kind: 'line', label: 'ZIP code', schema: optionalLine() },
    from_date: from,
    to_date: to,
  },
  employers: {
    name: { kind: 'line', label: 'Employer', schema: optionalLine() },
    position: { kind: 'line', label: 'Position', schema: optionalLine() },
    address: { kind: 'line', label: 'Address', schema: optionalLine(200) },
    phone: { kind: 'line', label: 'Phone', schema: optionalLine() },
    from_date: from,
    to_date: to,
    reason: { kind: 'line', label: 'Reason for leaving', schema: optionalLine(500), isWide: true },
    is_regulated: yesNo('I drove under the Federal Motor Carrier Safety Regulations'),
    is_tested: yesNo('The job required DOT drug and alcohol testing'),
  },
  accidents: {
    date: { kind: 'date', label: 'Date', schema: optionalDate() },
    nature: { kind: 'line', label: 'What happened', schema: optionalLine(500) },
    fatalities: { kind: 'number', label: 'Fatalities', schema: optionalWhole(0, 1000) },
    injuries: { kind: 'number', label: 'Injuries', schema: optionalWhole(0, 1000) },
    has_spill: yesNo('Hazardous materials were spilled'),
  },
  violations: {
    date: { kind: 'date', label: 'Date', schema: optionalDate() },
    location: { kind: 'line', label: 'Location', schema: optionalLine() },
    charge: { kind: 'line', label: 'Charge', schema: optionalLine() },
    penalty: { kind: 'line', label: 'Penalty', schema: optionalLine() },
  },
} as const satisfies Record<string, RecordFields>;

export type HistoryList = keyof typeof historyLists;

/** Whether nothing was entered in a row. */
const isFilled = (row: object) =>
  Object.values(row).some((value) => value !== '' && value !== null && value !== 0);

const rowsOf = <F extends RecordFields>(fields: F) =>
  z._default(
    z.pipe(
      z
        .array(z.object(createShape(fields)), { error: field.list })
        .check(z.maxLength(maxRows, field.list)),
      z.transform((rows) => rows.filter(isFilled)),
    ),
    [],
  );

const historyShape = z.object(
  {
    addresses: rowsOf(historyLists.addresses),
    employers: rowsOf(historyLists.employers),
    /** Explains the times without an employer. */
    gaps: optionalText(2000),
    has_no_accidents: flag(),
    accidents: rowsOf(historyLists.accidents),
    has_no_violations: flag(),
    violations: rowsOf(historyLists.violations),
    /** Any denial, revocation or suspension of a license, with the circumstances. */
    denials: optionalText(2000),
    /** That all of it is true and complete. */
    is_certified: flag(),
    signed_name: optionalLine(),
  },
  { error: field.object },
);

const isBlankHistory = ({
  addresses,
  employers,
  accidents,
  violations,
  ...rest
}: z.output<typeof historyShape>) =>
  !isFilled(rest) &&
  [addresses, employers, accidents, violations].every(({ length }) => length === 0);

/** The record as an object, or as JSON text in a multipart form; null, '' and one without an entry are null. */
export const driverHistoryValue = z.pipe(
  z.pipe(
    z.nullable(z.union([z.string(), z.looseObject({})], { error: field.object })),
    z.transform((value, context): unknown => {
      if (typeof value !== 'string') return value;
      try {
        return value.trim() === '' ? null : jsonIn(value);
      } catch {
        context.issues.push({ code: 'custom', message: field.object, input: value });
        return z.NEVER;
      }
    }),
  ),
  z.pipe(
    z.nullable(historyShape),
    z.transform((history) => (history === null || isBlankHistory(history) ? null : history)),
  ),
);

/** For a creation: an absent one is null. */
export const driverHistoryInput = z._default(driverHistoryValue, null);

export type DriverHistoryInput = z.output<typeof historyShape>;

/** As it is stored; `signed_on` is the day on which it was sent with a signature. */
export type DriverHistory = DriverHistoryInput & { signed_on: string | null };

/** The stored text as a record; null without one. */
export function parseHistory(stored: string): DriverHistory | null {
  return stored === '' ? null : (JSON.parse(stored) as DriverHistory);
}

/** What a signature says. */
export const statement = () =>
  t(
    'I completed this record. All entries and information in it are true and complete to the best of my knowledge.',
    'Yo llené este historial. Todo lo que dice es verdadero y completo, según mi leal saber y entender.',
  );

export const historyParts = [
  'addresses',
  'employers',
  'accidents',
  'violations',
  'statement',
] as const;
export type HistoryPart = (typeof historyParts)[number];

/** Days between two entries that need no explanation. */
const maxGapDays = 31;

const yearsBefore = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`.replace('-02-29', '-02-28');

/** The years of employers that the rule asks for. */
export const employerYears = (hasCdl: boolean) => (hasCdl ? 10 : 3);

export interface Gap {
  from: string;
  to: string;
}

/** The times of the last `years` that no row covers, longer than a month, oldest first. */
export function gapsOf(
  rows: readonly { from_date: string | null; to_date: string | null }[],
  years: number,
  today: string,
): Gap[] {
  const gaps: Gap[] = [];
  const isLong = (first: string, last: string) => dayAfter(first, maxGapDays) < last;
  let covered = yearsBefore(today, years);
  const periods = rows.flatMap(({ from_date, to_date }) =>
    from_date ? [{ from: from_date, to: to_date ?? today }] : [],
  );
  for (const period of periods.sort((a, b) => a.from.localeCompare(b.from))) {
    if (isLong(covered, period.from)) gaps.push({ from: covered, to: period.from });
    if (period.to > covered) covered = period.to;
  }
  if (isLong(covered, today)) gaps.push({ from: covered, to: today });
  return gaps;
}

/** The parts that are still missing, of a record that may not exist. */
export function missingParts(
  history: DriverHistoryInput | null,
  hasCdl: boolean,
  today: string,
): HistoryPart[] {
  if (history === null) return [...historyParts];
  const { addresses, employers, accidents, violations } = history;
  const isExplained = employers.length > 0 && history.gaps.trim() !== '';
  const isDone: Record<HistoryPart, boolean> = {
    addresses: gapsOf(addresses, 3, today).length === 0,
    employers: isExplained || gapsOf(employers, employerYears(hasCdl), today).length === 0,
    accidents: history.has_no_accidents === 1 || accidents.length > 0,
    violations: history.has_no_violations === 1 || violations.length > 0,
    statement: history.is_certified === 1 && history.signed_name !== '',
  };
  return historyParts.filter((part) => !isDone[part]);
}
