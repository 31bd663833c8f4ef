import { randomUUID } from 'node:crypto';
import { isUnavailable } from '../../database/errors.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { HttpError } from '../../platform/runtime/errors.ts';
import { kinds } from '../../platform/uploads/file-kinds.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import type { ImageVariant } from '../../platform/uploads/reencode.ts';
import type { IdempotentResult } from '../../platform/writes/idempotency.ts';
import type { Write } from '../../platform/writes/writes.ts';
import {
  type FileVariants,
  forgetObject,
  type StoredObject,
  selectKnownKeys,
} from './files.queries.ts';
import type { FileClass } from './files-rules.ts';

export { recordOpening } from './file-open-log.ts';
export { createObject, type FileVariants, forgetObject } from './files.queries.ts';
export { describeFile, requestedRange, type SentFile } from './files-headers.ts';
export { readableFile } from './files-links.ts';

type Deps = Pick<AppContext, 'db' | 'storage' | 'fileChecks' | 'log' | 'now'>;

/** A file to store: the upload itself or a variant of a picture. */
interface PendingObject {
  /** The temporary file. */
  path: string;
  row: StoredObject;
}

/** The upload and its variants, each with its own key. */
function pendingObjectsOf(
  fileClass: FileClass,
  upload: TemporaryFile,
  now: Date,
): [PendingObject, ...PendingObject[]] {
  const common = { original_name: upload.originalName, created_at: now.toISOString() };
  const toPending = (
    file: ImageVariant | TemporaryFile,
    original: StoredObject | null,
  ): PendingObject => ({
    path: file.path,
    row: {
      key: `${fileClass}/${randomUUID()}.${kinds[file.kind].extension}`,
      kind: file.kind,
      media_type: kinds[file.kind].mediaType,
      size: file.size,
      sha256: file.sha256,
      ...common,
      original_key: original?.key ?? null,
      width: file.width ?? null,
      height: file.height ?? null,
      color: original === null ? (upload.color ?? null) : null,
    },
  });
  const main = toPending(upload, null);
  return [main, ...(upload.variants ?? []).map((variant) => toPending(variant, main.row))];
}

const keyOf = ({ row }: PendingObject) => row.key;

/** Moves the files into storage: all of them or none. Their rows follow with `createObject`. */
async function putBytes(ctx: Deps, all: readonly PendingObject[]): Promise<void> {
  const results = await Promise.allSettled(
    all.map(({ path, row }) => ctx.storage.put(row.key, path, row.media_type)),
  );
  const failed = results.find((one) => one.status === 'rejected');
  if (!failed) return;
  await deleteBytes(ctx, all.filter((_, at) => results[at]?.status === 'fulfilled').map(keyOf));
  if (failed.reason instanceof HttpError) throw failed.reason;
  throw new HttpError('unavailable', { retryAfter: 10, cause: failed.reason });
}

/** `storeObjects` for at most one file. */
export async function storeObject<T>(
  ctx: Deps,
  fileClass: FileClass,
  upload: TemporaryFile | null,
  work: (object: FileVariants | null) => Promise<IdempotentResult<T>>,
): Promise<T> {
  const uploads = upload === null ? [] : [upload];
  return storeObjects(ctx, fileClass, uploads, ([object = null]) => work(object));
}

/**
 * Stores files with their variants: bytes first, then `work`, whose transaction calls `createObject` for each.
 * When `work` fails or replays an earlier call, the bytes are deleted.
 */
export async function storeObjects<T>(
  ctx: Deps,
  fileClass: FileClass,
  uploads: readonly TemporaryFile[],
  work: (objects: readonly FileVariants[]) => Promise<IdempotentResult<T>>,
): Promise<T> {
  const files = uploads.map((upload) => pendingObjectsOf(fileClass, upload, ctx.now()));
  const all = files.flat();
  await putBytes(ctx, all);
  const discard = () => deleteBytes(ctx, all.map(keyOf));
  try {
    const { reply, replayed } = await work(
      files.map(([{ row }, ...variants]) => ({
        ...row,
        variants: variants.map((variant) => variant.row),
      })),
    );
    if (replayed) await discard();
    return reply;
  } catch (error) {
    // The commit may have succeeded although its response was lost; the sweep decides.
    if (!isUnavailable(error)) await discard();
    throw error;
  }
}

/** Deletes stored files: the rows in the caller's transaction, the bytes after the commit. */
export async function deleteObjects(
  ctx: Deps,
  { tx, afterCommit }: Pick<Write, 'tx' | 'afterCommit'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const removed = await forgetObject(tx, key);
    afterCommit(() => deleteBytes(ctx, removed));
  }
}

/** Deletes bytes without rows; the sweep retries failures. */
export async function deleteBytes(ctx: Deps, keys: string | readonly string[]): Promise<void> {
  for (const key of typeof keys === 'string' ? [keys] : keys) {
    try {
      await ctx.storage.remove(key);
      ctx.fileChecks.forget(key);
    } catch (error) {
      ctx.log.warn({ err: error, key }, 'failed to delete a stored file; the sweep will retry');
    }
  }
}

/** Deletes stored files without rows that are older than `olderThanMs`; returns how many. */
export async function sweepFiles(
  ctx: Deps,
  { olderThanMs = 3_600_000 }: { olderThanMs?: number } = {},
): Promise<number> {
  const newest = ctx.now().getTime() - olderThanMs;
  let removed = 0;
  let batch: string[] = [];
  const sweepBatch = async () => {
    const known = await selectKnownKeys(ctx.db, batch);
    for (const key of batch.filter((entry) => !known.has(entry))) {
      await deleteBytes(ctx, key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, changed } of ctx.storage.list()) {
    if (changed.getTime() > newest) continue;
    batch.push(key);
    if (batch.length === 500) await sweepBatch();
  }
  await sweepBatch();
  if (removed > 0) ctx.log.info({ removed }, 'deleted stored files without rows');
  return removed;
}
