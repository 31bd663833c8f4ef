import { isOverdue } from '../business-days.ts';
import { type Inquiry, inquiryStatuses } from '../inquiries.ts';
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
    return matches(q, searchText(inquiry), [inquiry.phone_number]);
  },
});

function searchText(inquiry: Inquiry): string {
  return [
    inquiry.reference,
    inquiry.company_name,
    inquiry.contact_person,
    inquiry.email_address,
    inquiry.pickup_location,
    inquiry.delivery_location,
    ...inquiry.notes.map(({ text }) => text),
  ].join('\n');
}
