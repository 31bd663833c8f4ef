import { imports as messages } from '#contract/messages/import.ts';
import type { RecordField } from '#contract/wire/record-fields.ts';
import { phoneNumber } from './cell-values.ts';
import { unknownCharacter } from './text-encoding.ts';

/** What spreadsheet programs show for a formula that failed. */
const formulaFault =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|BUSY!|CONNECT!|UNKNOWN!|EXTERNAL!|PYTHON!|GETTING_DATA|ERROR!)|Err:\d{3})$/i;
/** A long number as Excel shows it, which saving as text made of it. */
const exponent = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{2,}$/i;
/** What stood in a column that was too narrow. */
const hashes = /^#{2,}$/;
/** UTF-8 that was read as Windows-1252 and saved again: 'JosÃ©', 'Itâ€™s'. */
const garbled =
  /[ÃÂ][\u0080-\u00bf\u2018-\u201e\u0152-\u0178\u0192\u02c6\u02dc\u2020-\u203a\u20ac\u2122]|â€[\u0080-\u00bf\u2018-\u2122\u0153\u02dc]/;
/** What Excel makes of '3-12': a date, in a field of signs. */
const date = /^(?:\d{4}-\d\d-\d\d|\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d\d)$/;

const hasSigns = (name: string, { kind }: RecordField) =>
  kind === 'phone' || kind === 'username' || name === 'payroll_number' || name === 'employee_id';

/** Why the content of a cell was lost before it came here; undefined for one that can be read. */
export function damageOf(name: string, field: RecordField, cell: string): string | undefined {
  const text = cell.trim();
  if (field.kind === 'phone' && phoneNumber(text) !== undefined) return undefined;
  if (formulaFault.test(text)) return messages.noValue;
  if (hashes.test(text)) return messages.tooNarrow;
  if (exponent.test(text)) return messages.lostDigits;
  if (text.includes(unknownCharacter) || garbled.test(text)) return messages.lostCharacters;
  return hasSigns(name, field) && date.test(text) ? messages.becameDate : undefined;
}
