import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, isPostgres } from '../database/open.ts';

const stateName = 'sample-data';

/** Whether a process has already decided whether to seed the sample data. */
export async function isDecided(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('installation_state')
    .select('name')
    .where('name', '=', stateName)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Waits until no other start is seeding; SQLite's writers wait anyway. Polls, because the pool's timeouts would end
 * one long query.
 */
export async function waitForOtherStarts(tx: Db): Promise<void> {
  if (!isPostgres(tx)) return;
  const lock = sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext(${stateName})) as taken`;
  while (!(await lock.execute(tx)).rows[0]?.taken) await pause(100);
}

/** Records the decision; false when another process was first. */
export async function decide(tx: Db, value: string): Promise<boolean> {
  const row = await tx
    .insertInto('installation_state')
    .values({ name: stateName, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether one of the tables has a row. */
export async function hasRows(db: Db, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Whether an open account has one of the normalized usernames or email addresses. */
export async function hasAccount(
  db: Db,
  usernames: readonly string[],
  emails: readonly string[],
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('closed_at', 'is', null)
    .where((is) => is.or([is('username_key', 'in', usernames), is('email_key', 'in', emails)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts rows that have the same columns; with an id column, returns the ids in the order of the rows. */
export async function insertRows(
  tx: Db,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  idColumn?: string,
): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const values = rows.map((row) => {
    const names = Object.keys(row);
    if (names.length !== columns.length || names.some((name) => !(name in first))) {
      throw new Error(`${table} needs ${columns.join()} in each row, not ${names.join()}`);
    }
    return sql`(${sql.join(columns.map((name) => row[name]))})`;
  });
  const insert = sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values ${sql.join(values)}`;
  if (!idColumn) {
    await insert.execute(tx);
    return [];
  }
  const returned = await sql<{
    id: number;
  }>`${insert} returning ${sql.ref(idColumn)} as id`.execute(tx);
  // Databases may return rows in any order, but they number them in the order of the values.
  return returned.rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Marks a message as read by its receiver. */
export async function markAsRead(tx: Db, messageId: number, readAt: string): Promise<void> {
  await tx.updateTable('messages').set({ read_at: readAt }).where('id', '=', messageId).execute();
}
