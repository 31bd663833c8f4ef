/** Fills the database of a company directly, on both engines. */
import { sql } from 'kysely';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';

/** Adds what a scenario measures to the database of a company. */
export type Fill = (database: OpenDatabase) => void | Promise<void>;

type Row = Record<string, string | number | null>;

/** Where a company's database is. */
export interface DatabaseSettings {
  databaseUrl: string | null;
  dataDir: string;
}

/** Rows per statement. */
const batchSize = 5_000;

/** Runs the work on the database, also while its server runs. Not measured, so not durable. */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(settings, { isUpgrade: true });
  try {
    if (database.engine === 'sqlite') {
      await execute(database, ['pragma synchronous = off', 'pragma cache_size = -200000']);
    }
    return await work(database);
  } finally {
    await database.db.destroy();
  }
}

/** Runs the statements one after another. */
export async function execute(
  { db }: Pick<OpenDatabase, 'db'>,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Inserts the rows that `rowOf` returns for each number from 1 to `count`; all have the columns of the first. Without
 * triggers and foreign keys, which take most of the time: the rows need the values that those would compute.
 */
export async function insertRows(
  database: OpenDatabase,
  table: string,
  count: number,
  rowOf: (n: number) => Row,
): Promise<void> {
  const { db, engine } = database;
  const names = Object.keys(rowOf(1));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`));
  await unchecked(database, table, async () => {
    for (let from = 1; from <= count; from += batchSize) {
      const size = Math.min(batchSize, count - from + 1);
      const rows = JSON.stringify(Array.from({ length: size }, (_, index) => rowOf(from + index)));
      const source =
        engine === 'sqlite'
          ? sql`select ${values} from json_each(${rows})`
          : sql`select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${rows})`;
      await sql`insert into ${sql.table(table)} (${columns}) ${source}`.execute(db);
    }
  });
}

async function unchecked(
  database: OpenDatabase,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  if (database.engine === 'sqlite') {
    const triggers = `select name, sql as definition from sqlite_master
      where type = 'trigger' and tbl_name = '${table}'`;
    await execute(database, ['pragma foreign_keys = off']);
    await without(database, 'trigger', triggers, work);
    await execute(database, ['pragma foreign_keys = on']);
    return;
  }
  await execute(database, [`alter table ${table} disable trigger all`]);
  await work();
  await execute(database, [`alter table ${table} enable trigger all`]);
}

/** Drops what `select` lists as name and definition, runs the work, and creates it again. */
async function without(
  database: OpenDatabase,
  kind: 'index' | 'trigger',
  select: string,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql.raw<{ name: string; definition: string }>(select).execute(database.db);
  const drops = rows.map(({ name }) => `drop ${kind} ${name}`);
  await execute(database, drops);
  await work();
  const definitions = rows.map(({ definition }) => definition);
  await execute(database, definitions);
}

/** Builds the index of chat words at the end on PostgreSQL: row by row takes five times as long. */
export async function withoutWordIndex(
  database: OpenDatabase,
  work: () => Promise<void>,
): Promise<void> {
  if (database.engine === 'sqlite') return work();
  const select = `select indexname as name, indexdef as definition from pg_indexes
    where indexname = 'message_words_words'`;
  await without(database, 'index', select, work);
}

/** Brings the statistics up to date, and on PostgreSQL what autovacuum would have done meanwhile. */
export async function analyze(database: OpenDatabase): Promise<void> {
  const { engine } = database;
  const statements = ['analyze', 'pragma wal_checkpoint(truncate)'];
  await execute(database, engine === 'sqlite' ? statements : ['vacuum analyze', 'checkpoint']);
}
