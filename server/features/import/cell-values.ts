import { typedDate } from '#contract/rules/typed-dates.ts';
import { withoutApostrophe } from '#contract/text/csv.ts';
import { foldText } from '#contract/text/text-fold.ts';
import type { RecordField } from '#contract/wire/record-fields.ts';
import { serialDate } from './xlsx-formats.ts';

/** Invisible characters that copying from other programs leaves. */
const invisible = /[\u200b\u2060\ufeff\u00ad]/g;

/**
 * The value of a cell for the schema of its field; text that doesn't look like the field stays, for the schema's error.
 * Workbooks may count days from 1904.
 */
export function cellValue(field: RecordField, cell: string, is1904 = false): string {
  const text = withoutApostrophe(cell.replace(invisible, '').replaceAll('\u00a0', ' ').trim());
  switch (field.kind) {
    case 'text':
      return text;
    case 'date':
      return dateText(text, is1904);
    case 'flag':
      return flagText(text);
    case 'choice':
      return choiceText(field, text);
    case 'phone':
      return phoneText(text.replace(/\s+/g, ' '));
    default:
      return text.replace(/\s+/g, ' ');
  }
}

/** A date as people type it, without separators or as Excel's day number, as YYYY-MM-DD. */
function dateText(text: string, is1904: boolean): string {
  if (/^\d{8}$/.test(text)) return compactDate(text) ?? text;
  if (!/^\d{5}(?:\.\d+)?$/.test(text))
    return typedDate(text.replace(/[T ]\d{1,2}:\d{2}.*$/, '')) ?? text;
  // 50124 is May 1, 2024 without its zero, or a day in 2037.
  const isDayAndMonth = typedDate(text.replace(/^(\d)(\d\d)(\d\d)$/, '$1/$2/$3')) !== null;
  return (isDayAndMonth ? undefined : serialDate(Number(text), is1904)) ?? text;
}

/** 20240501 or 05012024. */
function compactDate(text: string): string | null {
  const isYearFirst = /^(?:19|20|21)/.test(text);
  const yearFirst = typedDate(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
  if (isYearFirst && yearFirst !== null) return yearFirst;
  const yearLast = text.replace(/^(\d\d)(\d\d)(\d{4})$/, '$1/$2/$3');
  return /(?:19|20|21)\d\d$/.test(text) ? typedDate(yearLast) : null;
}

function flagText(text: string): string {
  if (/^(?:yes|y|true|x|✓|1)$/i.test(text)) return '1';
  return /^(?:no|n|false|-|0)$/i.test(text) ? '0' : text;
}

const folded = (text: string) => foldText(text).replace(/[^a-z0-9]/g, '');

function choiceText({ options = [] }: RecordField, text: string): string {
  const all = options.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  const found = all.find(({ value, label }) => [value, label].map(folded).includes(folded(text)));
  return text === '' ? '' : (found?.value ?? text);
}

/** The ten digits of a US number, also of one that a program made a decimal of: 3125550103.0, 3.125550103E9. */
export function phoneNumber(text: string): string | undefined {
  const [, whole, part, zeros] = /^(\d)\.(\d{9})E\+?0?9$|^\d{10,11}(?:\.(0+))?$/i.exec(text) ?? [];
  const plain = whole ? `${whole}${part}` : text.replace(zeros ? `.${zeros}` : '', '');
  return /^(?:\+?1)?(\d{10})$/.exec(plain)?.[1];
}

/** A bare US number gets its hyphens; any other spelling stays. */
function phoneText(typed: string): string {
  const text = typed.normalize('NFKC');
  return phoneNumber(text)?.replace(/^(\d{3})(\d{3})/, '$1-$2-') ?? text;
}
