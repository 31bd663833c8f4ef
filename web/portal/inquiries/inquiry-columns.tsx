import { type Inquiry, inquiryStatuses } from '#contract/inquiries.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import { isOverdue } from '#contract/rules/inquiry-due.ts';
import type { Columns } from '../shared/records/record-table.tsx';
import { usDay } from '../shared/us-dates.ts';
import { routeText, vehiclesText } from './inquiry-labels.ts';
import { InquiryMarks } from './inquiry-row.tsx';

/** What is overdue depends on the time. */
export function inquiryColumns(now: Date): Columns<Inquiry> {
  return [
    { label: 'Company', value: (one) => one.company_name, className: 'w-[17%] max-xl:w-1/4' },
    { label: 'Route', value: routeText, cut: 'w-[17%] max-xl:w-1/5' },
    {
      label: 'Vehicles',
      value: (one) => one.number_of_vehicles,
      cell: vehiclesText,
      cut: 'w-[9%] max-xl:hidden',
    },
    {
      label: 'Status',
      value: ({ status }) => inquiryStatuses.indexOf(status),
      cell: (inquiry) => <InquiryMarks inquiry={inquiry} overdue={false} />,
      className: 'w-[18%] max-xl:w-1/5',
    },
    {
      label: 'Next step',
      value: (inquiry) => nextOf(inquiry).day,
      cell: (inquiry) => <NextStep inquiry={inquiry} now={now} />,
      cut: 'w-[15%] max-xl:w-1/5',
    },
    {
      label: 'Owner',
      value: (one) => one.owner_name,
      cell: (one) => one.owner_name || 'No owner',
      cut: 'w-[9%] max-xl:hidden',
    },
    { label: 'Received', value: (one) => one.created_at, cell: (one) => usDay(one.created_at) },
    { label: 'Reference', value: (one) => one.reference, className: 'max-xl:hidden' },
  ];
}

/** The next step, the planned pickup or the first reply, and its day; null without one. */
function nextOf({ next_step, next_step_on, scheduled_on, due_at }: Inquiry) {
  if (next_step || next_step_on) return { text: next_step, day: next_step_on };
  if (scheduled_on) return { text: 'pickup', day: scheduled_on };
  return due_at ? { text: 'reply', day: today(new Date(due_at)) } : { text: '', day: null };
}

/** The day comes first, because the text may be cut. */
function NextStep({ inquiry, now }: { inquiry: Inquiry; now: Date }) {
  const { text, day } = nextOf(inquiry);
  const isLate = isOverdue(inquiry, now);
  const when = [isLate && 'Overdue', usCalendarDay(day)].filter(Boolean).join(' ');
  const step = [when, text].filter(Boolean).join(': ');
  return (
    <span className={isLate ? 'font-semibold text-danger' : ''} title={step}>
      {step}
    </span>
  );
}
