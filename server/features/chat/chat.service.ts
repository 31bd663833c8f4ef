import {
  type listMessages as listEndpoint,
  type Message,
  type MessagesRead,
  messagesReadEvent,
} from '#contract/chat.ts';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import type { QueryOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { decodeCursor, type List, pageOf, partsOf } from '../../platform/http/lists.ts';
import { notFound } from '../../platform/runtime/errors.ts';
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

/** Unread messages per sender, for senders with any. */
export async function getUnread(
  db: Db,
  userId: number,
): Promise<{ senderId: number; unreadCount: number }[]> {
  const rows = await selectUnread(db, userId);
  return rows.map((row) => ({ senderId: row.sender_id, unreadCount: Number(row.count) }));
}

type Reader = Pick<AuthUser, 'userId' | 'role'>;

/** Throws 404 for an unknown person; for an employee also for a non-admin they have no messages with. */
async function checkPerson(db: Db, { userId, role }: Reader, otherId: number): Promise<void> {
  const other = (await selectPeople(db, [otherId])).get(otherId);
  if (!other) throw notFound();
  if (role === 'admin' || other.user_role === 'admin') return;
  if (!(await hasConversation(db, pairOf(userId, otherId)))) throw notFound();
}

/**
 * Messages of two people, oldest first: pages from the newest on, with `after` from there on; without a limit all of
 * them. 404 like `checkPerson`.
 */
export async function listMessages(
  { db }: Pick<AppContext, 'db'>,
  reader: Reader,
  otherId: number,
  query: QueryOf<typeof listEndpoint>,
): Promise<List<Message>> {
  await checkPerson(db, reader, otherId);
  const pair = pairOf(reader.userId, otherId);
  const cursorOf = ({ id }: { id: number }) => ({ at: '', id });
  const after = query.after ?? null;
  if (query.limit === undefined) {
    const before = decodeCursor(query.before)?.id ?? null;
    return partsOf<Message>(async (last, count) => {
      const range = { before, after: last?.id ?? after, limit: count + 1, from: 'oldest' } as const;
      return pageOf((await selectMessages(db, pair, range)).map(messageDto), count, cursorOf);
    });
  }
  return async (before, limit) => {
    const range = { before: before?.id ?? null, after };
    if (after !== null) {
      const found = await selectMessages(db, pair, { ...range, limit, from: 'oldest' });
      return { rows: found.map(messageDto), end: null };
    }
    const found = await selectMessages(db, pair, { ...range, limit: limit + 1, from: 'newest' });
    const { rows, end } = pageOf(found, limit, cursorOf);
    return { rows: rows.reverse().map(messageDto), end };
  };
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
