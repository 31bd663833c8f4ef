import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { steps } from '#server/database/migrations/all.ts';
import { type Db, type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { upgradeDatabase } from '#server/database/upgrade.ts';
import { type Engine, engines, freshPostgres } from '../harness/databases.ts';
import { isFull } from '../harness/is-full.ts';
import { columnsOf, insertRows, readRows, sampleRows } from '../harness/table-rows.ts';
import { waitForQuiet } from './quiet-database.ts';

const silent = { info: () => undefined, warn: () => undefined };
const root = join(import.meta.dirname, '../..');
const folders: string[] = [];
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-migrations-'));
  folders.push(folder);
  return folder;
}

interface Place {
  settings: { databaseUrl: string | null; dataDir: string };
  /** Runs the work on the database. */
  use: <T>(work: (database: OpenDatabase) => Promise<T>) => Promise<T>;
  /** Waits until a killed process has left the database. */
  settle: () => Promise<void>;
}

/** An empty database. */
async function newPlace(engine: Engine): Promise<Place> {
  const dataDir = newFolder();
  const database = engine === 'postgres' ? await freshPostgres() : null;
  if (database) onTestFinished(database.drop);
  const settings = { databaseUrl: database?.url ?? null, dataDir };
  return {
    settings,
    use: async (work) => {
      const opened = await openDatabase(settings);
      return work(opened).finally(() => opened.db.destroy());
    },
    settle: async () => {
      if (database) await waitForQuiet(database.url);
    },
  };
}

/** Every table, column, index and trigger. */
async function schemaOf({ engine, db }: OpenDatabase): Promise<unknown[]> {
  const { rows } =
    engine === 'sqlite'
      ? await sql`select type, name, sql from sqlite_master where name not like 'sqlite_stat%' order by type, name`.execute(
          db,
        )
      : await sql`
          select table_name || '.' || column_name as name,
            concat_ws(' ', data_type, is_nullable, column_default) as what
          from information_schema.columns where table_schema = 'public'
          union all select indexname, indexdef from pg_indexes where schemaname = 'public'
          union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
          union all select conname, pg_get_constraintdef(oid) from pg_constraint
            where connamespace = 'public'::regnamespace
          order by 1, 2`.execute(db);
  return rows;
}

async function executedSteps(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Migrates in another process, killed before the statement; returns its number of statements, null when killed. */
function migrateElsewhere({ settings }: Place, killAt: number): Promise<number | null> {
  const args = [settings.databaseUrl ?? settings.dataDir, String(killAt)];
  const script = join(root, 'tests/harness/migrate-worker.ts');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...args], { cwd: root }, (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve(null);
      else if (error) reject(new Error(stderr));
      else resolve(Number(stdout));
    });
  });
}

/** A database with the first steps, and with the migrator's own tables. */
async function placeAfter(engine: Engine, count: number): Promise<Place> {
  const place = await newPlace(engine);
  await place.use((database) => migrate(database, steps.slice(0, count)));
  return place;
}

/** Kills migrations evenly over all statements. */
async function killInRounds(place: Place, statements: number, newest: unknown[]): Promise<number> {
  const before = await place.use(schemaOf);
  const rounds = isFull ? 10 : 1;
  for (let round = 1; round <= rounds; round += 1) {
    const from = Math.floor((statements * (round - 1)) / rounds);
    const to = Math.max(from + 1, Math.floor((statements * round) / rounds));
    const killAt = randomInt(from, to) + 1;
    expect(await migrateElsewhere(place, killAt)).toBeNull();
    await place.settle();
    const after = await place.use(schemaOf);
    // The kill takes a moment: near its end the migration may still commit, but only whole.
    if (killAt > statements / 2 && after.length === newest.length) return round;
    expect(after).toEqual(before);
  }
  return rounds;
}

async function schemaAfter(engine: Engine, count: number): Promise<unknown[]> {
  return (await placeAfter(engine, count)).use(schemaOf);
}

