import { type Message, type MessagesRead, messagesReadEvent } from '#contract/chat.ts';
import { chat as say } from '#contract/messages/chat.ts';
import type { Db } from '../../database/open.ts';
import { encodeCursor } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { jsonPieces } from '../../platform/json-pieces.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import {
  countUnread,
  hasConversation,
  pairOf,
  selectMessages,
  selectPeople,
  selectUnread,
  setRead,
} from './chat.queries.ts';
import { presentMessage } from './chat-writing.ts';

/** Messages read in one go. */
const piece = 500;

/** How many messages a person has not read. */
export async function unreadTotalOf(db: Db, userId: number): Promise<number> {
  return countUnread(db, userId);
}

/** How many messages of whom a person has not read; whom they have read is not in it. */
export async function readUnread(
  db: Db,
  userId: number,
): Promise<{ senderId: number; unreadCount: number }[]> {
  const rows = await selectUnread(db, userId);
  return rows.map((row) => ({ senderId: row.sender_id, unreadCount: Number(row.count) }));
}

/** Who reads. */
type Reader = Pick<SignedIn, 'userId' | 'role'>;

interface Part {
  /** An id: those below it. */
  before: number | null;
  /** An id: those above it. */
  after: number | null;
}

/** 404 for a person who never was; for an employee also for one of whom they may not know: not of the office, and nothing was written. */
async function checkPerson(db: Db, { userId, role }: Reader, otherId: number): Promise<void> {
  const other = (await selectPeople(db, [otherId])).get(otherId);
  if (!other) throw notFound();
  if (role === 'admin' || other.user_role === 'admin') return;
  if (!(await hasConversation(db, pairOf(userId, otherId)))) throw notFound();
}

/**
 * A part of what two people wrote, oldest first: the newest of what is asked for, or the oldest with `after`.
 * `next` is where older ones go on. 404 as `checkPerson` has it.
 */
export async function readHistory(
  { db }: Pick<Ground, 'db'>,
  reader: Reader,
  otherId: number,
  { limit, before, after }: Part & { limit: number },
): Promise<{ rows: Message[]; next: string | null }> {
  await checkPerson(db, reader, otherId);
  const pair = pairOf(reader.userId, otherId);
  if (after !== null) {
    const found = await selectMessages(db, pair, { before, after, limit, from: 'oldest' });
    return { rows: found.map(presentMessage), next: null };
  }
  const found = await selectMessages(db, pair, { before, after, limit: limit + 1, from: 'newest' });
  const rows = found.slice(0, limit).reverse().map(presentMessage);
  const oldest = rows[0];
  const next = found.length > limit && oldest ? encodeCursor({ at: '', id: oldest.id }) : null;
  return { rows, next };
}

/** All that two people wrote in that part, oldest first, as pieces of one JSON list. 404 as `checkPerson` has it. */
export async function readWholeHistory(
  { db }: Pick<Ground, 'db'>,
  reader: Reader,
  otherId: number,
  { before, after }: Part,
): Promise<AsyncGenerator<string>> {
  await checkPerson(db, reader, otherId);
  const pair = pairOf(reader.userId, otherId);
  return jsonPieces(async (last) => {
    const found = await selectMessages(db, pair, {
      before,
      after: last?.id ?? after,
      limit: piece,
      from: 'oldest',
    });
    const end = found.length === piece ? found.at(-1) : undefined;
    return {
      json: JSON.stringify(found.map(presentMessage)),
      end: end ? { at: '', id: end.id } : null,
    };
  });
}

/** Marks a person's messages to the reader as read, up to an id or all, and tells both; again changes nothing. */
export async function markAsRead(
  ground: Ground,
  reader: Reader,
  { senderId, upTo }: { senderId: number; upTo?: number | null | undefined },
): Promise<{ message: string }> {
  const readerId = reader.userId;
  const readAt = ground.now().toISOString();
  const ids = await setRead(ground, { readerId, senderId, upTo: upTo ?? null, readAt });
  if (ids.length > 0) {
    const last = ids.reduce((most, id) => Math.max(most, id));
    const read: MessagesRead = { readerId, senderId, upTo: last, readAt };
    ground.realtime.toUsers([readerId, senderId], messagesReadEvent, read);
  } else {
    await checkPerson(ground.db, reader, senderId);
  }
  return { message: say.marked };
}
