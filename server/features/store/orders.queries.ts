import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { OrdersTable } from '../../database/tables-shop.ts';

interface Person {
  username: string;
  first_name: string | null;
  last_name: string | null;
}

/** An order with the names of who ordered and of who handled it; the latter's are null for nobody. */
export type OrderRow = Selectable<OrdersTable> &
  Person & {
    /** Null: the orderer's account is open. */
    closed_at: string | null;
    handler_username: string | null;
    handler_first_name: string | null;
    handler_last_name: string | null;
  };

/** Which orders are read. */
interface Which {
  /** Null: everybody's. */
  userId: number | null;
  /** Those that an admin or the orderer still has to do with. */
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

/** Orders, newest first; those made before the id `before` when it is given. */
export async function selectOrders(
  db: Db,
  { userId, waitingOnly }: Which,
  limit: number | undefined,
  before: number | undefined,
): Promise<OrderRow[]> {
  let query = withPeople(db).orderBy('orders.id', 'desc');
  if (userId !== null) query = query.where('orders.user_id', '=', userId);
  if (waitingOnly) query = query.where('orders.status', 'in', ['open', 'ready']);
  if (before !== undefined) query = query.where('orders.id', '<', before);
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** The item that an order is of, null for one that is gone; undefined: no such order. */
export async function selectItemOf(tx: Db, id: number): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('orders')
    .select('product_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.product_id;
}

/** One order, held against other writers until the transaction ends. */
export async function lockOrder(tx: Db, id: number): Promise<OrderRow | undefined> {
  // A write that changes nothing holds the row on both databases.
  await tx
    .updateTable('orders')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .execute();
  return withPeople(tx).where('orders.id', '=', id).executeTakeFirst();
}

/** Stores an order. */
export async function insertOrder(tx: Db, row: Insertable<OrdersTable>): Promise<number> {
  const { id } = await tx
    .insertInto('orders')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes where an order stands and raises the version. */
export async function changeOrder(
  tx: Db,
  id: number,
  change: Pick<Selectable<OrdersTable>, 'status' | 'handled_by' | 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Who is told of what employees do in the store: every admin with an open account. */
export async function selectAdmins(tx: Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('user_id')
    .where('user_role', '=', 'admin')
    .where('closed_at', 'is', null)
    .execute();
  return rows.map((row) => row.user_id);
}

/** What a person is called: the username, and the names when linked to an employee. */
export async function selectPerson(tx: Db, userId: number): Promise<Person> {
  return tx
    .selectFrom('users')
    .leftJoin('employees', 'employees.user_id', 'users.user_id')
    .select(['username', 'first_name', 'last_name'])
    .where('users.user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** How many orders no admin has set ready yet. */
export async function countOpenOrders(db: Db): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** How many orders of that person can be fetched. */
export async function countReadyOrders(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'ready')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
