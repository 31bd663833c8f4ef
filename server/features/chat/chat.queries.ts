import { sql } from 'kysely';
import type { Language } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import type { Db } from '../../database/open.ts';
import type { MessagesTable } from '../../database/tables/chat.ts';
import type { ObjectsTable } from '../../database/tables/objects.ts';

/** The two people of a conversation, the lower id first: one row for both directions. */
export interface Pair {
  low: number;
  high: number;
}

export function pairOf(one: number, other: number): Pair {
  return { low: Math.min(one, other), high: Math.max(one, other) };
}

/** A message with its file. */
export interface MessageRow {
  id: number;
  sender_id: number;
  receiver_id: number;
  content: string;
  sent_at: string;
  client_id: string | null;
  read_at: string | null;
  width: number | null;
  height: number | null;
  object_key: string | null;
  object_kind: ObjectsTable['kind'] | null;
  object_name: string | null;
  object_size: number | null;
  /** Only of an automatic reply. */
  closed_at: string | null;
}

/** Messages with their files. */
export function messageRows(db: Db) {
  return db
    .selectFrom('messages as m')
    .leftJoin('objects as o', 'o.key', 'm.object_key')
    .select([
      'm.id',
      'm.sender_id',
      'm.receiver_id',
      'm.content',
      'm.sent_at',
      'm.client_id',
      'm.read_at',
      'm.width',
      'm.height',
      'm.object_key',
      'm.closed_at',
      'o.kind as object_kind',
      'o.original_name as object_name',
      'o.size as object_size',
    ]);
}

/** Each pair once, in one order for all transactions, so that no two deadlock. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  const byKey = new Map(pairs.map((pair) => [`${pair.low} ${pair.high}`, pair]));
  return [...byKey.values()].sort((a, b) => a.low - b.low || a.high - b.high);
}

/** Locks conversations, creating missing ones, so that ids follow the order of commits within each. */
export async function selectConversationsForUpdate(tx: Db, pairs: readonly Pair[]): Promise<void> {
  await tx
    .insertInto('conversations')
    .values(inOrder(pairs).map(({ low, high }) => ({ low_id: low, high_id: high })))
    .onConflict((conflict) =>
      conflict
        .columns(['low_id', 'high_id'])
        // Not the key: SQLite would then check every message that references it.
        .doUpdateSet({ last_message_id: sql.ref('conversations.last_message_id') }),
    )
    .execute();
}

/** The message that a sender stored under this clientId. */
export async function selectByClientId(
  tx: Db,
  senderId: number,
  clientId: string,
): Promise<MessageRow | undefined> {
  return messageRows(tx)
    .where('m.sender_id', '=', senderId)
    .where('m.client_id', '=', clientId)
    .executeTakeFirst();
}

export type NewMessage = Omit<MessagesTable, 'id' | 'read_at' | 'closed_at'>;

/**
 * Inserts a message, unless its sender has stored its clientId, and updates the conversation, which must be locked.
 * Returns the id of an inserted one.
 */
export async function insertMessage(tx: Db, message: NewMessage): Promise<number | undefined> {
  const row = await tx
    .insertInto('messages')
    .values({ ...message, read_at: null })
    .onConflict((conflict) => conflict.columns(['sender_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  await tx
    .updateTable('conversations')
    .set({ last_message_id: row.id })
    .where('low_id', '=', message.low_id)
    .where('high_id', '=', message.high_id)
    .execute();
  return row.id;
}

/** Stores the newest message from an admin to an employee. */
export async function upsertAnswer(tx: Db, userId: number, messageId: number): Promise<void> {
  await tx
    .insertInto('answers')
    .values({ user_id: userId, message_id: messageId })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ message_id: sql.ref('excluded.message_id') })
        .where('answers.message_id', '<', sql.ref<number>('excluded.message_id')),
    )
    .execute();
}

/** A user with names; `closed_at` is null while the account is open. */
export interface PersonRow {
  user_id: number;
  username: string;
  user_role: Role;
  /** Of what the account is sent; null until one is chosen. */
  language: Language | null;
  closed_at: string | null;
  first_name: string;
  last_name: string;
}

/** Users by their ids, including closed accounts. */
export async function selectPeople(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, PersonRow>> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('employees as e', 'e.user_id', 'u.user_id')
    .select(['u.user_id', 'u.username', 'u.user_role', 'u.language', 'u.closed_at'])
    .select([
      sql<string>`coalesce(e.first_name, '')`.as('first_name'),
      sql<string>`coalesce(e.last_name, '')`.as('last_name'),
    ])
    .where('u.user_id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Whether the two have any messages. */
export async function hasConversation(db: Db, { low, high }: Pair): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .select('low_id')
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .executeTakeFirst();
  return row !== undefined;
}

/** Messages of a conversation from one end, with ids above `after` and below `before`. */
export async function selectMessages(
  db: Db,
  { low, high }: Pair,
  range: {
    before: number | null;
    after: number | null;
    limit: number;
    from: 'oldest' | 'newest';
  },
): Promise<MessageRow[]> {
  let query = messageRows(db)
    .where('m.low_id', '=', low)
    .where('m.high_id', '=', high)
    .orderBy('m.id', range.from === 'newest' ? 'desc' : 'asc')
    .limit(range.limit);
  if (range.before !== null) query = query.where('m.id', '<', range.before);
  if (range.after !== null) query = query.where('m.id', '>', range.after);
  return query.execute();
}

/** Unread messages of the user, counted by sender. */
export async function selectUnread(db: Db, userId: number) {
  return db
    .selectFrom('messages')
    .select((eb) => ['sender_id', eb.fn.countAll().as('count')])
    .where('receiver_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('sender_id')
    .orderBy('sender_id')
    .execute();
}

/** Marks a sender's messages to the reader as read, up to an id or all. Returns the ids of those that were unread. */
export async function setRead(
  db: Db,
  mark: { readerId: number; senderId: number; upTo: number | null; readAt: string },
): Promise<number[]> {
  let unread = db
    .selectFrom('messages')
    .select('id')
    .where('receiver_id', '=', mark.readerId)
    .where('sender_id', '=', mark.senderId)
    .where('read_at', 'is', null)
    // Two devices that read at once must lock the rows in the same order.
    .orderBy('id')
    .forUpdate();
  if (mark.upTo !== null) unread = unread.where('id', '<=', mark.upTo);
  const rows = await db
    .updateTable('messages')
    .set({ read_at: mark.readAt })
    .where('id', 'in', unread)
    .where('read_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
