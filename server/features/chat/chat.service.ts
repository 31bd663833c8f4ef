import { type Message, type MessagesRead, messagesReadEvent } from '#contract/chat.ts';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { encodeCursor } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import { type JsonChunks, streamJson } from '../../platform/json-stream.ts';
import {
  hasConversation,
  pairOf,
  selectMessages,
  selectPeople,
  selectUnread,
  setRead,
} from './chat.queries.ts';
import { messageDto } from './chat-writing.ts';

export { expiringMessages } from './chat-expiring.ts';

/** Messages per query of a streamed list. */
const chunkRows = 500;

/** Unread messages per sender, for senders with any. */
export async function getUnread(
  db: Db,
  userId: number,
): Promise<{ senderId: number; unreadCount: number }[]> {
  const rows = await selectUnread(db, userId);
  return rows.map((row) => ({ senderId: row.sender_id, unreadCount: Number(row.count) }));
}

type Reader = Pick<AuthUser, 'userId' | 'role'>;

interface IdRange {
  /** Only ids below it. */
  before: number | null;
  /** Only ids above it. */
  after: number | null;
}

/** Throws 404 for an unknown person; for an employee also for a non-admin they have no messages with. */
async function checkPerson(db: Db, { userId, role }: Reader, otherId: number): Promise<void> {
  const other = (await selectPeople(db, [otherId])).get(otherId);
  if (!other) throw notFound();
  if (role === 'admin' || other.user_role === 'admin') return;
  if (!(await hasConversation(db, pairOf(userId, otherId)))) throw notFound();
}

/**
 * Messages of two people, oldest first: the newest `limit` of them, or the oldest with `after`.
 * `next` is the cursor to older ones. 404 like `checkPerson`.
 */
export async function listMessages(
  { db }: Pick<AppContext, 'db'>,
  reader: Reader,
  otherId: number,
  { limit, before, after }: IdRange & { limit: number },
): Promise<{ rows: Message[]; next: string | null }> {
  await checkPerson(db, reader, otherId);
  const pair = pairOf(reader.userId, otherId);
  if (after !== null) {
    const found = await selectMessages(db, pair, { before, after, limit, from: 'oldest' });
    return { rows: found.map(messageDto), next: null };
  }
  const found = await selectMessages(db, pair, { before, after, limit: limit + 1, from: 'newest' });
  const rows = found.slice(0, limit).reverse().map(messageDto);
  const oldest = rows[0];
  const next = found.length > limit && oldest ? encodeCursor({ at: '', id: oldest.id }) : null;
  return { rows, next };
}

/** All messages of two people in that range, oldest first, as chunks of one JSON list. 404 like `checkPerson`. */
export async function streamMessages(
  { db }: Pick<AppContext, 'db'>,
  reader: Reader,
  otherId: number,
  { before, after }: IdRange,
): Promise<JsonChunks> {
  await checkPerson(db, reader, otherId);
  const pair = pairOf(reader.userId, otherId);
  return streamJson(async (last) => {
    const found = await selectMessages(db, pair, {
      before,
      after: last?.id ?? after,
      limit: chunkRows,
      from: 'oldest',
    });
    const end = found.length === chunkRows ? found.at(-1) : undefined;
    return {
      json: JSON.stringify(found.map(messageDto)),
      end: end ? { at: '', id: end.id } : null,
    };
  });
}

/** Marks a person's messages to the reader as read, up to an id or all, and updates both people's pages. */
export async function markAsRead(
  ctx: AppContext,
  reader: Reader,
  { senderId, upTo }: { senderId: number; upTo?: number | null | undefined },
): Promise<{ message: string }> {
  const readerId = reader.userId;
  const readAt = ctx.now().toISOString();
  // Not `writeTransaction`: one statement without audit, which a repeat leaves unchanged.
  const ids = await setRead(ctx.db, { readerId, senderId, upTo: upTo ?? null, readAt });
  if (ids.length > 0) {
    const last = ids.reduce((one, other) => Math.max(one, other));
    const read: MessagesRead = { readerId, senderId, upTo: last, readAt };
    ctx.realtime.toUsers([readerId, senderId], messagesReadEvent, read);
  } else {
    await checkPerson(ctx.db, reader, senderId);
  }
  return { message: chatMessages.marked };
}
