import type { Inquiry } from '#contract/inquiries.ts';
import { warnings } from '#contract/messages/form-warnings.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { inquiryWarnings } from '#contract/rules/form-warnings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { usDay, usDayAndTime } from '../shared/us-dates.ts';
import { nextStepText, routeText, type Status, vehiclesText } from './inquiry-labels.ts';

const tones = {
  new: 'info',
  contacted: 'neutral',
  quoted: 'lane',
  won: 'success',
  lost: 'neutral',
} as const satisfies Record<Status, string>;

interface InquiryMarksProps {
  inquiry: Inquiry;
  overdue: boolean;
  /** False where the status is beside it. */
  hasStatus?: boolean;
}

/** The badges of an inquiry: status, unread, overdue, flagged, warnings. */
export function InquiryMarks({ inquiry, overdue, hasStatus = true }: InquiryMarksProps) {
  const hasWarnings =
    Object.keys(inquiryWarnings(inquiry, new Date(inquiry.created_at))).length > 0;
  return (
    <span className="flex flex-wrap gap-1">
      {hasStatus && (
        <Badge tone={tones[inquiry.status]}>{inquiryStatusNames[inquiry.status]}</Badge>
      )}
      {inquiry.kind === 'certificate' && <Badge tone="info">Certificate</Badge>}
      {inquiry.unread > 0 && (
        <Badge tone="lane">
          {inquiry.unread} new {inquiry.unread === 1 ? 'message' : 'messages'}
        </Badge>
      )}
      {overdue && <Badge tone="danger">Overdue</Badge>}
      {inquiry.flagged && <Badge tone="danger">Possible spam</Badge>}
      {hasWarnings && <Badge tone="lane">{warnings.check}</Badge>}
    </span>
  );
}

interface InquiryRowProps {
  inquiry: Inquiry;
  overdue: boolean;
  onOpen: () => void;
}

/** The owner, and the next step, the planned pickup or when the reply is due. */
function Plan({ inquiry }: { inquiry: Inquiry }) {
  const { owner_name, due_at, scheduled_on } = inquiry;
  const step =
    nextStepText(inquiry) ||
    (scheduled_on && `pickup on ${usCalendarDay(scheduled_on)}`) ||
    (due_at && `reply by ${usDayAndTime(due_at)}`);
  return (
    <span className="block wrap-anywhere">
      <bdi className={owner_name ? 'font-semibold' : 'text-steel'}>{owner_name || 'No owner'}</bdi>
      {step && `: ${step}`}
    </span>
  );
}

/** An inquiry on the board. */
export function InquiryCard({ inquiry, overdue, onOpen }: InquiryRowProps) {
  return (
    <button
      className={`grid w-full gap-1 border-l-4 px-3 py-2 text-left text-sm hover:bg-well focus-visible:-outline-offset-2 ${overdue ? 'border-l-danger' : 'border-l-transparent'}`}
      onClick={onOpen}
      type="button"
    >
      <span className="font-display text-base leading-snug font-bold wrap-anywhere">
        {inquiry.company_name}
      </span>
      <span className="text-steel">{routeText(inquiry)}</span>
      <Plan inquiry={inquiry} />
      <InquiryMarks hasStatus={false} inquiry={inquiry} overdue={overdue} />
    </button>
  );
}

export function InquiryRow({ inquiry, overdue, onOpen }: InquiryRowProps) {
  return (
    <li
      className={`border-b border-line ${overdue ? 'border-l-4 border-l-danger' : 'border-l-4 border-l-transparent'}`}
    >
      <button
        className="grid min-h-16 w-full gap-x-6 gap-y-1 px-3 py-3 text-left hover:bg-well focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,2fr)] md:items-center"
        onClick={onOpen}
        type="button"
      >
        <span className="min-w-0">
          <span className="block font-display font-bold leading-snug">{inquiry.company_name}</span>
          <span className="block text-sm text-steel">{inquiry.contact_person}</span>
        </span>
        <span className="min-w-0 text-sm">
          <span className="block">{routeText(inquiry)}</span>
          <span className="block text-steel">{vehiclesText(inquiry)}</span>
          <Plan inquiry={inquiry} />
        </span>
        <span className="flex flex-wrap items-center justify-between gap-2 text-sm md:flex-col md:items-end">
          <InquiryMarks inquiry={inquiry} overdue={overdue} />
          <span className="flex flex-wrap gap-x-3 text-steel tabular-nums md:justify-end">
            <time dateTime={inquiry.created_at}>{usDay(inquiry.created_at)}</time>
            <span>{inquiry.reference}</span>
          </span>
        </span>
      </button>
    </li>
  );
}
