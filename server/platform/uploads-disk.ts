import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { general } from '#contract/messages/general.ts';
import { Refusal } from './errors.ts';

const keptFree = 500 * 1024 * 1024;
/** Written at once; as much again comes in meanwhile. */
const gatheredBytes = 256 * 1024;
/** Smallest piece whose memory is given back by hand. */
const freedBytes = 48 * 1024;

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

/**
 * Gives the memory of pieces back at once: left to the collector, the pieces of an upload make it run every
 * 20 MB, for a quarter of the whole processor time. Only large pieces that reach to the end of their memory:
 * nothing that came after them, nor a pool of small ones, can be in it.
 */
function free(pieces: readonly Buffer[]): void {
  for (const { buffer, byteOffset, length } of pieces) {
    const isAlone = length >= freedBytes && byteOffset + length === buffer.byteLength;
    if (isAlone && buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
}

/** Writes pieces that came one after the other with one call: each call costs as much as its bytes. */
async function writeAll(handle: FileHandle, pieces: Buffer[], isOurs: boolean): Promise<void> {
  const size = pieces.reduce((total, piece) => total + piece.length, 0);
  const { bytesWritten } = await handle.writev(pieces);
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
  if (isOurs) free(pieces);
}

/** How bytes are taken on their way to the disk. */
export interface Taking {
  /** Sees each piece before it is written, and keeps none of its memory. */
  look?: (piece: Buffer) => void;
  /** Nobody else reads these pieces, so their memory may go once they are written. */
  isOurs?: boolean;
}

async function write(bytes: Readable, handle: FileHandle, { look, isOurs = false }: Taking) {
  const hash = createHash('sha256');
  let size = 0;
  let gathered: Buffer[] = [];
  let waiting = 0;
  let writing = Promise.resolve();
  const writeGathered = async () => {
    await onDisk(writing);
    writing = writeAll(handle, gathered, isOurs);
    // Awaited above or below; until then its failure waits for us.
    writing.catch(() => {});
    gathered = [];
    waiting = 0;
  };
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    size += piece.length;
    waiting += piece.length;
    look?.(piece);
    hash.update(piece);
    gathered.push(piece);
    // The next pieces come in while these are written.
    if (waiting >= gatheredBytes) await writeGathered();
  }
  if (waiting > 0) await writeGathered();
  await onDisk(writing);
  return { size, sha256: hash.digest('hex') };
}

/** Writes bytes to a new file of that folder, counted, hashed and fsynced; on any failure nothing is left behind. */
export async function writeToDisk(
  bytes: Readable,
  folder: string,
  taking: Taking = {},
): Promise<Written> {
  const path = join(folder, randomUUID());
  await onDisk(assertRoom(folder));
  const handle = await onDisk(open(path, 'wx', 0o600));
  let isWhole = false;
  try {
    const { size, sha256 } = await write(bytes, handle, taking);
    await onDisk(handle.sync());
    isWhole = true;
    return { path, size, sha256 };
  } finally {
    await handle.close().catch(() => {});
    if (!isWhole) await rm(path, { force: true });
  }
}
