/** Who answers an inquiry, and who is told about it. */
import { inquiryEvents, inquiryOffice as messages } from '#contract/messages/inquiry-office.ts';
import type { Db } from '../../database/open.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { invalid } from '../../platform/runtime/errors.ts';
import type { Actor, Write } from '../../platform/writes/writes.ts';
import { notify, withdraw } from '../notifications/notifications.service.ts';
import { clearOwner, selectOwners } from './inquiries.queries.ts';
import { givenLinkOf, labelOf, publishChange } from './inquiries-expiring.ts';
import { recordEvent } from './inquiry-events.service.ts';

/** Who is told about an inquiry now: its owner while they are an admin with an open account, else all admins. */
export async function officeOf(
  tx: Db,
  { owner_id }: Pick<InquiryRow, 'owner_id'>,
): Promise<{ name: string; recipients: number[] | 'admins' }> {
  const name = owner_id === null ? undefined : (await selectOwners(tx, [owner_id])).get(owner_id);
  return owner_id === null || name === undefined
    ? { name: '', recipients: 'admins' }
    : { name, recipients: [owner_id] };
}

/** The name of the owner that a call sets; throws 400 unless they are an admin with an open account. */
export async function ownerNameOf(tx: Db, ownerId: number | null | undefined): Promise<string> {
  if (ownerId === null || ownerId === undefined) return '';
  const { name } = await officeOf(tx, { owner_id: ownerId });
  if (name === '') throw invalid({ owner_id: messages.ownerNotAdmin });
  return name;
}

/** Notifies the new owner, and takes from the earlier one what they were told. */
export async function notifyOwners(
  ctx: AppContext,
  write: Write,
  userId: number | null,
  before: InquiryRow,
  ownerId: number | null,
): Promise<void> {
  const link = givenLinkOf(before.id);
  if (before.owner_id !== null) await withdraw(write, [link], [before.owner_id]);
  const recipients = ownerId === null ? [] : [ownerId];
  const message = messages.given(labelOf(before));
  await notify(ctx, write, userId, [{ kind: 'inquiry', message, link, recipients }]);
}

/**
 * Takes the inquiries of someone who leaves the office, in the caller's transaction, after their account has changed.
 * The other admins are told how many wait without an owner, also the one who did it.
 */
export async function releaseInquiries(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  { user_id, username }: { user_id: number; username: string },
): Promise<void> {
  const ids = await clearOwner(write.tx, user_id);
  if (ids.length === 0) return;
  const event = { kind: 'owner', text: inquiryEvents.owner(''), author_id: actor.userId };
  for (const id of ids) await recordEvent(write, id, event);
  const message = messages.withoutOwner(ids.length, username);
  const link = '/inquiries?view=unassigned';
  await notify(ctx, write, null, [{ kind: 'inquiry', message, link, recipients: 'admins' }]);
  publishChange(write);
}
