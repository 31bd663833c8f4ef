import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { assertFreeSpace } from '../runtime/disk-space.ts';
import { HttpError } from '../runtime/errors.ts';

/** Bytes per write; the same amount arrives during a write. */
const bufferedBytes = 256 * 1024;
/** Smallest chunk whose memory is freed explicitly. */
const minFreedBytes = 48 * 1024;

/** A temporary file. `Storage.put` syncs it. */
export interface WrittenFile {
  path: string;
  size: number;
  /** Hex. */
  sha256: string;
}

/** Turns a failure of this machine (disk full, I/O error) into a 503. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new HttpError('unavailable', { retryAfter: 10, cause: error });
  }
}

/**
 * Frees the memory of chunks immediately: left to the garbage collector, an upload triggers it every 20 MB, a quarter
 * of the CPU time. Only large chunks that end where their ArrayBuffer ends, so that no pooled or later bytes share it.
 */
function free(chunks: readonly Buffer[]): void {
  for (const { buffer, byteOffset, length } of chunks) {
    const isAlone = length >= minFreedBytes && byteOffset + length === buffer.byteLength;
    if (isAlone && buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
}

/** Writes chunks with one call: the call costs as much as the bytes. */
async function writeAll(handle: FileHandle, chunks: Buffer[], ownsMemory: boolean): Promise<void> {
  const size = chunks.reduce((total, chunk) => total + chunk.length, 0);
  const { bytesWritten } = await handle.writev(chunks);
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
  if (ownsMemory) free(chunks);
}

/** Hooks on the way to disk. */
export interface WriteOptions {
  /** Called with each chunk before it is written; must not keep a reference to its memory. */
  onChunk?: (chunk: Buffer) => void;
  /** Nothing else reads these chunks, so their memory is freed after the write. */
  ownsMemory?: boolean;
}

async function write(
  bytes: Readable,
  handle: FileHandle,
  { onChunk, ownsMemory = false }: WriteOptions,
) {
  const hash = createHash('sha256');
  let size = 0;
  let buffered: Buffer[] = [];
  let pending = 0;
  let writing = Promise.resolve();
  const writeBuffered = async () => {
    await orUnavailable(writing);
    writing = writeAll(handle, buffered, ownsMemory);
    // Awaited above or below; without this handler a failure in between would be unhandled.
    writing.catch(() => {});
    buffered = [];
    pending = 0;
  };
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    pending += chunk.length;
    onChunk?.(chunk);
    hash.update(chunk);
    buffered.push(chunk);
    // The next chunks arrive while these are written.
    if (pending >= bufferedBytes) await writeBuffered();
  }
  if (pending > 0) await writeBuffered();
  await orUnavailable(writing);
  return { size, sha256: hash.digest('hex') };
}

/** Streams bytes to a new file in the folder and hashes them. Removes the file on any failure. */
export async function writeToDisk(
  bytes: Readable,
  folder: string,
  options: WriteOptions = {},
): Promise<WrittenFile> {
  const path = join(folder, randomUUID());
  await orUnavailable(assertFreeSpace(folder));
  const handle = await orUnavailable(open(path, 'wx', 0o600));
  let isComplete = false;
  try {
    const { size, sha256 } = await write(bytes, handle, options);
    isComplete = true;
    return { path, size, sha256 };
  } finally {
    await handle.close().catch(() => {});
    if (!isComplete) await rm(path, { force: true });
  }
}
