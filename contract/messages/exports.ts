import type { ExportFormat } from '../exports.ts';

/** Messages of the Export menu. */
export const exports = {
  open: 'Export',
  formats: { csv: 'CSV', xlsx: 'Excel (XLSX)' } satisfies Record<ExportFormat, string>,
  /** For lists that are searched in the browser. */
  wholeList: 'Exports the whole list, not just what the search or filter shows.',
  filteredList: 'Exports what the filter selects, all pages of it.',
  exportFailed: "Couldn't export the list. Try again.",
} as const;
