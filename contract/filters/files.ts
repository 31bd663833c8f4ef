import type { Document } from '../documents.ts';
import type { Assignment } from '../employee-files.ts';
import { receipts as messages } from '../messages/receipts.ts';
import type { DocumentTotals, Receipt, ReceiptTotals } from '../receipts.ts';
import { usCalendarDay } from '../rules/dates.ts';
import { personName } from '../text/employee-name.ts';
import { t } from '../text/languages.ts';
import { matches } from '../text/text-match.ts';
import { filterOf } from './list-filter.ts';

/** The period that a settlement states, as its rows show it; '' for none. */
export function periodText({
  period_from,
  period_to,
}: Pick<Document, 'period_from' | 'period_to'>): string {
  if (!period_to) return '';
  const [from, to] = [usCalendarDay(period_from), usCalendarDay(period_to)];
  return t(`${from} to ${to}`, `${from} al ${to}`);
}

/** Maximum number of people to name and search. */
export const maxNamed = 2;

/** A document with the names of the people to whom it is assigned. */
export type NamedDocument = Document & { assigned_users: readonly string[] };

/** The files with all words of the search in their names, their period or the names of their people. */
export const documentsFilter = filterOf<NamedDocument, { q: string }>({
  none: { q: '' },
  matches: (document, { q }) => {
    const { file_name, assigned_user_ids, assigned_users, period_from, period_to } = document;
    const people = assigned_user_ids.length > maxNamed ? [] : assigned_users;
    const text = [file_name, ...people, periodText(document), period_from, period_to];
    return matches(q, text.join(' '));
  },
});

type NamedAssignment = Pick<Assignment, 'awaiting_review'> & { user_name: string };

/** `show`: 'awaiting' for those whose latest version awaits a review. */
export const employeeFilesFilter = filterOf<NamedAssignment, { q: string; show: string }>({
  none: { q: '', show: 'everyone' },
  choices: { show: ['everyone', 'awaiting'] },
  matches: ({ user_name, awaiting_review }, { q, show }) =>
    (show !== 'awaiting' || awaiting_review === 1) && matches(q, user_name),
});

/** `missing`: '1' for those with a missing receipt. */
type TotalsValues = {
  q: string;
  missing: string;
};

/** `missing` as below. */
export const receiptsFilter = filterOf<Receipt, { missing: string }>({
  none: { missing: '' },
  matches: (row, { missing }) => missing === '' || row.missing === 1,
});

const none = { q: '', missing: '' };

export const receiptTotalsFilter = filterOf<ReceiptTotals, TotalsValues>({
  none,
  matches: (row, { q, missing }) =>
    (missing === '' || row.missing > 0) && matches(q, `${personName(row)} ${row.username}`),
});

export const documentTotalsFilter = filterOf<DocumentTotals, TotalsValues>({
  none,
  matches: (row, { q, missing }) =>
    (missing === '' || row.missing > 0) &&
    matches(q, `${row.file_name} ${messages.kinds[row.kind]}`),
});
