import { randomUUID } from 'node:crypto';
import { isUnavailable } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { HttpError } from '../../platform/errors.ts';
import type { IdempotentResult } from '../../platform/idempotency.ts';
import { kinds } from '../../platform/uploads/file-kinds.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import type { ImageVariant } from '../../platform/uploads/reencode.ts';
import {
  insertObject,
  type KeptFile,
  removeObject,
  type StoredObject,
  selectKnownKeys,
} from './files.queries.ts';
import type { FileClass } from './files-rules.ts';

type Deps = Pick<AppContext, 'db' | 'storage' | 'log' | 'now'>;

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
    form: ImageVariant | TemporaryFile,
    original: StoredObject | null,
  ): PendingObject => ({
    path: form.path,
    row: {
      key: `${fileClass}/${randomUUID()}.${kinds[form.kind].extension}`,
      kind: form.kind,
      media_type: kinds[form.kind].mediaType,
      size: form.size,
      sha256: form.sha256,
      ...common,
      original_key: original?.key ?? null,
      width: form.width ?? null,
      height: form.height ?? null,
      color: original === null ? (upload.color ?? null) : null,
    },
  });
  const main = toPending(upload, null);
  return [main, ...(upload.variants ?? []).map((form) => toPending(form, main.row))];
}

const keyOf = ({ row }: PendingObject) => row.key;

/** Moves the files into storage: all of them or none. Their rows follow with `createObject`. */
async function putBytes(ctx: Deps, all: readonly PendingObject[]): Promise<void> {
  const keeping = await Promise.allSettled(
    all.map(({ path, row }) => ctx.storage.put(row.key, path, row.media_type)),
  );
  const failed = keeping.find((one) => one.status === 'rejected');
  if (!failed) return;
  await deleteBytes(ctx, all.filter((_, at) => keeping[at]?.status === 'fulfilled').map(keyOf));
  if (failed.reason instanceof HttpError) throw failed.reason;
  throw new HttpError('unavailable', { retryAfter: 10, cause: failed.reason });
}

/**
 * Stores a file with its variants: bytes first, then `work`, whose transaction calls `createObject`.
 * When `work` fails or replays an earlier call, the bytes are deleted.
 */
export async function storeObject<T>(
  ctx: Deps,
  fileClass: FileClass,
  upload: TemporaryFile | null,
  work: (object: KeptFile | null) => Promise<IdempotentResult<T>>,
): Promise<T> {
  if (upload === null) return (await work(null)).reply;
  const all = pendingObjectsOf(fileClass, upload, ctx.now());
  await putBytes(ctx, all);
  const [{ row }, ...forms] = all;
  const discard = () => deleteBytes(ctx, all.map(keyOf));
  try {
    const { reply, replayed } = await work({ ...row, forms: forms.map((form) => form.row) });
    if (replayed) await discard();
    return reply;
  } catch (error) {
    // The commit may have happened although its answer was lost; the sweep decides.
    if (!isUnavailable(error)) await discard();
    throw error;
  }
}

/** Inserts the rows of stored bytes, in the transaction of the rows that refer to them. */
export async function createObject(tx: Db, object: KeptFile): Promise<void> {
  await insertObject(tx, object);
}

/** Deletes the rows in the caller's transaction; pass the returned keys to `deleteBytes` after the commit. */
export async function forgetObject(tx: Db, key: string): Promise<string[]> {
  return removeObject(tx, key);
}

/** Deletes bytes without rows; the sweep retries failures. */
export async function deleteBytes(ctx: Deps, keys: string | readonly string[]): Promise<void> {
  for (const key of typeof keys === 'string' ? [keys] : keys) {
    try {
      await ctx.storage.remove(key);
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
