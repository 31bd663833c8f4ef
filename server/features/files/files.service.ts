import { randomUUID } from 'node:crypto';
import { general } from '#contract/messages/general.ts';
import { isUnavailable } from '../../database/faults.ts';
import type { Db } from '../../database/open.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { Once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import { kinds } from '../../platform/uploads-kinds.ts';
import type { PictureForm } from '../../platform/uploads-pictures.ts';
import {
  insertObject,
  type KeptFile,
  removeObject,
  type StoredObject,
  selectKnownKeys,
} from './files.queries.ts';
import type { FileClass } from './files-rules.ts';

type Place = Pick<Ground, 'db' | 'storage' | 'log' | 'now'>;

/** What is kept of an upload: itself, or a picture's other form. */
interface Kept {
  /** The temporary file. */
  path: string;
  row: StoredObject;
}

/** An upload and its other forms, each with a key of its own. */
function keptOf(fileClass: FileClass, upload: TemporaryFile, now: Date): [Kept, ...Kept[]] {
  const common = { original_name: upload.originalName, created_at: now.toISOString() };
  const keptAs = (form: PictureForm | TemporaryFile, original: StoredObject | null): Kept => ({
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
  const main = keptAs(upload, null);
  return [main, ...(upload.forms ?? []).map((form) => keptAs(form, main.row))];
}

const keyOf = ({ row }: Kept) => row.key;

/** Moves an upload and its other forms into storage under new keys: all of them or none. Their rows are for `addObject`. */
async function keepBytes(ground: Place, all: readonly Kept[]): Promise<void> {
  const keeping = await Promise.allSettled(
    all.map(({ path, row }) => ground.storage.keep(row.key, path, row.media_type)),
  );
  const failed = keeping.find((one) => one.status === 'rejected');
  if (!failed) return;
  await dropBytes(ground, all.filter((_, at) => keeping[at]?.status === 'fulfilled').map(keyOf));
  if (failed.reason instanceof Refusal) throw failed.reason;
  const refusal = new Refusal(503, general.unavailable, { retryAfter: 10 });
  refusal.cause = failed.reason;
  throw refusal;
}

/**
 * Stores a file, a picture in all its forms: bytes first, then what `work` writes in its transaction, `addObject`
 * among it. When `work` fails or only replays an earlier call, the bytes go again.
 */
export async function storeObject<T>(
  ground: Place,
  fileClass: FileClass,
  upload: TemporaryFile | null,
  work: (object: KeptFile | null) => Promise<Once<T>>,
): Promise<T> {
  if (upload === null) return (await work(null)).reply;
  const all = keptOf(fileClass, upload, ground.now());
  await keepBytes(ground, all);
  const [{ row }, ...forms] = all;
  const drop = () => dropBytes(ground, all.map(keyOf));
  try {
    const { reply, replayed } = await work({ ...row, forms: forms.map((form) => form.row) });
    if (replayed) await drop();
    return reply;
  } catch (error) {
    // A commit may have happened although its answer was lost: then only the sweep can tell.
    if (!isUnavailable(error)) await drop();
    throw error;
  }
}

/** Stores the rows of kept bytes, in the transaction of what points to them. */
export async function addObject(tx: Db, object: KeptFile): Promise<void> {
  await insertObject(tx, object);
}

/** Takes the rows away in the caller's transaction; afterwards the caller gives the keys to `dropBytes`. */
export async function forgetObject(tx: Db, key: string): Promise<string[]> {
  return removeObject(tx, key);
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
