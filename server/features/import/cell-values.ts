import { withoutApostrophe } from '#contract/csv.ts';
import type { RecordField } from '#contract/record-fields.ts';
import { foldText } from '#contract/text-fold.ts';
import { typedDate } from '../../platform/typed-dates.ts';
import { serialDate } from './xlsx-formats.ts';

/** What a spreadsheet shows for a formula that failed. */
const formulaFault = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/i;

export const isFormulaFault = (text: string) => formulaFault.test(text.trim());

/** Invisible characters that copying from other programs leaves. */
const invisible = /[\u200b\u2060\ufeff\u00ad]/g;

/** The value of a cell for the schema of its field; text that doesn't look like the field stays, for the schema's error. */
export function cellValue(field: RecordField, cell: string): string {
  const text = withoutApostrophe(cell.replace(invisible, '').replaceAll('\u00a0', ' ').trim());
  switch (field.kind) {
    case 'text':
      return text;
    case 'date':
      return dateText(text);
    case 'money':
    case 'hours':
    case 'number':
      return numberOf(text);
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

/** A date as people type it or Excel's day number, as YYYY-MM-DD. */
function dateText(text: string): string {
  const day = /^\d{5}(?:\.\d+)?$/.test(text) ? serialDate(Number(text)) : typedDate(text);
  return day ?? text;
}

/** A number without currency and thousands separators; `(5)` is negative. */
function numberOf(text: string): string {
  const plain = text
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/^(-?)\s*(?:US)?\$\s*/i, '$1')
    .replace(/\s*(?:USD|\$|hours|hrs|h)$/i, '');
  const isGrouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain);
  const digits = isGrouped ? plain.replaceAll(',', '') : plain;
  // Without zeros that mean nothing: schemas take two decimals.
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(digits) && digits.length < 16
    ? String(Number(digits))
    : text;
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

/** Bare digits of a US number get their hyphens; any other spelling stays. */
function phoneText(text: string): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(text) ?? [];
  return area ? `${area}-${exchange}-${line}` : text;
}
