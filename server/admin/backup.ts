import { link, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { saveRecords } from '../database/copy-rows.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';
import { indexMessages } from '../features/chat/chat-search.ts';
import { manifestFile } from '../platform/backups/backups.ts';
import { makeFolder, syncFolder } from '../platform/runtime/data-dir.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { ObjectNotFound, type Storage } from '../platform/storage/storage.ts';
import type { Config } from '../settings/config.ts';
import { CommandError } from '../settings/setting-error.ts';
import { objectsOf, selectNewestStep } from './admin.queries.ts';
import {
  copyStream,
  databaseFile,
  type Entry,
  filesFolder,
  hashStream,
  manifestText,
  readManifest,
} from './manifest.ts';
import { requireDatabase } from './open.ts';

/** A complete backup whose files a new one need not copy: a key never gets other bytes. */
interface Earlier {
  folder: string;
  entries: ReadonlyMap<string, Entry>;
}

class Copies {
  readonly entries = new Map<string, Entry>();
  readonly problems = new Map<string, string>();
  readonly #storage: Storage;
  readonly #folder: string;
  readonly #earlier: Earlier | null;

  constructor(storage: Storage, folder: string, earlier: Earlier | null) {
    this.#storage = storage;
    this.#folder = folder;
    this.#earlier = earlier;
  }

  async add(object: ObjectsTable): Promise<void> {
    if (this.entries.has(object.key)) return;
    const path = `${filesFolder}${object.key}`;
    const target = join(this.#folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (await this.#reuse(path, object)) return;
    try {
      const copied = await copyStream(await this.#storage.read(object.key), target);
      this.entries.set(object.key, { path, mediaType: object.media_type, ...copied });
      if (copied.sha256 !== object.sha256) {
        this.problems.set(object.key, `${object.key} differs from what was stored.`);
      }
    } catch (error) {
      if (!(error instanceof ObjectNotFound)) throw error;
      this.problems.set(object.key, `${object.key} is missing from storage.`);
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

  /** Gives the file of the backup before a second name (a hard link); false when it must be copied. */
  async #reuse(path: string, { key, sha256 }: ObjectsTable): Promise<boolean> {
    const entry = this.#earlier?.entries.get(path);
    if (!this.#earlier || entry?.sha256 !== sha256) return false;
    const file = join(this.#earlier.folder, path);
    const found = await stat(file).catch(() => ({ size: -1 }));
    if (found.size !== entry.size) return false;
    try {
      await link(file, join(this.#folder, path));
    } catch {
      return false;
    }
    this.entries.set(key, entry);
    return true;
  }
}

async function addDatabase(database: OpenDatabase, folder: string, copies: Copies): Promise<Entry> {
  const file = join(folder, databaseFile);
  await saveRecords(database, file, indexMessages);
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
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
    const copied = await hashStream(handle.createReadStream({ autoClose: false }));
    return { path: databaseFile, mediaType: 'application/vnd.sqlite3', ...copied };
  } finally {
    await handle.close();
  }
}

interface Result {
  /** To print. */
  lines: string[];
  problems: string[];
}

/** Copies a snapshot of the database and every stored file to a new folder, also while the server runs. */
export async function backup(config: Config, folder: string, now?: Date): Promise<Result> {
  requireDatabase(config);
  makeFolder(folder);
  if ((await readdir(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty. Choose a new folder.`);
  }
  return writeBackup(config, folder, null, now);
}

/** As `backup`, to an empty folder; shares files with the backup in the folder `earlier` instead of copying them. */
export async function writeBackup(
  config: Config,
  folder: string,
  earlier: string | null,
  now = new Date(),
): Promise<Result> {
  requireDatabase(config);
  const database = await openDatabase(config, { isUpgrade: true });
  const { db } = database;
  try {
    const storage = await openStorage(config, { emptyTemporary: false });
    const copies = new Copies(
      storage,
      folder,
      earlier === null ? null : await readEarlier(earlier),
    );
    // Files first, then the database, then files added meanwhile, so that every row has its file.
    for await (const object of objectsOf(db)) await copies.add(object);
    const files = [await addDatabase(database, folder, copies), ...copies.entries.values()];
    const manifest = manifestText({
      made: now.toISOString(),
      schema: await selectNewestStep(db),
      files,
    });
    await finish(folder, manifest);
    const lines = [`Saved ${files.length} files to ${folder}.`];
    return { lines, problems: [...copies.problems.values()] };
  } finally {
    await db.destroy();
  }
}

async function readEarlier(folder: string): Promise<Earlier> {
  const { files } = await readManifest(folder);
  return { folder, entries: new Map(files.map((entry) => [entry.path, entry])) };
}

/** Writes the manifest, which promises that all files are there. */
async function finish(folder: string, manifest: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  }
  await syncFolder(folder);
  const file = join(folder, manifestFile);
  await writeFile(file, manifest, { flag: 'wx', mode: 0o600, flush: true });
  await syncFolder(folder);
}
