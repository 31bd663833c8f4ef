/** What follows from a change of an inquiry: its times, and the events of its timeline. */
import { inquiryEvents } from '#contract/messages/inquiry-office.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { businessDayAfter } from '#contract/rules/office-hours.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';

type Status = InquiryRow['status'];

/** The columns that follow from a status: when the reply is due, when it was given, when the inquiry was decided. */
export function statusColumns(
  before: Pick<InquiryRow, 'status' | 'created_at' | 'replied_at'>,
  status: Status,
  now: Date,
) {
  if (status === before.status) return {};
  const at = now.toISOString();
  return {
    status,
    due_at: status === 'new' ? businessDayAfter(new Date(before.created_at)) : null,
    // A wrong move that is put back wasn't a reply.
    replied_at: status === 'new' ? null : (before.replied_at ?? at),
    decided_at: status === 'won' || status === 'lost' ? at : null,
  };
}

type Change = Partial<
  Pick<InquiryRow, 'status' | 'owner_id' | 'next_step' | 'next_step_on' | 'scheduled_on'>
>;

/** The events of a change; `ownerName` is the new owner's. */
export function eventsOf(
  before: InquiryRow,
  change: Change,
  ownerName: string,
): { kind: string; text: string }[] {
  const { status, owner_id, next_step, next_step_on, scheduled_on } = change;
  const events: { kind: string; text: string }[] = [];
  if (status) events.push({ kind: 'status', text: inquiryEvents.status(before.status, status) });
  if (owner_id !== undefined) events.push({ kind: 'owner', text: inquiryEvents.owner(ownerName) });
  if (next_step !== undefined || next_step_on !== undefined) {
    const planned = { ...before, ...change };
    const day = usCalendarDay(planned.next_step_on);
    events.push({ kind: 'next_step', text: inquiryEvents.nextStep(planned.next_step, day) });
  }
  if (scheduled_on !== undefined) {
    events.push({ kind: 'pickup', text: inquiryEvents.pickup(usCalendarDay(scheduled_on)) });
  }
  return events;
}
