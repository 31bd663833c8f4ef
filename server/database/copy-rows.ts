/** Copies the records of a database to one of the other kind. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { CommandError } from '../settings/setting-error.ts';
import { executedSteps, migrate } from './migrate.ts';
import type { Db, OpenDatabase } from './open.ts';
import { copySqlite, openSqlite } from './sqlite.ts';
import { assertUnused, selectMark, writeMark } from './unfinished-copy.ts';

type Row = Record<string, string | number | null>;

interface Table {
  name: string;
  columns: readonly string[];
  /** The column whose values the database generates; null for none. */
  generated: string | null;
}

/** Few enough for the parameters of one statement: the widest table has 33 columns. */
const batchSize = 500;

/** The tables, each after those that it references. The index of chat words differs and is made anew. */
async function tablesOf(sqlite: Db): Promise<Table[]> {
  const { rows: names } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table'
      and name not like 'sqlite%' and name not like 'kysely%' and name not like 'message_words%'
    order by name`.execute(sqlite);
  const { rows: columns } = await sql<{ owner: string; name: string; type: string; pk: number }>`
    select t.name as owner, c.name, c.type, c.pk
    from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`.execute(sqlite);
  const { rows: references } = await sql<{ owner: string; target: string }>`
    select t.name as owner, f."table" as target
    from sqlite_master t join pragma_foreign_key_list(t.name) f where t.type = 'table'`.execute(
    sqlite,
  );
  const { rows: counters } = await sql<{ name: string }>`
    select name from sqlite_master where sql like '%autoincrement%'`.execute(sqlite);
  const ordered = new Map<string, Table>();
  const add = (name: string) => {
    if (ordered.has(name)) return;
    for (const { owner, target } of references) if (owner === name && target !== name) add(target);
    const own = columns.filter(({ owner }) => owner === name);
    const key = own.find(({ pk }) => pk === 1);
    const hasCounter = counters.some((counter) => counter.name === name);
    ordered.set(name, {
      name,
      columns: own.map((column) => column.name),
      generated: hasCounter && key ? key.name : null,
    });
  };
  for (const { name } of names) add(name);
  return [...ordered.values()];
}

/** The rows of a table, in batches. On PostgreSQL `db` is a transaction. */
async function* batchesOf({ engine, db }: OpenDatabase, { name, columns }: Table) {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  if (engine === 'postgres') {
    await sql`declare copied no scroll cursor for select ${selected} from ${sql.table(name)}`.execute(
      db,
    );
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from copied`.execute(db);
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) break;
    }
    await sql`close copied`.execute(db);
    return;
  }
  for (let after = 0; ; ) {
    const { rows } = await sql<Row & { copied_row: number }>`
      select rowid as copied_row, ${selected} from ${sql.table(name)}
      where rowid > ${after} order by rowid limit ${batchSize}`.execute(db);
    after = rows.at(-1)?.copied_row ?? after;
    if (rows.length > 0) yield rows.map(({ copied_row: _, ...row }): Row => row);
    if (rows.length < batchSize) return;
  }
}

/** Counts and hashes the rows of a table, whatever their order. */
class Tally {
  #sum = 0n;
  #count = 0;

  add(rows: readonly Row[], { columns }: Table): void {
    for (const row of rows) {
      const text = JSON.stringify(columns.map((column) => row[column]));
      this.#sum += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
    }
    this.#count += rows.length;
  }

  get count(): number {
    return this.#count;
  }

  equals(other: Tally): boolean {
    return this.#sum === other.#sum && this.#count === other.#count;
  }
}

/** Runs the work on one state of the database. On SQLite the caller keeps writers away. */
function withSnapshot<T>(from: OpenDatabase, work: (from: OpenDatabase) => Promise<T>): Promise<T> {
  if (from.engine === 'sqlite') return work(from);
  return from.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => work({ engine: 'postgres', db }));
}

