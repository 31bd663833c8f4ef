import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileKind, UploadRule } from '#contract/endpoint.ts';
import { files } from '#contract/messages/files.ts';
import { general } from '#contract/messages/general.ts';
import { Refusal } from './errors.ts';
import { headBytes, kinds, tailBytes } from './uploads-kinds.ts';

const megabyte = 1024 * 1024;
const keptFree = 500 * megabyte;

/** What was received, without its name. */
export interface ReceivedFile {
  path: string;
  size: number;
  sha256: string;
  kind: FileKind;
}

function wrongKind(rule: UploadRule & { maxBytes: number }): Refusal {
  const sentence = files.wrongKind(rule.kinds.map((kind) => kinds[kind]?.words).join(' or '));
  return new Refusal(415, sentence, { fields: { [rule.field]: sentence } });
}

function tooLarge(rule: UploadRule & { maxBytes: number }): Refusal {
  const sentence = files.tooLarge(Math.floor(rule.maxBytes / megabyte));
  return new Refusal(413, sentence, { fields: { [rule.field]: sentence } });
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

async function write(bytes: Readable, handle: FileHandle, rule: UploadRule & { maxBytes: number }) {
  const hash = createHash('sha256');
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  let possible = rule.kinds;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > rule.maxBytes) throw tooLarge(rule);
    if (head.length < headBytes) {
      head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
      if (head.length === headBytes)
        possible = rule.kinds.filter((kind) => kinds[kind]?.isHead(head));
      if (possible.length === 0) throw wrongKind(rule);
    }
    const end = piece.length < tailBytes ? Buffer.concat([tail, piece]) : piece;
    tail = end.subarray(-tailBytes);
    hash.update(piece);
    await onDisk(handle.writeFile(piece));
  }
  const kind = possible.find((entry) => kinds[entry]?.isHead(head) && kinds[entry]?.isTail(tail));
  return { size, kind, sha256: hash.digest('hex') };
}

/**
 * Writes the bytes of one file to a temporary file, counted, hashed and judged on the way, and fsynced.
 * Null when there were none; on any failure nothing is left behind.
 */
export async function receiveFile(
  bytes: Readable,
  rule: UploadRule & { maxBytes: number },
  folder: string,
): Promise<ReceivedFile | null> {
  const path = join(folder, randomUUID());
  await onDisk(assertRoom(folder));
  const handle = await onDisk(open(path, 'wx', 0o600));
  let received: ReceivedFile | null = null;
  try {
    const { size, kind, sha256 } = await write(bytes, handle, rule);
    if (size > 0) {
      if (kind === undefined) throw wrongKind(rule);
      await onDisk(handle.sync());
      received = { path, size, sha256, kind };
    }
  } finally {
    await handle.close().catch(() => {});
    if (received === null) await rm(path, { force: true });
  }
  return received;
}
