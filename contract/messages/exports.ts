import type { ExportFormat } from '../exports.ts';

/** Messages of the Export menu. */
export const exports = {
  open: 'Export',
  formats: { csv: 'CSV', xlsx: 'Excel (XLSX)' } satisfies Record<ExportFormat, string>,
  filteredList: 'Exports what the search and the filters select, all pages of it.',
  exportFailed: "Couldn't export the list. Try again.",
} as const;
