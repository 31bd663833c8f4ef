import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { type MessageRow, messageRows } from './chat.queries.ts';

export interface PartnerQuery {
  userId: number;
  isAdmin: boolean;
  /** Only conversations whose newest message has a lower id. */
  below: number | null;
  limit: number;
}

/** The partners of the user and the newest message with each. */
function conversationsOf(db: QueryCreator<Tables>, userId: number) {
  return db
    .selectFrom('conversations')
    .select(['high_id as user_id', 'last_message_id as newest_id', 'last_message_id as own_id'])
    .where('low_id', '=', userId)
    .where('last_message_id', 'is not', null)
    .unionAll(
      db
        .selectFrom('conversations')
        .select(['low_id as user_id', 'last_message_id as newest_id', 'last_message_id as own_id'])
        .where('high_id', '=', userId)
        .where('last_message_id', 'is not', null),
    );
}

/** Employees with an answer from another admin but no messages with this one, and that answer. */
function answeredByOthers(db: QueryCreator<Tables>, userId: number) {
  type Answers = ExpressionBuilder<Tables & { a: Tables['answers'] }, 'a'>;
  const conversation = (eb: Answers, own: 'c.low_id' | 'c.high_id', other: typeof own) =>
    eb.exists(
      eb
        .selectFrom('conversations as c')
        .select('c.low_id')
        .where(own, '=', userId)
        .whereRef(other, '=', 'a.user_id'),
    );
  return db
    .selectFrom('answers as a')
    .select(['a.user_id', 'a.message_id as newest_id', sql<number | null>`null`.as('own_id')])
    .where('a.user_id', '<>', userId)
    .where((eb) => eb.not(conversation(eb, 'c.low_id', 'c.high_id')))
    .where((eb) => eb.not(conversation(eb, 'c.high_id', 'c.low_id')));
}

/**
 * The user's partners by newest message, for an admin also employees whom another admin wrote to (`own_id` null),
 * with their names, the unread count, and the newest message from an admin (`answer_id`).
 */
export async function selectPartners(db: Db, { userId, isAdmin, below, limit }: PartnerQuery) {
  const orEmpty = (column: string) => sql<string>`coalesce(${sql.ref(column)}, '')`;
  // Few tables: reading the messages by their ids is faster than planning a larger join.
  let partners = db
    .with('partners', (inner) => {
      const own = conversationsOf(inner, userId);
      return isAdmin ? own.unionAll(answeredByOthers(inner, userId)) : own;
    })
    .with('unread', (inner) =>
      inner
        .selectFrom('messages')
        .select(({ fn }) => ['sender_id', fn.countAll<number>().as('count')])
        .where('receiver_id', '=', userId)
        .where('read_at', 'is', null)
        .groupBy('sender_id'),
    )
    .selectFrom('partners as p')
    .innerJoin('users as u', 'u.user_id', 'p.user_id')
    .leftJoin('employees as e', 'e.user_id', 'p.user_id')
    .leftJoin('unread', 'unread.sender_id', 'p.user_id')
    .leftJoin('answers as a', 'a.user_id', 'p.user_id')
    .select(['p.user_id', 'p.newest_id', 'p.own_id', 'u.username', 'u.user_role', 'u.closed_at'])
    .select([orEmpty('e.first_name').as('first_name'), orEmpty('e.last_name').as('last_name')])
    .select((eb) => eb.fn.coalesce('unread.count', eb.val(0)).as('unread'))
    .select('a.message_id as answer_id')
    // An employee who became an admin has no answers anymore.
    .where((eb) => eb.or([eb('p.own_id', 'is not', null), eb('u.user_role', '=', 'employee')]))
    .orderBy('p.newest_id', 'desc')
    .limit(limit);
  if (below !== null) partners = partners.where('p.newest_id', '<', below);
  return partners.execute();
}

export async function selectMessagesById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, MessageRow>> {
  const rows = await messageRows(db)
    .where(isAmong(db, 'm.id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Sender and time of these messages, by their ids. */
export async function selectAnswers(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('messages as m')
    .select(['m.id', 'm.sender_id', 'm.sent_at'])
    .where(isAmong(db, 'm.id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Open accounts other than the user's, with their employee records; only admins if asked. */
export async function selectReceivers(
  db: Db,
  { userId, adminsOnly }: { userId: number; adminsOnly: boolean },
) {
  let query = db
    .selectFrom('users as u')
    .leftJoin('employees as e', 'e.user_id', 'u.user_id')
    .select(['u.user_id', 'u.email_key', 'e.employee_id'])
    .where('u.closed_at', 'is', null)
    .where('u.user_id', '<>', userId)
    .orderBy('u.user_id');
  if (adminsOnly) query = query.where('u.user_role', '=', 'admin');
  return query.execute();
}
