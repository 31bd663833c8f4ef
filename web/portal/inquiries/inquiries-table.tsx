import { type Inquiry, inquiryStatuses } from '#contract/inquiries.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import { isOverdue } from '#contract/rules/inquiry-due.ts';
import { type FoundRows, RecordTable } from '../shared/records/record-table.tsx';
import { usDay } from '../shared/us-dates.ts';
import { routeText, vehiclesText } from './inquiry-labels.ts';
import { InquiryMarks } from './inquiry-row.tsx';

interface InquiriesTableProps extends FoundRows<Inquiry> {
  now: Date;
  onOpen: (inquiry: Inquiry) => void;
}

export function InquiriesTable({ now, ...list }: InquiriesTableProps) {
  const isUrgent = (inquiry: Inquiry) => isOverdue(inquiry, now);
  return (
    <RecordTable
      {...list}
      caption="Inquiries"
      columns={[
        {
          name: 'company',
          label: 'Company',
          value: (one) => one.company_name,
          className: 'w-[17%] max-xl:w-1/4',
        },
        {
          name: 'route',
          label: 'Route',
          value: routeText,
          className: 'w-[17%] max-xl:w-1/5',
          isCut: true,
        },
        {
          name: 'vehicles',
          label: 'Vehicles',
          value: (one) => one.number_of_vehicles,
          cell: vehiclesText,
          className: 'w-[9%] max-xl:hidden',
          isCut: true,
        },
        {
          name: 'status',
          label: 'Status',
          value: ({ status }) => inquiryStatuses.indexOf(status),
          cell: (inquiry) => <InquiryMarks inquiry={inquiry} overdue={false} />,
          className: 'w-[18%] max-xl:w-1/5',
        },
        {
          name: 'next',
          label: 'Next step',
          value: (inquiry) => nextOf(inquiry).day,
          cell: (inquiry) => <NextStep inquiry={inquiry} isOverdue={isUrgent(inquiry)} />,
          className: 'w-[15%] max-xl:w-1/5',
          isCut: true,
        },
        {
          name: 'owner',
          label: 'Owner',
          value: (one) => one.owner_name,
          cell: ({ owner_name }) => owner_name || <span className="text-steel">No owner</span>,
          className: 'w-[9%] max-xl:hidden',
          isCut: true,
        },
        {
          name: 'received',
          label: 'Received',
          value: (one) => one.created_at,
          cell: ({ created_at }) => <time dateTime={created_at}>{usDay(created_at)}</time>,
        },
        {
          name: 'reference',
          label: 'Reference',
          value: (one) => one.reference,
          className: 'max-xl:hidden',
        },
      ]}
      isUrgent={isUrgent}
      order="-received"
    />
  );
}

/** The next step, the planned pickup or the first reply, and its day; null without one. */
function nextOf({ next_step, next_step_on, scheduled_on, due_at }: Inquiry) {
  if (next_step || next_step_on) return { text: next_step, day: next_step_on };
  if (scheduled_on) return { text: 'pickup', day: scheduled_on };
  return due_at ? { text: 'reply', day: today(new Date(due_at)) } : { text: '', day: null };
}

/** The day comes first, because the text may be cut. */
function NextStep({ inquiry, isOverdue }: { inquiry: Inquiry; isOverdue: boolean }) {
  const { text, day } = nextOf(inquiry);
  const when = [isOverdue && 'Overdue', usCalendarDay(day)].filter(Boolean).join(' ');
  const step = [when, text].filter(Boolean).join(': ');
  return (
    <span className={isOverdue ? 'font-semibold text-danger' : ''} title={step}>
      {step}
    </span>
  );
}
