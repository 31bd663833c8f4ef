import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileKind } from '#contract/endpoint.ts';
import { general } from '#contract/messages/general.ts';
import { Refusal } from './errors.ts';
import { Judge, wrongKind } from './uploads-judge.ts';
import type { Limits } from './uploads-kinds.ts';
import { officeOf } from './uploads-zip.ts';

const megabyte = 1024 * 1024;
const keptFree = 500 * megabyte;

/** What was received, without its name. */
export interface ReceivedFile {
  path: string;
  size: number;
  sha256: string;
  kind: FileKind;
}

/** A failure of our own disk is ours, not the sender's. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
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

async function write(bytes: Readable, handle: FileHandle, rule: Limits) {
  const hash = createHash('sha256');
  const judge = new Judge(rule);
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    judge.push(piece);
    hash.update(piece);
    await onDisk(handle.writeFile(piece));
  }
  return { judge, sha256: hash.digest('hex') };
}

async function officeKind(path: string, rule: Limits): Promise<FileKind> {
  const { kind, refused } = await onDisk(officeOf(path));
  if (kind === undefined || !rule.kinds.includes(kind)) throw wrongKind(rule, refused);
  return kind;
}

/**
 * Writes the bytes of one file to a temporary file, counted, hashed and judged on the way, and fsynced.
 * Null when there were none; on any failure nothing is left behind.
 */
export async function receiveFile(
  bytes: Readable,
  rule: Limits,
  folder: string,
): Promise<ReceivedFile | null> {
  const path = join(folder, randomUUID());
  await onDisk(assertRoom(folder));
  const handle = await onDisk(open(path, 'wx', 0o600));
  let received: ReceivedFile | null = null;
  try {
    const { judge, sha256 } = await write(bytes, handle, rule);
    if (judge.size > 0) {
      const seen = judge.end();
      await onDisk(handle.sync());
      const kind = seen === 'zip' ? await officeKind(path, rule) : seen;
      received = { path, size: judge.size, sha256, kind };
    }
  } finally {
    await handle.close().catch(() => {});
    if (received === null) await rm(path, { force: true });
  }
  return received;
}
