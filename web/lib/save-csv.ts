import { type Cell, csv } from '#contract/csv.ts';
import { today } from '#contract/dates.ts';

/** Hands a table to the browser as a CSV file called after its content and the company's day. */
export function saveCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  // Without U+FEFF Excel takes every accent for something else.
  const text = `\uFEFF${csv(header, rows)}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${today()}.csv`;
  link.click();
  // Some browsers begin to read only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
