/**
 * Decrypts the files that release 1.0.0 encrypted with ENCRYPTION_KEY. Each has a header of 56 bytes (magic, id of the
 * key, salt, size), then blocks of 64 KiB, each followed by the tag of AES-256-GCM, which also covers the header.
 */
import { createDecipheriv, createHash, hkdfSync, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { temporaryFolder } from '../platform/data-dir.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { CommandError } from '../setting-error.ts';
import { objectsOf } from './admin.queries.ts';
import { copyStream } from './manifest.ts';
import { withDatabase } from './open.ts';

const magic = 'HEADRCK1';
const headerBytes = 56;
const tagBytes = 16;
const blockBytes = 64 * 1024 + tagBytes;

async function readKeys(file: string): Promise<Buffer[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} can't be read (${error.code}).`);
  });
  const keys = text.split(',').map((key) => Buffer.from(key.trim(), 'base64'));
  if (keys.every((key) => key.length === 32)) return keys;
  throw new CommandError(`${file} must have the value of ENCRYPTION_KEY.`);
}

function secretOf(header: Buffer, keys: readonly Buffer[]): Buffer {
  const id = header.subarray(8, 16);
  const key = keys.find((one) =>
    createHash('sha256').update('headrack key id').update(one).digest().subarray(0, 8).equals(id),
  );
  if (!key) throw new CommandError('it is encrypted with another key.');
  return Buffer.from(hkdfSync('sha256', key, header.subarray(16, 48), 'headrack file', 32));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Writes the content of an encrypted file and returns its SHA-256; null when it isn't encrypted. */
async function decrypt(from: string, to: string, keys: readonly Buffer[]): Promise<string | null> {
  await using source = await open(from);
  const header = await readAt(source, 0, headerBytes);
  if (header.toString('latin1', 0, magic.length) !== magic) return null;
  const secret = secretOf(header, keys);
  await using target = await open(to, 'wx', 0o600);
  const hash = createHash('sha256');
  for (let block = 0; ; block += 1) {
    const stored = await readAt(source, headerBytes + block * blockBytes, blockBytes);
    if (stored.length === 0) return hash.digest('hex');
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(block, 8);
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes })
      .setAAD(header)
      .setAuthTag(stored.subarray(-tagBytes));
    const content = decipher.update(stored.subarray(0, -tagBytes));
    decipher.final();
    hash.update(content);
    await target.write(content);
  }
}

/** Replaces each encrypted file by its content, also while the server runs; can be interrupted and run again. */
export async function decryptFiles(
  config: Config,
  keyFile: string,
): Promise<{ lines: string[]; problems: string[] }> {
  const keys = await readKeys(keyFile);
  const storage = await openStorage(config, { emptyTemporary: false });
  const folder = temporaryFolder(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const problems: string[] = [];
  let [decrypted, total] = [0, 0];
  await withDatabase(config, async (db) => {
    for await (const { key, media_type: mediaType, sha256 } of objectsOf(db)) {
      total += 1;
      const [stored, content] = [join(folder, randomUUID()), join(folder, randomUUID())];
      try {
        await copyStream(await storage.read(key), stored);
        const found = await decrypt(stored, content, keys);
        if (found === null) continue;
        if (found !== sha256) throw new CommandError('it was changed.');
        await storage.put(key, content, mediaType);
        decrypted += 1;
      } catch (error) {
        problems.push(`${key} stays as it is: ${error instanceof Error ? error.message : error}`);
      } finally {
        await rm(stored, { force: true });
        await rm(content, { force: true });
      }
    }
  });
  return { lines: [`Decrypted ${decrypted} of ${total} files.`], problems };
}
