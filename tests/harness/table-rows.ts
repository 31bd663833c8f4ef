/** All rows of a database, read and written by table, whatever the release. */
import { sql } from 'kysely';
import type { Db, OpenDatabase } from '#server/database/open.ts';
import { seedSampleCompany } from '#server/sample/seed.ts';
import { startApp } from './app.ts';
import type { Engine } from './databases.ts';

export type Rows = Record<string, Record<string, unknown>[]>;
export type Columns = Record<string, string[]>;

/** Every table's columns, without those of the migrator and of search indexes. */
export async function columnsOf({ db }: Pick<OpenDatabase, 'db'>): Promise<Columns> {
  const tables = await db.introspection.getTables();
  const own = tables.filter(
    ({ name, isView }) => !isView && !/^(kysely|sqlite)_|^message_words/.test(name),
  );
  return Object.fromEntries(
    own.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  );
}

export async function readRows(db: Db, columns: Columns): Promise<Rows> {
  const all: Rows = {};
  for (const [table, names] of Object.entries(columns)) {
    const list = sql.join(names.map((name) => sql.ref(name)));
    const { rows } = await sql<
      Rows[string][number]
    >`select ${list} from ${sql.table(table)}`.execute(db);
    all[table] = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return all;
}

/** Rows of the sample company, at most 20 of each kind but all stored files, to which migrated rows refer. */
export async function sampleRows(): Promise<Rows> {
  const { ctx, close } = await startApp('sqlite');
  await seedSampleCompany(ctx);
  const rows = await readRows(ctx.db, await columnsOf(ctx));
  await close();
  return Object.fromEntries(
    Object.entries(rows).map(([table, found]) => [
      table,
      table === 'objects' ? found : found.slice(0, 20),
    ]),
  );
}

/** Inserts and updates the rows as a release that knows only `columns`, in any order of tables. */
export async function insertRows(
  { engine, db }: OpenDatabase,
  rows: Rows,
  columns: Columns,
): Promise<void> {
  const tables = await db.introspection.getTables();
  const generated = new Set(
    tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => column.isAutoIncrementing)
        .map((column) => `${name}.${column.name}`),
    ),
  );
  await db.connection().execute(async (one) => {
    // Triggers and foreign keys refer to rows that come later.
    const triggers = await suspendChecks(engine, one);
    for (const [table, names] of Object.entries(columns)) {
      await sql`delete from ${sql.table(table)}`.execute(one);
      for (const row of rows[table] ?? []) {
        const known = names.filter((name) => name in row);
        const [refs, values] = [
          known.map((name) => sql.ref(name)),
          known.map((name) => sql`${row[name]}`),
        ];
        await sql`insert into ${sql.table(table)} (${sql.join(refs)}) values (${sql.join(values)})`.execute(
          one,
        );
      }
      const changed = names.filter((name) => !generated.has(`${table}.${name}`));
      const set = changed.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)}`);
      if (changed.length > 0)
        await sql`update ${sql.table(table)} set ${sql.join(set)}`.execute(one);
    }
    for (const trigger of triggers) await sql.raw(trigger).execute(one);
  });
}

async function suspendChecks(engine: Engine, db: Db): Promise<string[]> {
  if (engine === 'postgres') {
    await sql`set session_replication_role = replica`.execute(db);
    return ['set session_replication_role = default'];
  }
  await sql`pragma foreign_keys = off`.execute(db);
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger'`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  return rows.map((row) => row.sql);
}
