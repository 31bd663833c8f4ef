import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { syncFolder } from '../runtime/data-dir.ts';
import { LocalBytes } from './local-bytes.ts';
import type { ByteRange, Storage, StoredBytes } from './storage.ts';
import { assertKey, isKey, ObjectNotFound } from './storage.ts';

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await syncFile(to);
  await rm(from, { force: true });
}

/** Files in a local folder. `put` does not use flydrive, which would copy without fsync. */
class LocalStorage implements Storage {
  readonly #root: string;
  readonly #disk: Disk;
  readonly #createdFolders = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    this.#disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  }

  async put(key: string, temporaryFile: string): Promise<void> {
    assertKey(key);
    const target = join(this.#root, key);
    const folder = dirname(target);
    if (!this.#createdFolders.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await syncFolder(this.#root);
      this.#createdFolders.add(folder);
    }
    // A re-encoded picture comes from another process, which doesn't sync it.
    await syncFile(temporaryFile);
    try {
      await rename(temporaryFile, target);
    } catch (error) {
      // DATA_DIR/files may be on another disk.
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await copyDurably(temporaryFile, target);
    }
    await syncFolder(folder);
  }

  async read(key: string): Promise<Readable> {
    return (await this.#handleOf(key)).createReadStream({ highWaterMark: 256 * 1024 });
  }

  async open(key: string, range: ByteRange): Promise<StoredBytes> {
    return new LocalBytes(await this.#handleOf(key), range);
  }

  async remove(key: string): Promise<void> {
    assertKey(key);
    await this.#disk.delete(key);
  }

  async *list() {
    const { objects } = await this.#disk.listAll('/', { recursive: true });
    for (const object of objects) {
      if (!object.isFile || !isKey(object.key)) continue;
      try {
        const { lastModified } = await object.getMetaData();
        yield { key: object.key, changed: lastModified };
      } catch {
        // Deleted since the folder was read.
      }
    }
  }

  async ping(): Promise<void> {
    await (await open(this.#root, 'r')).close();
  }

  async #handleOf(key: string): Promise<FileHandle> {
    assertKey(key);
    try {
      return await open(join(this.#root, key), constants.O_RDONLY | constants.O_NOFOLLOW);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ELOOP') throw new ObjectNotFound(key);
      throw error;
    }
  }
}

/** Opens DATA_DIR/files, readable by its owner alone. */
export async function openLocalStorage(dataDir: string): Promise<Storage> {
  const root = join(dataDir, 'files');
  if (await mkdir(root, { recursive: true, mode: 0o700 })) await syncFolder(dataDir);
  return new LocalStorage(await realpath(root));
}
