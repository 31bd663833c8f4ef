import { constants, existsSync } from 'node:fs';
import { link, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../setting-error.ts';
import {
  type Backup,
  type BackupFile,
  type BackupRepository,
  manifestFile,
  type StartOptions,
  type UnfinishedBackup,
} from './backup-repository.ts';
import { makeFolder, syncFolder } from './data-dir.ts';
import { ObjectNotFound } from './storage/storage.ts';
import { forEach } from './tasks.ts';

const trialFile = 'last-trial.json';

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** A backup that is being made in its folder; `earlier` is the folder whose files it may share. */
class UnfinishedFolder implements UnfinishedBackup {
  readonly folder: string;
  readonly address: string;
  readonly #earlier: string | null;

  constructor(folder: string, address: string, earlier: string | null) {
    this.folder = folder;
    this.address = address;
    this.#earlier = earlier;
  }

  async add(): Promise<void> {
    // It was written to its place.
  }

  /** Gives the file a second name (a hard link). */
  async reuse({ path, size }: BackupFile): Promise<boolean> {
    if (this.#earlier === null) return false;
    const file = join(this.#earlier, path);
    const found = await stat(file).catch(() => ({ size: -1 }));
    if (found.size !== size) return false;
    return link(file, join(this.folder, path)).then(
      () => true,
      () => false,
    );
  }

  async remove({ path }: BackupFile): Promise<void> {
    await rm(join(this.folder, path), { force: true });
  }

  async finish(manifest: string): Promise<void> {
    // The manifest promises that all files are there.
    for (const entry of await readdir(this.folder, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
    }
    await syncFolder(this.folder);
    const file = join(this.folder, manifestFile);
    await writeFile(file, manifest, { flag: 'wx', mode: 0o600, flush: true });
    await syncFolder(this.folder);
    if (this.folder === this.address) return;
    await rename(this.folder, this.address);
    await syncFolder(join(this.address, '..'));
  }
}

/** Starts a backup in a new or empty folder. */
export async function startInFolder(folder: string): Promise<UnfinishedBackup> {
  makeFolder(folder);
  if ((await readdir(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty. Choose a new folder.`);
  }
  return new UnfinishedFolder(folder, folder, null);
}

/** Backups in a folder, each in one of its own. */
export class BackupFolder implements BackupRepository {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<string[]> {
    const names = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    return names.filter((name) => existsSync(join(this.#folder, name, manifestFile)));
  }

  open(name: string): Backup {
    const address = join(this.#folder, name);
    return {
      address,
      readManifest: () => readFile(join(address, manifestFile), 'utf8').catch(nullIfMissing),
      read: async ({ path }) => {
        const handle = await open(join(address, path), constants.O_RDONLY).catch(nullIfMissing);
        if (!handle) throw new ObjectNotFound(path);
        return handle.createReadStream();
      },
    };
  }

  async start(
    day: string,
    folder: string,
    { earlier, isAnew }: StartOptions,
  ): Promise<UnfinishedBackup> {
    const like = earlier === null || isAnew ? null : join(this.#folder, earlier);
    return new UnfinishedFolder(folder, join(this.#folder, day), like);
  }

  async rename(name: string, to: string): Promise<void> {
    await rename(join(this.#folder, name), join(this.#folder, to));
    await syncFolder(this.#folder);
  }

  async remove(names: readonly string[]): Promise<void> {
    await forEach(names, (name) => rm(join(this.#folder, name), { recursive: true }));
  }

  readTrial(): Promise<string | null> {
    return readFile(join(this.#folder, trialFile), 'utf8').catch(nullIfMissing);
  }

  async writeTrial(text: string): Promise<void> {
    await writeFile(join(this.#folder, trialFile), text, { mode: 0o600, flush: true });
  }
}
