import type { Cell } from '#contract/csv.ts';
import type { Receipt, ReceiptKind } from '#contract/receipts.ts';
import { csvTime, csvTimeHeader } from '../us-dates.ts';

/** Each kind as its room is called. */
export const kindTitles: Record<ReceiptKind, string> = {
  training: 'Training',
  settlements: 'Settlements',
  reports: 'Reports',
  'employee-files': 'Employee Files',
};

/** What somebody still owes, null when nothing. */
export function owes({ missing, opened_at }: Pick<Receipt, 'missing' | 'opened_at'>) {
  if (missing === 0) return null;
  return opened_at === null ? 'Not opened' : 'Not confirmed';
}

/** The columns of the matrix as a file for a spreadsheet; instants in the zone of the screens. */
export const csvHeader = [
  'File ID',
  'Kind',
  'File',
  'Revision',
  'User ID',
  'Username',
  'First Name',
  'Last Name',
  csvTimeHeader('Delivered'),
  csvTimeHeader('Opened'),
  'Confirmation asked for',
  csvTimeHeader('Confirmed'),
  csvTimeHeader('Reminded'),
  'Missing',
];

/** A row of that file. */
export function csvRow(receipt: Receipt): Cell[] {
  return [
    receipt.file_id,
    kindTitles[receipt.kind],
    receipt.file_name,
    receipt.revision,
    receipt.user_id,
    receipt.username,
    receipt.first_name,
    receipt.last_name,
    csvTime(receipt.delivered_at),
    csvTime(receipt.opened_at),
    receipt.acknowledge === 1 ? 'Yes' : 'No',
    csvTime(receipt.acknowledged_at),
    csvTime(receipt.reminded_at),
    receipt.missing === 1 ? 'Yes' : 'No',
  ];
}
