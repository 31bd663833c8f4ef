import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { MessagesTable } from '../../database/tables-chat.ts';
import type { StoredObject } from '../files/files.queries.ts';

/** The two people of a conversation, the lower id first: one row for both directions. */
export interface Pair {
  low: number;
  high: number;
}

export function pairOf(one: number, other: number): Pair {
  return { low: Math.min(one, other), high: Math.max(one, other) };
}

/** A message with its file, as the database has them. */
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
  object_kind: StoredObject['kind'] | null;
  object_name: string | null;
  object_size: number | null;
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
      'o.kind as object_kind',
      'o.original_name as object_name',
      'o.size as object_size',
    ]);
}

/** Holds a conversation until the transaction ends, made where there is none: its messages get their ids one after the other. */
export async function holdConversation(tx: Db, { low, high }: Pair): Promise<void> {
  await tx
    .insertInto('conversations')
    .values({ low_id: low, high_id: high, last_message_id: null })
    .onConflict((conflict) =>
      conflict.columns(['low_id', 'high_id']).doUpdateSet({ low_id: sql.ref('excluded.low_id') }),
    )
    .execute();
}

/** What the sender's page has called so, if it was stored before. */
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

export type NewMessage = Omit<MessagesTable, 'id' | 'read_at'>;

/** Stores a message as the last of its conversation, which is held; answers its id. */
export async function insertMessage(tx: Db, message: NewMessage): Promise<number> {
  const { id } = await tx
    .insertInto('messages')
    .values({ ...message, read_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('conversations')
    .set({ last_message_id: id })
    .where('low_id', '=', message.low_id)
    .where('high_id', '=', message.high_id)
    .execute();
  return id;
}

/** Notes the newest message that an admin wrote to that employee. */
export async function noteAnswer(tx: Db, userId: number, messageId: number): Promise<void> {
  await tx
    .insertInto('answers')
    .values({ user_id: userId, message_id: messageId })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ message_id: messageId })
        .where('answers.message_id', '<', messageId),
    )
    .execute();
}

/** A person as the chat names them; `closed_at` null while the account is open. */
export async function selectPerson(db: Db, userId: number) {
  return db
    .selectFrom('users as u')
    .leftJoin('employees as e', 'e.user_id', 'u.user_id')
    .select(['u.user_id', 'u.username', 'u.user_role', 'u.closed_at'])
    .select([
      sql<string>`coalesce(e.first_name, '')`.as('first_name'),
      sql<string>`coalesce(e.last_name, '')`.as('last_name'),
    ])
    .where('u.user_id', '=', userId)
    .executeTakeFirst();
}
