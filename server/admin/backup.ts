import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { CommandError } from '../config.ts';
import { saveRecords } from '../database/copy-rows.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/platform.ts';
import { indexMessages } from '../features/chat/chat-search.ts';
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
  readManifest,
  writeManifest,
} from './manifest.ts';
import { requireDatabase } from './open.ts';

async function createEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty. Choose a new folder.`);
  }
}

const changed = (key: string) => `${key} differs from what was stored.`;

/** Files of an earlier backup that a new one need not copy: a key never gets other bytes. */
class Earlier {
  readonly #folder: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(folder: string, entries: readonly Entry[]) {
    this.#folder = folder;
    this.#entries = new Map(entries.map((entry) => [entry.path, entry]));
  }

  /** Without files if another key encrypted them. */
  static async open(folder: string, keys: EncryptionKeys | null): Promise<Earlier> {
    const { encrypted, keyId, files } = await readManifest(folder);
    const isSame = encrypted === (keys !== null) && keyId === keys?.id;
    return new Earlier(folder, isSame ? files : []);
  }

  /** Gives the file a second name in the new backup; null when it can't. */
  async link(path: string, object: ObjectsTable, target: string): Promise<Entry | null> {
    const entry = this.#entries.get(path);
    if (!entry) return null;
    const { size } = await stat(join(this.#folder, path)).catch(() => ({ size: -1 }));
    // The hash of an encrypted file is of its encrypted bytes.
    const isSame = entry.sha256 === object.sha256 || size > object.size;
    if (size !== entry.size || !isSame) return null;
    return link(join(this.#folder, path), target).then(
      () => entry,
      () => null,
    );
  }
}

class Copies {
  readonly entries = new Map<string, Entry>();
  readonly problems = new Map<string, string>();
  readonly #storage: Storage;
  readonly #folder: string;
  readonly #keys: EncryptionKeys | null;
  readonly #earlier: Earlier | null;

  constructor(
    storage: Storage,
    folder: string,
    keys: EncryptionKeys | null,
    earlier: Earlier | null,
  ) {
    this.#storage = storage;
    this.#folder = folder;
    this.#keys = keys;
    this.#earlier = earlier;
  }

  async add(object: ObjectsTable): Promise<void> {
    if (this.entries.has(object.key)) return;
    const path = `${filesFolder}${object.key}`;
    const target = join(this.#folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const linked = await this.#earlier?.link(path, object, target);
    if (linked) {
      this.entries.set(object.key, linked);
      return;
    }
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
  database: OpenDatabase,
  folder: string,
  copies: Copies,
  keys: EncryptionKeys | null,
): Promise<Entry> {
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
 * Copies a snapshot of the database and every stored file, also while the server runs. Files that the backup `earlier`
 * has get a second name instead. Returns the lines to print.
 */
export async function backup(
  config: Config,
  folder: string,
  now: Date = new Date(),
  earlier: string | null = null,
): Promise<{ lines: string[]; problems: string[] }> {
  requireDatabase(config);
  const database = await openDatabase(config, { isUpgrade: true });
  const { db } = database;
  try {
    await createEmpty(folder);
    const storage = await openStorage(config, { emptyTemporary: false });
    const keys = config.encryptionKeys ? new EncryptionKeys(config.encryptionKeys) : null;
    const from = earlier === null ? null : await Earlier.open(earlier, keys);
    const copies = new Copies(storage, folder, keys, from);
    // Files first, then the database, then files added meanwhile, so that every row has its file.
    for await (const object of objectsOf(db)) await copies.add(object);
    const files = [await databaseEntry(database, folder, copies, keys), ...copies.entries.values()];
    // The manifest promises that all of them are there.
    const folders = files.map(({ path }) => dirname(join(folder, path)));
    for (const path of new Set([...folders, join(folder, filesFolder), folder])) {
      if (existsSync(path)) await syncFolder(path);
    }
    await writeManifest(folder, {
      made: now.toISOString(),
      schema: await selectNewestStep(db),
      database: 'sqlite',
      encrypted: keys !== null,
      ...(keys && { keyId: keys.id }),
      files,
    });
    await syncFolder(folder);
    const lines = [`Saved ${files.length} files to ${folder}.`];
    return { lines, problems: [...copies.problems.values()] };
  } finally {
    await db.destroy();
  }
}
