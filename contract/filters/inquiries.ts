import {
  contactFields,
  type Inquiry,
  inquiryStatuses,
  planFields,
  shipmentFields,
} from '../inquiries.ts';
import { isOverdue, isWaiting } from '../rules/inquiry-due.ts';
import { matches } from '../text/text-match.ts';
import { searchText } from '../wire/field-text.ts';
import { filterOf } from './list-filter.ts';

/** Views of the inbox; '' is all. */
export const inquiryViews = ['mine', 'unassigned', 'overdue', 'waiting'] as const;

type Values = {
  q: string;
  status: (typeof inquiryStatuses)[number] | 'unread' | 'flagged' | '';
  view: (typeof inquiryViews)[number] | '';
  /** The user's id, for the view 'mine'; the screen sets it. */
  owner: string;
};

const isOpen = ({ status }: Inquiry) => status !== 'won' && status !== 'lost';

export const inquiriesFilter = filterOf<Inquiry, Values>({
  none: { q: '', status: '', view: '', owner: '' },
  choices: { status: [...inquiryStatuses, 'unread', 'flagged'], view: inquiryViews, owner: [] },
  matches: (inquiry, { q, status, view, owner }, now) => {
    const isShown =
      status === '' ||
      inquiry.status === status ||
      (status === 'unread' && inquiry.unread > 0) ||
      (status === 'flagged' && inquiry.flagged);
    return (
      isShown &&
      isInView(inquiry, view, owner, now) &&
      matches(q, textOf(inquiry), [inquiry.phone_number])
    );
  },
});

/** Whether an inquiry is in a view; one that was decided needs no owner. */
export function isInView(
  inquiry: Inquiry,
  view: Values['view'],
  owner: string,
  now: Date,
): boolean {
  if (view === 'mine') return String(inquiry.owner_id) === owner;
  if (view === 'unassigned') return inquiry.owner_id === null && isOpen(inquiry);
  if (view === 'overdue') return isOverdue(inquiry, now);
  return view === '' || isWaiting(inquiry);
}

/** All that the dialog of an inquiry shows. */
function textOf(inquiry: Inquiry): string {
  return [
    inquiry.reference,
    searchText({ ...contactFields, ...shipmentFields, ...planFields }, inquiry),
    ...inquiry.vins.map(({ vin }) => vin),
    ...inquiry.stops.map(({ location }) => location),
    ...inquiry.notes.flatMap(({ author, text }) => [author, text]),
  ].join('\n');
}
