import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { temporaryFolder } from '../platform/data-dir.ts';
import { EncryptedStorage } from '../platform/storage/encrypted-storage.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { forEach } from '../platform/tasks.ts';
import { CommandError } from '../setting-error.ts';

/**
 * Encrypts every stored file that isn't encrypted with the first key of ENCRYPTION_KEY, also while the server runs.
 * Each file is replaced whole, so the command can be interrupted and run again; after one that fails it goes on with the
 * others. Returns the lines to print.
 */
export async function encryptFiles(config: Config): Promise<string[]> {
  const storage = await openStorage(config, { emptyTemporary: false });
  if (!(storage instanceof EncryptedStorage)) {
    throw new CommandError('Set ENCRYPTION_KEY to the key that will encrypt the files.');
  }
  const folder = temporaryFolder(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let changed = 0;
  let total = 0;
  await forEach(storage.list(), async ({ key }) => {
    total += 1;
    if ((await storage.header(key))?.isCurrent) return;
    const file = join(folder, randomUUID());
    try {
      const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
      await pipeline(await storage.read(key), target);
      await storage.put(key, file);
      changed += 1;
    } finally {
      await rm(file, { force: true });
    }
  });
  return [
    `Encrypted ${changed} of ${total} files; the others were encrypted with this key already.`,
  ];
}
