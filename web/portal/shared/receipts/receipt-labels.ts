import type { Cell } from '#contract/csv.ts';
import type { Receipt, ReceiptKind } from '#contract/receipts.ts';
import { csvTime, csvTimeHeader } from '../us-dates.ts';

/** The name of each kind's page. */
export const kindTitles: Record<ReceiptKind, string> = {
  training: 'Training',
  settlements: 'Settlements',
  reports: 'Reports',
  'employee-files': 'Employee Files',
};

/** Shown where nothing is assigned yet. */
export const assignHint = 'Assign files under Training, Settlements, Reports and Employee Files.';

/** The missing step of a receipt; null when complete. */
export function missingStep({ missing, opened_at }: Pick<Receipt, 'missing' | 'opened_at'>) {
  if (missing === 0) return null;
  return opened_at === null ? 'Not opened' : 'Not confirmed';
}

/** The columns of the CSV export; instants in the company's time zone. */
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
