import { recordExport } from '#contract/audit.ts';
import { type Cell, csv } from '#contract/csv.ts';
import { today } from '#contract/dates.ts';
import { call } from './api.ts';

/** Downloads a table as `name-YYYY-MM-DD.csv`, with the company's date. */
export function saveCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  // Without U+FEFF Excel misreads accented letters.
  const text = `\uFEFF${csv(header, rows)}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${today()}.csv`;
  link.click();
  // Best effort: offline there is no log, and the data is on the device already.
  call(recordExport, { body: { name, rows: rows.length } }).catch(() => {});
  // Some browsers start reading only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
