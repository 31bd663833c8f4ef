import type { ExportFormat } from '../exports.ts';
import { translated } from '../text/languages.ts';
import * as spanish from './exports.es.ts';

/** Messages of the Export menu. */
export const exports = translated(spanish.exports, {
  open: 'Export',
  formats: { csv: 'CSV', xlsx: 'Excel (XLSX)' } satisfies Record<ExportFormat, string>,
  filteredList: 'Exports what the search and the filters select, all pages of it.',
  linkUsed: 'This link was opened five times. Go back and export again.',
  exportFailed: "Couldn't export the list. Try again.",
});

/** A driver's whole file as one PDF. */
export const driverFilePdf = {
  open: 'Whole file (PDF)',
  title: 'Driver qualification file',
  asOf: (day: string) => `As of ${day}`,
  headers: ['Document', 'Status', 'Issued', 'Expires', 'Checked by', 'Page'],
  /** Documents of the history. */
  waiting: 'To check',
  past: 'Earlier',
  refused: 'Refused',
  unreadable:
    "This document couldn't be read or is protected by a password. Open it in the driver file.",
  tooLarge: 'This document is too large for this file. Open it in the driver file.',
  failed: "Couldn't put the file together. Open its documents one by one.",
  createFailed: "Couldn't create the file. Try again.",
} as const;
