import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { CommandError } from '../config.ts';
import { type Db, openDatabase } from '../database/open.ts';
import { copySqlite } from '../database/sqlite.ts';
import type { ObjectsTable } from '../database/tables/platform.ts';
import { syncFolder } from '../platform/data-dir.ts';
import { encryptFile } from '../platform/storage/encrypted-storage.ts';
import { EncryptionKeys, encrypted } from '../platform/storage/encryption.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { NotAsStored, ObjectNotFound, type Storage } from '../platform/storage/storage.ts';
import { objectsOf, selectNewestStep } from './admin.queries.ts';
import {
  copyStream,
  databaseFile,
  type Entry,
  filesFolder,
  hashStream,
  writeManifest,
} from './manifest.ts';
import { withDatabase } from './open.ts';

async function createEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty. Choose a new folder.`);
  }
}

const changed = (key: string) => `${key} differs from what was stored.`;

class Copies {
  readonly entries = new Map<string, Entry>();
  readonly problems = new Map<string, string>();
  readonly #storage: Storage;
  readonly #folder: string;
  readonly #keys: EncryptionKeys | null;

  constructor(storage: Storage, folder: string, keys: EncryptionKeys | null) {
    this.#storage = storage;
    this.#folder = folder;
    this.#keys = keys;
  }

  async add(object: ObjectsTable): Promise<void> {
    if (this.entries.has(object.key)) return;
    const path = `${filesFolder}${object.key}`;
    const target = join(this.#folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      const keys = this.#keys;
      const { read, written } = await copyStream(
        await this.#storage.read(object.key),
        target,
        keys ? (chunks) => encrypted(keys, chunks, object.size) : undefined,
      );
      this.entries.set(object.key, { path, mediaType: object.media_type, ...written });
      if (read.sha256 !== object.sha256) this.problems.set(object.key, changed(object.key));
    } catch (error) {
      const isMissing = error instanceof ObjectNotFound;
      if (!isMissing && !(error instanceof NotAsStored)) throw error;
      const problem = isMissing ? `${object.key} is missing from storage.` : changed(object.key);
      this.problems.set(object.key, problem);
      await rm(target, { force: true });
    }
  }

  /** Deletes copies without a row in the backup's database: their files were deleted during the backup. */
  async keepOnly(known: ReadonlySet<string>): Promise<void> {
    for (const [key, { path }] of this.entries) {
      if (known.has(key)) continue;
      await rm(join(this.#folder, path), { force: true });
      this.entries.delete(key);
    }
    for (const key of this.problems.keys()) if (!known.has(key)) this.problems.delete(key);
  }
}

async function databaseEntry(
  db: Db,
  folder: string,
  copies: Copies,
  keys: EncryptionKeys | null,
): Promise<Entry> {
  const file = join(folder, databaseFile);
  await copySqlite(db, file);
  const copy = await openDatabase({ databaseUrl: null, dataDir: folder });
  try {
    const known = new Set<string>();
    for await (const object of objectsOf(copy.db)) {
      known.add(object.key);
      await copies.add(object);
    }
    await copies.keepOnly(known);
  } finally {
    await copy.db.destroy();
  }
  if (keys) {
    const plain = `${file}.plain`;
    await rename(file, plain);
    await encryptFile(keys, plain, file);
    await rm(plain);
  }
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
    const copied = await hashStream(handle.createReadStream({ autoClose: false }));
    return { path: databaseFile, mediaType: 'application/vnd.sqlite3', ...copied };
  } finally {
    await handle.close();
  }
}

/**
 * Copies a snapshot of the database and every stored file, also while the server runs. On PostgreSQL it copies only
 * the files; pg_dump saves the rows. Returns the lines to print.
 */
export async function backup(
  config: Config,
  folder: string,
  now: Date = new Date(),
): Promise<{ lines: string[]; problems: string[] }> {
  return withDatabase(config, async (db) => {
    await createEmpty(folder);
    const storage = await openStorage(config, { emptyTemporary: false });
    const keys = config.encryptionKeys ? new EncryptionKeys(config.encryptionKeys) : null;
    const copies = new Copies(storage, folder, keys);
    // Files first, then the database, then files added meanwhile, so that every row has its file.
    for await (const object of objectsOf(db)) await copies.add(object);
    const engine = config.databaseUrl === null ? 'sqlite' : 'postgres';
    const database = engine === 'sqlite' ? [await databaseEntry(db, folder, copies, keys)] : [];
    const files = [...database, ...copies.entries.values()];
    // The manifest promises that all of them are there.
    const folders = files.map(({ path }) => dirname(join(folder, path)));
    for (const path of new Set([...folders, join(folder, filesFolder), folder])) {
      if (existsSync(path)) await syncFolder(path);
    }
    await writeManifest(folder, {
      made: now.toISOString(),
      schema: await selectNewestStep(db),
      database: engine,
      encrypted: keys !== null,
      files,
    });
    await syncFolder(folder);
    const lines = [`Saved ${files.length} files to ${folder}.`];
    if (engine === 'postgres') {
      lines.push(
        'This backup does not contain the PostgreSQL rows: save them with pg_dump before you run this command.',
      );
    }
    return { lines, problems: [...copies.problems.values()] };
  });
}
