import { randomUUID } from 'node:crypto';
import { general } from '#contract/messages/general.ts';
import { isUnavailable } from '../../database/faults.ts';
import type { Db } from '../../database/open.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { Once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import { kinds } from '../../platform/uploads-kinds.ts';
import { insertObject, removeObject, type StoredObject, selectKnownKeys } from './files.queries.ts';
import type { FileClass } from './files-rules.ts';

type Place = Pick<Ground, 'db' | 'storage' | 'log' | 'now'>;

/** Moves an upload into storage under a new key; its row is for `addObject`. */
async function keepBytes(
  ground: Place,
  fileClass: FileClass,
  upload: TemporaryFile,
): Promise<StoredObject> {
  const key = `${fileClass}/${randomUUID()}.${kinds[upload.kind].extension}`;
  try {
    await ground.storage.keep(key, upload.path, upload.mediaType);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const refusal = new Refusal(503, general.unavailable, { retryAfter: 10 });
    refusal.cause = error;
    throw refusal;
  }
  return {
    key,
    kind: upload.kind,
    media_type: upload.mediaType,
    size: upload.size,
    sha256: upload.sha256,
    original_name: upload.originalName,
    created_at: ground.now().toISOString(),
    original_key: null,
    width: null,
    height: null,
    color: null,
  };
}

/**
 * Stores a file: bytes first, then what `work` writes in its transaction, `addObject` among it.
 * When `work` fails or only replays an earlier call, the bytes go again.
 */
export async function storeObject<T>(
  ground: Place,
  fileClass: FileClass,
  upload: TemporaryFile | null,
  work: (object: StoredObject | null) => Promise<Once<T>>,
): Promise<T> {
  if (upload === null) return (await work(null)).reply;
  const object = await keepBytes(ground, fileClass, upload);
  try {
    const { reply, replayed } = await work(object);
    if (replayed) await dropBytes(ground, object.key);
    return reply;
  } catch (error) {
    // A commit may have happened although its answer was lost: then only the sweep can tell.
    if (!isUnavailable(error)) await dropBytes(ground, object.key);
    throw error;
  }
}

/** Stores the row of kept bytes, in the transaction of what points to them. */
export async function addObject(tx: Db, object: StoredObject): Promise<void> {
  await insertObject(tx, object);
}

/** Takes the row away in the caller's transaction; afterwards the caller gives the keys to `dropBytes`. */
export async function forgetObject(tx: Db, key: string): Promise<string[]> {
  await removeObject(tx, key);
  return [key];
}

/** Removes bytes whose rows are gone; the sweep comes back for what fails. */
export async function dropBytes(ground: Place, keys: string | readonly string[]): Promise<void> {
  for (const key of typeof keys === 'string' ? [keys] : keys) {
    try {
      await ground.storage.remove(key);
    } catch (error) {
      ground.log.warn({ err: error, key }, 'stored file could not be removed; the sweep will');
    }
  }
}

/** Removes stored files that no row knows of and that are older than that; answers how many. */
export async function sweepFiles(
  ground: Place,
  { olderThanMs = 3_600_000 }: { olderThanMs?: number } = {},
): Promise<number> {
  const newest = ground.now().getTime() - olderThanMs;
  let removed = 0;
  let batch: string[] = [];
  const sweepBatch = async () => {
    const known = await selectKnownKeys(ground.db, batch);
    for (const key of batch.filter((entry) => !known.has(entry))) {
      await dropBytes(ground, key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, changed } of ground.storage.list()) {
    if (changed.getTime() > newest) continue;
    batch.push(key);
    if (batch.length === 500) await sweepBatch();
  }
  await sweepBatch();
  if (removed > 0) ground.log.info({ removed }, 'files without a row were removed');
  return removed;
}
