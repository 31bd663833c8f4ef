import { contactFields, type Inquiry, inquiryStatuses, shipmentFields } from '../inquiries.ts';
import { isOverdue } from '../rules/business-days.ts';
import { matches } from '../text/text-match.ts';
import { searchText } from '../wire/field-text.ts';
import { filterOf } from './list-filter.ts';

type Values = {
  q: string;
  status: (typeof inquiryStatuses)[number] | 'overdue' | 'flagged' | '';
};

export const inquiriesFilter = filterOf<Inquiry, Values>({
  none: { q: '', status: '' },
  choices: { status: [...inquiryStatuses, 'overdue', 'flagged'] },
  matches: (inquiry, { q, status }, now) => {
    const isShown =
      status === '' ||
      inquiry.status === status ||
      (status === 'overdue' && isOverdue(inquiry, now)) ||
      (status === 'flagged' && inquiry.flagged);
    return isShown && matches(q, textOf(inquiry), [inquiry.phone_number]);
  },
});

/** All that the dialog of an inquiry shows. */
function textOf(inquiry: Inquiry): string {
  return [
    inquiry.reference,
    searchText({ ...contactFields, ...shipmentFields }, inquiry),
    ...inquiry.vins.map(({ vin }) => vin),
    ...inquiry.stops.map(({ location }) => location),
    ...inquiry.notes.flatMap(({ author, text }) => [author, text]),
  ].join('\n');
}
