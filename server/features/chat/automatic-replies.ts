import { officeAt } from '#contract/office-hours.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { automaticText } from '../automatic-reply/automatic-reply.service.ts';
import { listDuty } from '../duty/duty.service.ts';
import { hasWritten, insertAutomaticReplies } from './automatic-replies.queries.ts';
import { type NewMessage, pairOf } from './chat.queries.ts';

/** An admin who wrote in this time is there without a reply (ms). */
const presentMs = 5 * 60_000;

export type AutomaticReply = NewMessage & { id: number; closed_at: string };

/**
 * Replies to employees who write to an admin while the office is closed, in the admin's name: one per conversation and
 * closing, none from an admin who is on duty or has just written. Their conversations must be locked.
 */
export async function writeAutomaticReplies(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  written: readonly { employeeId: number; adminId: number }[],
): Promise<AutomaticReply[]> {
  if (written.length === 0) return [];
  const now = ctx.now();
  const office = officeAt(now);
  if (office.isOpen) return [];
  const text = await automaticText(tx, office.until);
  if (text === null) return [];
  const onDuty = new Set((await listDuty(tx, now)).map(({ user_id }) => user_id));
  const since = new Date(now.getTime() - presentMs).toISOString();
  const replies = new Map<string, NewMessage & { closed_at: string }>();
  for (const { employeeId, adminId } of written) {
    const pair = pairOf(employeeId, adminId);
    if (onDuty.has(adminId) || (await hasWritten(tx, pair, { userId: adminId, since }))) continue;
    replies.set(`${pair.low} ${pair.high}`, {
      low_id: pair.low,
      high_id: pair.high,
      sender_id: adminId,
      receiver_id: employeeId,
      content: text,
      sent_at: now.toISOString(),
      client_id: null,
      object_key: null,
      width: null,
      height: null,
      closed_at: office.since,
    });
  }
  if (replies.size === 0) return [];
  const inserted = await insertAutomaticReplies(tx, [...replies.values()]);
  return inserted.flatMap(({ id, low_id, high_id }) => {
    const reply = replies.get(`${low_id} ${high_id}`);
    return reply ? [{ ...reply, id }] : [];
  });
}
