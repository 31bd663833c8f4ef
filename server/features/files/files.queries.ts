import type { Insertable } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { Db } from '../../database/open.ts';
import type { ObjectsTable } from '../../database/tables.ts';

export type StoredObject = ObjectsTable;

/** The row of a stored file. */
export async function selectObject(db: Db, key: string): Promise<StoredObject | undefined> {
  return db.selectFrom('objects').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Those of the keys that have a row. */
export async function selectKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom('objects').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map((row) => row.key));
}

/** Stores the row of a file whose bytes are in storage. */
export async function insertObject(tx: Db, object: Insertable<ObjectsTable>): Promise<void> {
  await tx.insertInto('objects').values(object).execute();
}

/** Takes the row of a file away. */
export async function removeObject(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('objects').where('key', '=', key).execute();
}

/** The role of an open account. */
export async function selectOpenRole(db: Db, userId: number): Promise<Role | undefined> {
  const row = await db
    .selectFrom('users')
    .select('user_role')
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row?.user_role;
}
