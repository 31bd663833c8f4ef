import { execFile } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { steps } from '#server/database/migrations/all.ts';
import type { Step } from '#server/database/migrations/steps.ts';
import { type Db, type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { upgradeDatabase } from '#server/database/upgrade.ts';
import { type Engine, engines, freshPostgres } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { nextSteps } from '#tests/harness/next-migration.ts';
import { seededRandom } from '#tests/harness/seeded-random.ts';
import { columnsOf, insertRows, readRows, sampleRows } from '#tests/harness/table-rows.ts';
import { waitForQuiet } from './quiet-database.ts';

const silent = { info: () => undefined, warn: () => undefined };
const root = join(import.meta.dirname, '../..');
afterEach(() => vi.unstubAllEnvs());
interface Place {
  settings: { databaseUrl: string | null; dataDir: string };
  /** Runs the work on the database. */
  use: <T>(work: (database: OpenDatabase) => Promise<T>) => Promise<T>;
  /** Waits until a killed process has left the database. */
  settle: () => Promise<void>;
}

/** An empty database, or one with the newest schema. */
async function newPlace(engine: Engine, schema: 'empty' | 'newest' = 'empty'): Promise<Place> {
  const dataDir = newFolder();
  const database = engine === 'postgres' ? await freshPostgres(schema) : null;
  if (database) onTestFinished(database.drop);
  const settings = { databaseUrl: database?.url ?? null, dataDir };
  if (schema === 'newest' && !database) await upgradeDatabase(settings, silent);
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

/** A database with these steps, and with the migrator's own tables. */
async function placeWith(engine: Engine, migrated: readonly Step[]): Promise<Place> {
  const place = await newPlace(engine);
  await place.use((database) => migrate(database, migrated));
  return place;
}

/** Kills migrations evenly over all statements. */
async function killInRounds(place: Place, statements: number, newest: unknown[]): Promise<number> {
  const random = seededRandom();
  const before = await place.use(schemaOf);
  const rounds = isFull ? 10 : 1;
  for (let round = 1; round <= rounds; round += 1) {
    const from = Math.floor((statements * (round - 1)) / rounds);
    const to = Math.max(from + 1, Math.floor((statements * round) / rounds));
    const killAt = from + random(to - from) + 1;
    expect(await migrateElsewhere(place, killAt)).toBeNull();
    await place.settle();
    const after = await place.use(schemaOf);
    // The kill takes a moment: near its end the migration may still commit, but only whole.
    if (killAt > statements / 2 && after.length === newest.length) return round;
    expect(after).toEqual(before);
  }
  return rounds;
}

/** Of the sample company, which takes seconds to seed. */
let samples: ReturnType<typeof sampleRows> | undefined;

/** One engine in `npm test`, both in full runs. */
const on = (engine: Engine) => (isFull ? engines : [engine]);

describe('migrations', () => {
  test.for(on('sqlite'))(
    'a process killed during a migration on %s leaves the schema as it was, and the next start completes it (FLT12)',
    { timeout: 1_800_000 },
    async (engine, { annotate }) => {
      const newest = await (await placeWith(engine, nextSteps)).use(schemaOf);
      const starts = isFull ? nextSteps.map((_, index) => nextSteps.slice(0, index)) : [steps];
      let kills = 0;
      for (const done of starts) {
        const place = await placeWith(engine, done);
        const statements = (await migrateElsewhere(await placeWith(engine, done), 0)) ?? 0;
        kills += await killInRounds(place, statements, newest);
        await upgradeDatabase(place.settings, silent, nextSteps);
        expect(await place.use(schemaOf)).toEqual(newest);
      }
      await annotate(
        `${engine}: ${kills} kills in ${starts.length} migrations, every one rolled back and completed at the next start`,
        'measured',
      );
    },
  );

  test.each(on('postgres'))(
    'processes that migrate %s at the same time all succeed (FLT12)',
    async (engine) => {
      const place = await placeWith(engine, steps);
      const counts = await Promise.all(
        Array.from({ length: isFull ? 6 : 2 }, () => migrateElsewhere(place, 0)),
      );
      expect(counts).not.toContain(null);
      expect(await place.use(({ db }) => executedSteps(db))).toHaveLength(nextSteps.length);
    },
  );

  test.each(on('postgres'))(
    'a database on %s is saved before its migration, its rows survive, and the previous release works on (FLT12)',
    async (engine) => {
      samples ??= sampleRows();
      const rows = await samples;
      const place = await placeWith(engine, steps);
      const { dataDir } = place.settings;
      const columns = await place.use(columnsOf);
      await place.use((database) => insertRows(database, rows, columns));
      const before = await place.use(({ db }) => readRows(db, columns));
      expect(Object.values(before).flat().length).toBeGreaterThan(200);
      writeFileSync(join(dataDir, 'before-001-initial.sqlite'), 'of the upgrade before');
      const logged: unknown[] = [];
      const log = { ...silent, info: (fields: unknown) => logged.push(fields) };
      await upgradeDatabase(place.settings, log, nextSteps);
      expect(await place.use(({ db }) => readRows(db, columns))).toEqual(before);

      const name = `before-${nextSteps.at(-1)?.name}.sqlite`;
      expect(savedIn(dataDir)).toEqual([name]);
      expect(logged).toEqual([{ file: join(dataDir, name) }]);
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
      const copy = openSqlite(join(dataDir, name));
      expect(await executedSteps(copy)).toEqual(steps.map((step) => step.name));
      const jobs = await copy.selectFrom('jobs').select('id').execute();
      expect(jobs).toHaveLength(before.jobs?.length ?? 0);
      await copy.destroy();

      // The statements of this release, which knows these columns alone, on the schema of the next one.
      const newest = await placeWith(engine, nextSteps);
      await newest.use(async (database) => {
        await insertRows(database, rows, columns);
        expect(await readRows(database.db, columns)).toEqual(before);
      });
    },
  );

  test.each(on('postgres'))(
    'no query of a running node on %s fails when another node adds a column (FLT12)',
    async (engine) => {
      const place = await placeWith(engine, steps);
      await place.use(async ({ db }) => {
        const read = (from: Db) =>
          from.selectFrom('damages').selectAll().where('version', '=', 1).execute();
        // So often that PostgreSQL prepares the query.
        const readOften = async () => {
          for (let time = 0; time < 20; time += 1) {
            await read(db);
            await db.transaction().execute(read);
          }
        };
        await readOften();
        const { promise: waits, resolve: warn } = Promise.withResolvers<void>();
        const upgrade = () => upgradeDatabase(place.settings, { ...silent, warn }, nextSteps);
        let upgraded: Promise<void> | undefined;
        if (engine === 'postgres') {
          // Someone reads the table for a while, as a backup does: the migration waits, and nobody behind it.
          await db.transaction().execute(async (tx) => {
            await read(tx);
            upgraded = upgrade();
            await waits;
            await read(db);
          });
        }
        await (upgraded ?? upgrade());
        await readOften();
      });
    },
  );
});

const savedIn = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => name.startsWith('before-'));

test('saves no new database, and refuses one that another release has migrated', async () => {
  const place = await newPlace('sqlite', 'newest');
  expect(savedIn(place.settings.dataDir)).toEqual([]);
  const { settings } = await placeWith('sqlite', nextSteps);
  await expect(upgradeDatabase(settings, silent)).rejects.toThrow('Another release');
  // Of a release before 1.0.0, whose migrations are gone.
  await place.use(({ db }) =>
    sql`update kysely_migration set name = '001-first-floor' where name = '001-initial'`.execute(
      db,
    ),
  );
  await expect(upgradeDatabase(place.settings, silent)).rejects.toThrow('Another release');
});
