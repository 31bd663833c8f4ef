/**
 * Marks where a restore or a move writes to, from before its first byte until after its last: `unfinished.json` in the
 * data folder, and a row in PostgreSQL. Nothing but the command itself uses what is marked.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { syncFolder } from '../platform/runtime/data-dir.ts';
import type { Config } from '../settings/config.ts';
import { CommandError, SettingError } from '../settings/setting-error.ts';
import { migrate } from './migrate.ts';
import { type Db, openDatabase } from './open.ts';

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl'>;

const stateName = 'unfinished-copy';
const markFile = 'unfinished.json';

const markShape = z.object({
  command: z.enum(['restore', 'move']),
  /** What to type to run it again, without secrets. */
  line: z.string(),
  dataDir: z.string(),
  /** The settings of the half that isn't complete; null: everything in the data folder. */
  target: z.nullable(z.string()),
});
type Mark = z.output<typeof markShape>;
type Command = Mark['command'];

/** Stands for a mark that somebody changed. */
const unreadable = {
  command: 'restore',
  line: 'npm run admin -- restore <backup>',
  target: null,
} as const;

/** An address without its user and password. */
export function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^/@]*@/g, '//').replace(/^(postgres(?:ql)?:[^?]*).*/, '$1');
}

function targetOf({ databaseUrl, storageUrl }: Settings): string {
  return [databaseUrl, storageUrl].map((url) => withoutSecrets(url ?? 'none')).join(' ');
}

function parseMark(text: string): Mark | null {
  try {
    return markShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Null: there is none. */
function readFileMark(dataDir: string): Mark | typeof unreadable | null {
  const file = join(dataDir, markFile);
  return existsSync(file) ? (parseMark(readFileSync(file, 'utf8')) ?? unreadable) : null;
}

/** The text of the mark in a database; null: there is none. */
export async function selectMark(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('installation_state')
    .select('value')
    .where('name', '=', stateName)
    .executeTakeFirst()
    .catch((error: { code?: unknown }) => {
      // The database is empty.
      if (error.code === '42P01') return undefined;
      throw error;
    });
  return row?.value ?? null;
}

export async function writeMark(db: Db, value: string): Promise<void> {
  await db
    .insertInto('installation_state')
    .values({ name: stateName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Throws for a database with accounts: the records that migrations insert may be replaced, others not. */
export async function assertUnused(db: Db): Promise<void> {
  const users = await db.selectFrom('users').select('user_id').limit(1).execute();
  if (users.length > 0) {
    throw new CommandError('The new database has records. Choose an empty one.');
  }
}

async function inPostgres<T>(settings: Settings, work: (db: Db) => Promise<T>): Promise<T | null> {
  if (settings.databaseUrl === null) return null;
  const { db } = await openDatabase(settings);
  return work(db).finally(() => db.destroy());
}

/** The first query of each start and command: what fails here is the setting. */
function nameDatabase(error: { code?: string; message?: string }): never {
  const reason = (error.message || error.code || '').split('\n')[0]?.replace(/\.$/, '');
  throw new SettingError(
    `Can't use the database of DATABASE_URL: ${reason}. Check the address and the server.`,
  );
}

async function readDatabaseMark(settings: Settings): Promise<Mark | null> {
  return parseMark((await inPostgres(settings, selectMark)) ?? '');
}

const halfWritten = (place: string, { line }: { line: string }) =>
  new SettingError(`${place} is only half written: run '${line}' again, unless it still runs.`);

/** Throws for a data folder or a database that a restore or a move has left half written. */
export async function refuseUnfinished(settings: Settings): Promise<void> {
  const inFolder = readFileMark(settings.dataDir);
  if (inFolder && (inFolder.target === null || inFolder.target === targetOf(settings))) {
    throw halfWritten(
      inFolder.target === null ? `DATA_DIR ${settings.dataDir}` : 'The place of these settings',
      inFolder,
    );
  }
  const inDatabase = await readDatabaseMark(settings).catch(nameDatabase);
  if (inDatabase) throw halfWritten('The database of DATABASE_URL', inDatabase);
}

/** Whether an earlier run of the command has left its mark, so that what it wrote may be overwritten. */
export async function isMarked(to: Settings, command: Command): Promise<boolean> {
  const inFolder = readFileMark(to.dataDir);
  if (inFolder) return inFolder.command === command;
  const inDatabase = await readDatabaseMark(to);
  return inDatabase?.command === command && inDatabase.dataDir === to.dataDir;
}

/** Marks a place before anything is written to it; throws for a database with records. */
export async function markUnfinished(
  to: Settings,
  command: Command,
  line: string,
  databaseIsNew: boolean,
): Promise<void> {
  const target = command === 'move' ? targetOf(to) : null;
  const text = JSON.stringify({ command, line, dataDir: to.dataDir, target } satisfies Mark);
  if (to.databaseUrl !== null && databaseIsNew) {
    const database = await openDatabase(to, { isUpgrade: true });
    try {
      await migrate(database);
      const found = parseMark((await selectMark(database.db)) ?? '');
      if (found && found.command !== command) throw halfWritten('The database', found);
      if (!found) await assertUnused(database.db);
      await writeMark(database.db, text);
    } finally {
      await database.db.destroy();
    }
  }
  const file = join(to.dataDir, markFile);
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  await syncFolder(to.dataDir);
}

/** The database's mark goes last: it stands for the folder, too. */
export async function unmark(to: Settings): Promise<void> {
  await rm(join(to.dataDir, markFile));
  await syncFolder(to.dataDir);
  await inPostgres(to, (db) =>
    db.deleteFrom('installation_state').where('name', '=', stateName).execute(),
  );
}
