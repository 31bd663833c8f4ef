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
  downloadCsv(`${name}-${today()}.csv`, csv(header, rows));
  // Best effort: offline there is no log, and the data is on the device already.
  call(recordExport, { body: { name, rows: rows.length } }).catch(() => {});
}

/** Downloads a text as a CSV file. */
export function downloadCsv(fileName: string, text: string): void {
  // Without U+FEFF Excel misreads accented letters.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers start reading only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
