import { type Selectable, sql } from 'kysely';
import { countRows, newestFirst } from '../../database/expressions.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { OrdersTable } from '../../database/tables/store.ts';
import type { Cursor } from '../../platform/http/lists.ts';

interface Person {
  username: string;
  first_name: string | null;
  last_name: string | null;
}

/** An order with the names of the orderer and of the handler, which are null for an unhandled order. */
export type OrderRow = Selectable<OrdersTable> &
  Person & {
    /** Of the orderer's account; null while it is open. */
    closed_at: string | null;
    handler_username: string | null;
    handler_first_name: string | null;
    handler_last_name: string | null;
  };

interface OrderFilter {
  /** Null for everyone's. */
  userId: number | null;
  /** Only open and ready ones. */
  waitingOnly: boolean;
}

function withPeople(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('users as u', 'u.user_id', 'orders.user_id')
    .leftJoin('employees as e', 'e.user_id', 'orders.user_id')
    .leftJoin('users as h', 'h.user_id', 'orders.handled_by')
    .leftJoin('employees as he', 'he.user_id', 'orders.handled_by')
    .selectAll('orders')
    .select([
      'u.username',
      'u.closed_at',
      'e.first_name',
      'e.last_name',
      'h.username as handler_username',
      'he.first_name as handler_first_name',
      'he.last_name as handler_last_name',
    ]);
}

/** Orders, newest first. */
export async function selectOrders(
  db: Db,
  { userId, waitingOnly }: OrderFilter,
  before: Cursor | null,
  limit: number,
): Promise<OrderRow[]> {
  let query = newestFirst(withPeople(db), ['orders.id'], before, limit);
  if (userId !== null) query = query.where('orders.user_id', '=', userId);
  if (waitingOnly) query = query.where('orders.status', 'in', ['open', 'ready']);
  return query.execute();
}

/** The product of an order, null when it was deleted; undefined when there is no such order. */
export async function selectProductOf(tx: Db, id: number): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('orders')
    .select('product_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.product_id;
}

/** One order, locked until the transaction ends. */
export async function selectOrderForUpdate(tx: Db, id: number): Promise<OrderRow | undefined> {
  await selectForUpdate(tx, 'orders', 'id', id);
  return withPeople(tx).where('orders.id', '=', id).executeTakeFirst();
}

/** The username, and the names when linked to an employee. */
export async function selectPerson(tx: Db, userId: number): Promise<Person> {
  return tx
    .selectFrom('users')
    .leftJoin('employees', 'employees.user_id', 'users.user_id')
    .select(['username', 'first_name', 'last_name'])
    .where('users.user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Counts everyone's orders that no admin has marked ready. */
export function countOpenOrders(db: Db) {
  return countRows(
    db
      .selectFrom('orders')
      .where('status', '=', 'open')
      // SQLite uses the partial index only for its own condition.
      .where('status', 'in', [sql.lit('open' as const), sql.lit('ready' as const)]),
  );
}

/** Counts a user's orders that are ready to pick up. */
export function countReadyOrders(db: Db, userId: number) {
  return countRows(
    db.selectFrom('orders').where('status', '=', 'ready').where('user_id', '=', userId),
  );
}