/** Runs the work without the triggers, which have run for these records before. */
async function withoutTriggers(
  { engine, db: tx }: OpenDatabase,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  if (engine === 'postgres') {
    const set = async (state: 'enable' | 'disable') => {
      for (const { name } of tables) {
        const table = sql.table(name);
        await (state === 'enable'
          ? sql`alter table ${table} enable trigger user`
          : sql`alter table ${table} disable trigger user`
        ).execute(tx);
      }
    };
    await set('disable');
    await work();
    await set('enable');
    return;
  }
  const { rows: triggers } = await sql<{ name: string; definition: string }>`
    select name, sql as definition from sqlite_master where type = 'trigger'`.execute(tx);
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(tx);
  await work();
  for (const { definition } of triggers) await sql.raw(definition).execute(tx);
}

/** The last value that a table generated, which the next one follows even if its row is gone. */
async function lastGenerated(
  { engine, db }: OpenDatabase,
  { name, generated }: Table,
): Promise<number> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${name}`
    : sql<{ last: number }>`
        select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${name}, ${generated})), 0)
          as last`
  ).execute(db);
  return rows[0]?.last ?? 0;
}

async function setGenerated(
  { engine, db: tx }: OpenDatabase,
  { name, generated }: Table,
  last: number,
): Promise<void> {
  if (last === 0) return;
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${name}, ${generated}), ${last})`.execute(tx);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${name}`.execute(tx);
  await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(tx);
}

async function insertRows(tx: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(tx);
}

/**
 * Copies all records to a database of the other engine that has the same schema and no accounts, or is marked as
 * unfinished and stays so: all or nothing, and compared by count and hash before the commit. `index` makes what isn't copied, the index of chat words.
 * Returns the number of records.
 */
export async function copyRows(
  from: OpenDatabase,
  to: OpenDatabase,
  index: (to: OpenDatabase) => Promise<void>,
): Promise<number> {
  const tables = await tablesOf(from.engine === 'sqlite' ? from.db : to.db);
  const mark = await selectMark(to.db);
  if (mark === null) await assertUnused(to.db);
  // A backup keeps also records whose reference is broken; PostgreSQL refuses them.
  if (to.engine === 'sqlite') await sql`pragma foreign_keys = off`.execute(to.db);
  return to.db.transaction().execute(async (tx) => {
    const target = { engine: to.engine, db: tx };
    const tallies = new Map<Table, Tally>();
    await withoutTriggers(target, tables, async () => {
      for (const { name } of tables.toReversed()) {
        await sql`delete from ${sql.table(name)}`.execute(tx);
      }
      await withSnapshot(from, async (source) => {
        for (const table of tables) {
          const tally = new Tally();
          for await (const rows of batchesOf(source, table)) {
            await insertRows(tx, table, rows);
            tally.add(rows, table);
          }
          tallies.set(table, tally);
          if (table.generated) {
            await setGenerated(target, table, await lastGenerated(source, table));
          }
        }
      });
    });
    await index(target);
    let count = 0;
    for (const [table, tally] of tallies) {
      const copied = new Tally();
      for await (const rows of batchesOf(target, table)) copied.add(rows, table);
      if (!copied.equals(tally)) {
        throw new CommandError(
          `The copied table ${table.name} differs from its source. Nothing was stored.`,
        );
      }
      count += copied.count;
    }
    if (mark !== null) await writeMark(tx, mark);
    return count;
  });
}

/**
 * Writes the records of either engine to a new SQLite file, in the schema that they have; its owner alone can read it.
 * Without `index` a copy of PostgreSQL has no index of chat words.
 */
export async function saveRecords(
  database: OpenDatabase,
  file: string,
  index: (to: OpenDatabase) => Promise<void> = async () => undefined,
): Promise<void> {
  if (database.engine === 'sqlite') return copySqlite(database.db, file);
  // SQLite would create it readable for everyone; it accepts an empty one.
  await (await open(file, 'wx', 0o600)).close();
  const copy: OpenDatabase = { engine: 'sqlite', db: openSqlite(file) };
  try {
    await migrate(copy, await executedSteps(database));
    await copyRows(database, copy, index);
  } finally {
    await copy.db.destroy();
  }
}