describe.each(engines)('migrations on %s', (engine) => {
  test('a process killed during a migration leaves the schema as it was, and the next start completes it (FLT12)', async ({
    annotate,
  }) => {
    const newest = await schemaAfter(engine, steps.length);
    const starts = isFull ? steps.map((_, index) => index) : [steps.length - 3];
    let kills = 0;
    for (const done of starts) {
      const place = await placeAfter(engine, done);
      const statements = (await migrateElsewhere(await placeAfter(engine, done), 0)) ?? 0;
      kills += await killInRounds(place, statements, newest);
      await upgradeDatabase(place.settings, silent);
      expect(await place.use(schemaOf)).toEqual(newest);
    }
    await annotate(
      `${engine}: ${kills} kills in ${starts.length} migrations, every one rolled back and completed at the next start`,
      'measured',
    );
  }, 1_800_000);

  test('processes that migrate at the same time all succeed (FLT12)', async () => {
    const place = await newPlace(engine);
    await place.use((database) => migrate(database, steps.slice(0, -2)));
    const counts = await Promise.all(
      Array.from({ length: isFull ? 6 : 2 }, () => migrateElsewhere(place, 0)),
    );
    expect(counts).not.toContain(null);
    expect(await place.use(({ db }) => executedSteps(db))).toHaveLength(steps.length);
  });

  test('saves the database before its migration, and a new one not at all (FLT12)', async () => {
    const place = await newPlace(engine);
    const { dataDir } = place.settings;
    await upgradeDatabase(place.settings, silent);
    const saved = () => readdirSync(dataDir).filter((name) => name.startsWith('before-'));
    expect(saved()).toEqual([]);

    const older = await newPlace(engine);
    Object.assign(older.settings, { dataDir });
    if (engine === 'sqlite') rmSync(join(dataDir, 'headrack.sqlite'));
    await older.use(async (database) => {
      await migrate(database, steps.slice(0, -1));
      await database.db.insertInto('visitor_mails').values(mailCount).execute();
    });
    writeFileSync(join(dataDir, 'before-001-first-floor.sqlite'), 'of the upgrade before');
    const logged: unknown[] = [];
    await upgradeDatabase(older.settings, {
      ...silent,
      info: (fields: unknown) => logged.push(fields),
    });
    const name = `before-${steps.at(-1)?.name}.sqlite`;
    expect(saved()).toEqual([name]);
    expect(logged).toEqual([{ file: join(dataDir, name) }]);
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    const copy = openSqlite(join(dataDir, name));
    expect(await executedSteps(copy)).toEqual(steps.slice(0, -1).map((step) => step.name));
    expect(await copy.selectFrom('visitor_mails').selectAll().execute()).toEqual([mailCount]);
    await copy.destroy();
  });

  test('the statements of the previous release work on the newest schema, and its rows survive (FLT12)', async () => {
    const rows = await sampleRows();
    const previous = await newPlace(engine);
    await previous.use((database) => migrate(database, steps.slice(0, -1)));
    const columns = await previous.use(columnsOf);
    await previous.use((database) => insertRows(database, rows, columns));
    const before = await previous.use(({ db }) => readRows(db, columns));
    expect(Object.values(before).flat().length).toBeGreaterThan(200);
    await upgradeDatabase(previous.settings, silent);
    expect(await previous.use(({ db }) => readRows(db, columns))).toEqual(before);

    const newest = await newPlace(engine);
    await newest.use(async (database) => {
      await migrate(database);
      await insertRows(database, rows, columns);
      expect(await readRows(database.db, columns)).toEqual(before);
    });
  });
});

const mailCount = { recipient: 'a@example.com', day: '2026-01-01', count: 1 };

test('refuses a database that a newer release has migrated', async () => {
  const place = await newPlace('sqlite');
  await upgradeDatabase(place.settings, silent);
  await place.use(({ db }) =>
    sql`insert into kysely_migration values ('999-of-a-newer-release', '2026-01-01')`.execute(db),
  );
  await expect(upgradeDatabase(place.settings, silent)).rejects.toThrow('A newer release');
});
