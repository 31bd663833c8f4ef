import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { general } from '#contract/messages/general.ts';
import { Refusal } from './errors.ts';

const keptFree = 500 * 1024 * 1024;

/** Bytes on the disk, fsynced. */
export interface Written {
  path: string;
  size: number;
  /** Hex. */
  sha256: string;
}

/** A failure of our own machine is ours, not the sender's. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const refusal = new Refusal(503, general.unavailable, { retryAfter: 10 });
    refusal.cause = error;
    throw refusal;
  }
}

/** Room is left for the database, which needs the disk more: 500 MB, or a tenth of a small disk. */
async function assertRoom(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize < Math.min(keptFree, (blocks * bsize) / 10)) {
    throw new Error('the disk is nearly full: no uploads');
  }
}

async function write(bytes: Readable, handle: FileHandle, look: (piece: Buffer) => void) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    size += piece.length;
    look(piece);
    hash.update(piece);
    await onDisk(handle.writeFile(piece));
  }
  return { size, sha256: hash.digest('hex') };
}

/**
 * Writes bytes to a new file of that folder, counted, hashed and fsynced; `look` sees each piece first.
 * On any failure nothing is left behind.
 */
export async function writeToDisk(
  bytes: Readable,
  folder: string,
  look: (piece: Buffer) => void = () => {},
): Promise<Written> {
  const path = join(folder, randomUUID());
  await onDisk(assertRoom(folder));
  const handle = await onDisk(open(path, 'wx', 0o600));
  let isWhole = false;
  try {
    const { size, sha256 } = await write(bytes, handle, look);
    await onDisk(handle.sync());
    isWhole = true;
    return { path, size, sha256 };
  } finally {
    await handle.close().catch(() => {});
    if (!isWhole) await rm(path, { force: true });
  }
}
