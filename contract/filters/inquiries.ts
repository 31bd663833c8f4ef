import { isOverdue } from '../business-days.ts';
import { searchText } from '../field-text.ts';
import { contactFields, type Inquiry, inquiryStatuses, shipmentFields } from '../inquiries.ts';
import { matches } from '../text-match.ts';
import { filterOf } from './list-filter.ts';

type Values = {
  q: string;
  status: (typeof inquiryStatuses)[number] | 'overdue' | '';
};

export const inquiriesFilter = filterOf<Inquiry, Values>({
  none: { q: '', status: '' },
  choices: { status: [...inquiryStatuses, 'overdue'] },
  matches: (inquiry, { q, status }, now) => {
    if (status === 'overdue' ? !isOverdue(inquiry, now) : status && inquiry.status !== status) {
      return false;
    }
    return matches(q, textOf(inquiry), [inquiry.phone_number]);
  },
});

/** All that the dialog of an inquiry shows. */
function textOf(inquiry: Inquiry): string {
  return [
    inquiry.reference,
    searchText({ ...contactFields, ...shipmentFields }, inquiry),
    ...inquiry.notes.flatMap(({ author, text }) => [author, text]),
  ].join('\n');
}
