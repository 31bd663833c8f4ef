import type { Inquiry } from '#contract/inquiries.ts';
import { warnings } from '#contract/messages/form-warnings.ts';
import { portal } from '#contract/messages/portal.ts';
import { inquiryWarnings } from '#contract/rules/form-warnings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { usDay } from '../shared/us-dates.ts';
import { routeText, type Status, statusNames, vehiclesText } from './inquiry-labels.ts';

const tones = {
  new: 'info',
  contacted: 'neutral',
  quoted: 'lane',
  won: 'success',
  lost: 'neutral',
} as const satisfies Record<Status, string>;

/** The badges of an inquiry: status, overdue, flagged, warnings. */
export function InquiryMarks({ inquiry, overdue }: { inquiry: Inquiry; overdue: boolean }) {
  const hasWarnings =
    Object.keys(inquiryWarnings(inquiry, new Date(inquiry.created_at))).length > 0;
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={tones[inquiry.status]}>{statusNames[inquiry.status]}</Badge>
      {inquiry.kind === 'certificate' && <Badge tone="info">Certificate</Badge>}
      {overdue && <Badge tone="danger">Overdue</Badge>}
      {inquiry.flagged && <Badge tone="danger">{portal.possibleSpam}</Badge>}
      {hasWarnings && <Badge tone="lane">{warnings.check}</Badge>}
    </span>
  );
}

interface InquiryRowProps {
  inquiry: Inquiry;
  overdue: boolean;
  onOpen: () => void;
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
