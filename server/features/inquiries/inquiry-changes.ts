import type { updateInquiry } from '#contract/inquiries.ts';
import { inquiryEvents } from '#contract/messages/inquiry-office.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { updateRecord } from '../../database/records.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  type Actor,
  changedColumns,
  type Visitor,
  type Write,
} from '../../platform/writes/writes.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import { extendStatusLink } from '../status-links/status-links.service.ts';
import { expiredLinkOf, labelOf, overdueLinkOf, publishChange } from './inquiries-expiring.ts';
import { recordEvent } from './inquiry-events.service.ts';
import { notifyOwners, ownerNameOf } from './inquiry-owners.service.ts';
import { eventsOf, statusColumns } from './inquiry-progress.ts';

type Change = Omit<BodyOf<typeof updateInquiry>, 'version' | 'vins' | 'stops'>;

/**
 * Changes a locked inquiry in the caller's transaction, with all that follows: its times, the timeline, notices, audit.
 * `vehicles` has the columns of vehicles and stops that were stored before. Equal values change nothing. Throws 400 for an owner who isn't an open admin.
 */
export async function changeInquiry(
  ctx: AppContext,
  write: Write,
  { userId }: Actor | Visitor,
  before: InquiryRow,
  change: Change,
  vehicles: Partial<InquiryRow> | null = null,
): Promise<void> {
  const { tx, now, audit } = write;
  const { id } = before;
  const columns = changedColumns(before, change);
  // Also an equal one: the owner may have left.
  const ownerName = await ownerNameOf(tx, change.owner_id);
  if (Object.keys(columns).length === 0 && vehicles === null) return;
  const { status = before.status, note, ...planned } = columns;
  await updateRecord(tx, 'inquiries', id, {
    ...planned,
    ...vehicles,
    note: note ?? before.note,
    ...statusColumns(before, status, now),
  });
  await extendStatusLink(tx, 'inquiry_id', id, now);
  const events = eventsOf(before, columns, ownerName);
  if (vehicles) events.push({ kind: 'vehicles', text: inquiryEvents.vehicles });
  if (note !== undefined && !isBlank(note)) events.push({ kind: 'note', text: note });
  for (const event of events) await recordEvent(write, id, { ...event, author_id: userId });
  const isStepTaken = events.some(({ kind }) => kind === 'status' || kind === 'next_step');
  if (isStepTaken && before.escalated_for !== null) {
    // Nobody needs to be told any more that it was overdue.
    await withdraw(write, [overdueLinkOf(id)]);
  }
  if (change.status !== undefined && change.status !== before.status) {
    await withdraw(write, [expiredLinkOf(id)]);
  }
  if (columns.owner_id !== undefined) {
    await notifyOwners(ctx, write, userId, before, columns.owner_id);
  }
  const changed = Object.keys(planned);
  await audit({
    action: 'inquiry.update',
    target: { kind: 'inquiry', id, label: labelOf(before) },
    detail: {
      ...(status !== before.status && { before: before.status, after: status }),
      ...(note !== undefined && { noteChanged: true }),
      ...(changed.length > 0 && { changed }),
      ...(vehicles && { vehiclesChanged: true }),
    },
  });
  publishChange(write);
}
