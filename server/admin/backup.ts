import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBucket } from '../bucket-address.ts';
import type { Config } from '../config.ts';
import { saveRecords } from '../database/copy-rows.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';
import { indexMessages } from '../features/chat/chat-search.ts';
import { startInFolder } from '../platform/backup-folder.ts';
import type { Backup, UnfinishedBackup } from '../platform/backup-repository.ts';
import { encryptFile } from '../platform/storage/encrypted-storage.ts';
import { EncryptionKeys, encrypted } from '../platform/storage/encryption.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { NotAsStored, ObjectNotFound, type Storage } from '../platform/storage/storage.ts';
import { CommandError } from '../setting-error.ts';
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

const changed = (key: string) => `${key} differs from what was stored.`;

/** The files of an earlier backup that a new one need not copy: a key never gets other bytes. */
async function reusable(
  earlier: Backup,
  keys: EncryptionKeys | null,
): Promise<ReadonlyMap<string, Entry>> {
  const { encrypted, keyId, files } = await readManifest(earlier);
  // With another key every file is encrypted anew.
  const isSame = encrypted === (keys !== null) && keyId === keys?.id;
  return new Map(isSame ? files.map((entry) => [entry.path, entry]) : []);
}

class Copies {
  readonly entries = new Map<string, Entry>();
  readonly problems = new Map<string, string>();
  readonly #storage: Storage;
  readonly #target: UnfinishedBackup;
  readonly #keys: EncryptionKeys | null;
  readonly #earlier: ReadonlyMap<string, Entry>;

  constructor(
    storage: Storage,
    target: UnfinishedBackup,
    keys: EncryptionKeys | null,
    earlier: ReadonlyMap<string, Entry>,
  ) {
    this.#storage = storage;
    this.#target = target;
    this.#keys = keys;
    this.#earlier = earlier;
  }

  async add(object: ObjectsTable): Promise<void> {
    if (this.entries.has(object.key)) return;
    const path = `${filesFolder}${object.key}`;
    const target = join(this.#target.folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (await this.#reuse(path, object)) return;
    try {
      const keys = this.#keys;
      const { read, written } = await copyStream(
        await this.#storage.read(object.key),
        target,
        keys ? (chunks) => encrypted(keys, chunks, object.size) : undefined,
      );
      const entry = { path, mediaType: object.media_type, ...written };
      await this.#target.add(entry);
      this.entries.set(object.key, entry);
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
    for (const [key, entry] of this.entries) {
      if (known.has(key)) continue;
      await this.#target.remove(entry);
      this.entries.delete(key);
    }
    for (const key of this.problems.keys()) if (!known.has(key)) this.problems.delete(key);
  }

  /** Takes the file over from the backup before; false when it must be copied. */
  async #reuse(path: string, { key, sha256, size }: ObjectsTable): Promise<boolean> {
    const entry = this.#earlier.get(path);
    // The hash of an encrypted file is of its encrypted bytes.
    const isSame = entry?.sha256 === sha256 || (entry?.size ?? 0) > size;
    if (!entry || !isSame || !(await this.#target.reuse(entry))) return false;
    this.entries.set(key, entry);
    return true;
  }
}

async function addDatabase(
  database: OpenDatabase,
  target: UnfinishedBackup,
  copies: Copies,
  keys: EncryptionKeys | null,
): Promise<Entry> {
  const { folder } = target;
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
    const entry = { path: databaseFile, mediaType: 'application/vnd.sqlite3', ...copied };
    await target.add(entry);
    return entry;
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
  if (isBucket(folder)) {
    throw new CommandError('Name a folder. For backups in a bucket set BACKUP_DIR to it.');
  }
  return writeBackup(config, await startInFolder(folder), null, now);
}

/** As `backup`; takes files over from the backup `earlier` instead of copying them. */
export async function writeBackup(
  config: Config,
  target: UnfinishedBackup,
  earlier: Backup | null,
  now = new Date(),
): Promise<Result> {
  requireDatabase(config);
  const database = await openDatabase(config, { isUpgrade: true });
  const { db } = database;
  try {
    const storage = await openStorage(config, { emptyTemporary: false });
    const keys = config.encryptionKeys ? new EncryptionKeys(config.encryptionKeys) : null;
    const before = earlier === null ? new Map<string, Entry>() : await reusable(earlier, keys);
    const copies = new Copies(storage, target, keys, before);
    // Files first, then the database, then files added meanwhile, so that every row has its file.
    for await (const object of objectsOf(db)) await copies.add(object);
    const files = [await addDatabase(database, target, copies, keys), ...copies.entries.values()];
    const manifest = manifestText({
      made: now.toISOString(),
      schema: await selectNewestStep(db),
      database: 'sqlite',
      encrypted: keys !== null,
      ...(keys && { keyId: keys.id }),
      files,
    });
    await target.finish(manifest);
    const lines = [`Saved ${files.length} files to ${target.address}.`];
    return { lines, problems: [...copies.problems.values()] };
  } finally {
    await db.destroy();
  }
}
