import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from './open.ts';
import type { Tables } from './tables/tables.ts';

/** The tables of records with an id of their own, and its column. */
const idColumns = {
  announcements: 'announcement_id',
  applications: 'id',
  canned_replies: 'reply_id',
  damages: 'damage_id',
  documents: 'file_id',
  driver_documents: 'document_id',
  employees: 'employee_id',
  inquiries: 'id',
  jobs: 'id',
  orders: 'id',
  posts: 'id',
  products: 'id',
  quotes: 'quote_id',
  settlement_formats: 'format_id',
  settlement_question_messages: 'message_id',
  settlement_questions: 'question_id',
  testimonials: 'id',
  time_off: 'time_off_id',
} as const satisfies Partial<Record<keyof Tables, string>>;

type RecordTable = keyof typeof idColumns;
type VersionedTable = {
  [T in RecordTable]: 'version' extends keyof Tables[T] ? T : never;
}[RecordTable];

/** Kysely's types can't follow a table that is a parameter; the functions below have the types of its rows. */
const untyped = (tx: Db) => tx as unknown as Kysely<Record<string, { version: number }>>;

/** Inserts a record and returns its id. */
export async function insertRecord<T extends RecordTable>(
  tx: Db,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<number> {
  const query = untyped(tx)
    .insertInto(table as string)
    .values(row as object as { version: number });
  const id = sql.ref<number>(idColumns[table]).as('id');
  return (await query.returning(id).executeTakeFirstOrThrow()).id;
}

/** Sets the columns of a record and raises its version. */
export async function updateRecord<T extends VersionedTable>(
  tx: Db,
  table: T,
  id: number,
  change: Updateable<Tables[T]>,
): Promise<void> {
  await untyped(tx)
    .updateTable(table as string)
    .set((eb) => ({ ...(change as object), version: eb('version', '+', 1) }))
    .where(sql.ref(idColumns[table]), '=', id)
    .execute();
}

/** Deletes a record and returns it; undefined when there was none. */
export async function deleteRecord<T extends RecordTable>(
  tx: Db,
  table: T,
  id: number,
): Promise<Selectable<Tables[T]> | undefined> {
  const query = untyped(tx)
    .deleteFrom(table as string)
    .where(sql.ref(idColumns[table]), '=', id);
  const row: unknown = await query.returningAll().executeTakeFirst();
  return row as Selectable<Tables[T]> | undefined;
}

/** Returns a record, locked until the transaction ends. */
export async function selectRecordForUpdate<T extends RecordTable>(
  tx: Db,
  table: T,
  id: number,
): Promise<Selectable<Tables[T]> | undefined> {
  const query = untyped(tx)
    .selectFrom(table as string)
    .selectAll();
  const row: unknown = await query
    .where(sql.ref(idColumns[table]), '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row as Selectable<Tables[T]> | undefined;
}
