import { officeAt } from '#contract/rules/office-hours.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { automaticText } from '../automatic-reply/automatic-reply.service.ts';
import { listDuty } from '../duty/duty.service.ts';
import { hasWritten, insertAutomaticReply } from './automatic-replies.queries.ts';
import { type NewMessage, type PersonRow, pairOf } from './chat.queries.ts';

/** An admin who wrote in this time is there without a reply (ms). */
const presentMs = 5 * 60_000;

export type AutomaticReply = NewMessage & { id: number; closed_at: string };

/**
 * Replies to an employee who writes to an admin while the office is closed, in the admin's name: once per conversation
 * and closing, unless the admin is on duty or has just written. The conversation must be locked.
 */
export async function writeAutomaticReply(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  employee: Pick<PersonRow, 'user_id' | 'language'>,
  adminId: number,
): Promise<AutomaticReply | null> {
  const now = ctx.now();
  const office = officeAt(now);
  if (office.isOpen) return null;
  const text = await automaticText(tx, office.until, employee.language);
  if (text === null) return null;
  const duty = await listDuty(tx, now);
  if (duty.some(({ user_id }) => user_id === adminId)) return null;
  const { low, high } = pairOf(employee.user_id, adminId);
  const since = new Date(now.getTime() - presentMs).toISOString();
  if (await hasWritten(tx, { low, high }, { userId: adminId, since })) return null;
  const reply = {
    low_id: low,
    high_id: high,
    sender_id: adminId,
    receiver_id: employee.user_id,
    content: text,
    sent_at: now.toISOString(),
    client_id: null,
    object_key: null,
    width: null,
    height: null,
    closed_at: office.since,
  };
  const id = await insertAutomaticReply(tx, reply);
  return id === undefined ? null : { ...reply, id };
}
