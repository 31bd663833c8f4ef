import type { Db } from '../../database/open.ts';
import type { NewMessage, Pair } from './chat.queries.ts';

/** Messages of a conversation that are searched for one of the admin. */
const maxRecent = 20;

/** Whether one of the newest messages is from that person, not automatic, and not older than `since`. */
export async function hasWritten(
  tx: Db,
  { low, high }: Pair,
  { userId, since }: { userId: number; since: string },
): Promise<boolean> {
  const newest = tx
    .selectFrom('messages')
    .select(['sender_id', 'sent_at', 'closed_at'])
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .orderBy('id', 'desc')
    .limit(maxRecent)
    .as('newest');
  const row = await tx
    .selectFrom(newest)
    .select('sent_at')
    .where('sender_id', '=', userId)
    .where('closed_at', 'is', null)
    .where('sent_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a reply unless this closing has one; the conversation must be locked. Returns the id of an inserted one. */
export async function insertAutomaticReply(
  tx: Db,
  reply: NewMessage & { closed_at: string },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('messages')
    .values(reply)
    .onConflict((conflict) =>
      conflict
        .columns(['low_id', 'high_id', 'closed_at'])
        .where('closed_at', 'is not', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
