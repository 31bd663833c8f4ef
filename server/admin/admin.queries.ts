import { sql } from 'kysely';
import { isDamaged } from '../database/errors.ts';
import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';

/** Returns the name of the newest migration that the database has. */
export async function selectNewestStep(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return rows[0]?.name ?? '';
}

const batchSize = 500;

/** The rows of all stored files, by key. */
export async function* objectsOf(db: Db): AsyncGenerator<ObjectsTable> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('objects')
      .selectAll()
      .where('key', '>', after)
      .orderBy('key')
      .limit(batchSize)
      .execute();
    yield* rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.key ?? after;
  }
}

/** Whether a stored file still has its row. */
export async function hasObject(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** What SQLite finds wrong in the pages of the database; empty when they are intact. */
export async function findPageDamage(
  db: Db,
  check: 'integrity_check' | 'quick_check',
): Promise<string[]> {
  try {
    const pragma = {
      integrity_check: sql`pragma integrity_check`,
      quick_check: sql`pragma quick_check`,
    };
    const { rows } = await pragma[check].$castTo<Record<string, string>>().execute(db);
    const found = rows.map((row) => row[check] ?? '');
    return found.length === 1 && found[0] === 'ok' ? [] : found;
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return [(error as Error).message];
  }
}

/** PostgreSQL's page checksums: whether they are on, and how many pages have failed theirs. */
export async function selectPageChecksums(db: Db): Promise<{ areOn: boolean; failures: number }> {
  const { rows } = await sql<{ are_on: string; failures: number }>`
    select current_setting('data_checksums') as are_on,
      coalesce(checksum_failures, 0)::int as failures
    from pg_stat_database where datname = current_database()`.execute(db);
  return { areOn: rows[0]?.are_on === 'on', failures: rows[0]?.failures ?? 0 };
}
