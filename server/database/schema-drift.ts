import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate, statementsOf } from './migrate.ts';
import { steps } from './migrations/all.ts';
import { type Db, type OpenDatabase, openDatabase } from './open.ts';

/** Definitions by kind and name, such as `index inquiries_new`. */
type Schema = ReadonlyMap<string, string>;

const ofSqlite = sql<{ name: string; definition: string }>`
  select type || ' ' || name as name, sql as definition from sqlite_master
  where sql is not null and name not like 'sqlite%' and name not like 'kysely%'`;

const ofPostgres = sql<{ name: string; definition: string }>`
  with tables as (
    select oid, relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely%'
  ), found (name, definition) as (
    select 'column ' || relname || '.' || attname,
      concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
        pg_get_expr(adbin, adrelid))
    from tables join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select 'constraint ' || relname || '.' || conname, pg_get_constraintdef(c.oid)
    from tables t join pg_constraint c on conrelid = t.oid where contype <> 'n'
    union all
    select 'index ' || i.relname, pg_get_indexdef(i.oid)
    from tables t join pg_index on indrelid = t.oid join pg_class i on i.oid = indexrelid
    union all
    select 'trigger ' || t.relname || '.' || tgname, tgenabled::text || ' ' || pg_get_triggerdef(g.oid)
    from tables t join pg_trigger g on tgrelid = t.oid where not tgisinternal
    union all
    select 'function ' || proname, prosrc from pg_proc
    where pronamespace = current_schema()::regnamespace
  )
  select name, replace(definition, current_schema() || '.', '') as definition from found`;

async function schemaOf({ engine, db }: OpenDatabase): Promise<Schema> {
  const { rows } = await (engine === 'sqlite' ? ofSqlite : ofPostgres).execute(db);
  return new Map(rows.map(({ name, definition }) => [name, definition.replace(/\s+/g, ' ')]));
}

/** The schema that the steps make, of an empty database in a temporary folder. */
async function expectedOnSqlite(): Promise<Schema> {
  const dataDir = await mkdtemp(join(tmpdir(), 'headrack-schema-'));
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    await migrate(database);
    return await schemaOf(database);
  } finally {
    await database.db.destroy();
    await rm(dataDir, { recursive: true });
  }
}

/** The schema that the steps make, in a transaction that is rolled back. */
async function expectedOnPostgres(db: Db): Promise<Schema> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`create schema headrack_expected`.execute(tx);
    await sql`set local search_path = headrack_expected`.execute(tx);
    for (const step of steps) {
      for (const statement of statementsOf(step, 'postgres')) await sql.raw(statement).execute(tx);
    }
    return await schemaOf({ engine: 'postgres', db: tx });
  } finally {
    await tx.rollback().execute();
  }
}

/** How the schema of a migrated database differs from the one of this release, such as 'index a is missing'. */
export async function findSchemaDrift(database: OpenDatabase): Promise<string[]> {
  const expected = await (database.engine === 'sqlite'
    ? expectedOnSqlite()
    : expectedOnPostgres(database.db));
  const found = await schemaOf(database);
  return [...new Set([...expected.keys(), ...found.keys()])].sort().flatMap((name) => {
    if (!found.has(name)) return `${name} is missing`;
    if (!expected.has(name)) return `${name} is not of this release`;
    return found.get(name) === expected.get(name) ? [] : `${name} was changed`;
  });
}
