import { createHash } from 'node:crypto';
import { isUniqueViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import { HttpError } from '../runtime/errors.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Longer than a call waits on a phone without a connection. */
const retentionHours = 15 * 24;

export interface IdempotentRequest {
  /** `user 7`, or `public`. */
  caller: string;
  call: string;
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** The parsed body; the hash of a file. */
  body: unknown;
  status: number;
}

export interface IdempotentResult<T> {
  reply: T;
  /** Nothing was stored: this is the reply to the first request. */
  replayed: boolean;
}

/** Throws 400 unless the key is a UUID or missing. */
export function assertIdempotencyKey(key: string | undefined): void {
  if (key !== undefined && !uuid.test(key)) throw new HttpError('invalid_idempotency_key');
}

/**
 * Runs a creation in one transaction, once per Idempotency-Key. The transaction also stores the key and the reply,
 * so a reply is stored exactly when its work is.
 */
export async function runIdempotent<T>(
  db: Db,
  now: Date,
  request: IdempotentRequest,
  work: (tx: Db) => Promise<T>,
): Promise<IdempotentResult<T>> {
  const { key } = request;
  if (key === undefined) {
    return { reply: await db.transaction().execute(work), replayed: false };
  }
  assertIdempotencyKey(key);
  const body_sha256 = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex');
  const identity = { caller: request.caller, call: request.call, key: key.toLowerCase() };

  const first = await findStoredReply<T>(db, now, identity, body_sha256);
  if (first) return first;
  try {
    const reply = await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('idempotency_keys')
        .values({
          ...identity,
          body_sha256,
          status: request.status,
          reply: '',
          created_at: now.toISOString(),
        })
        .execute();
      const result = await work(tx);
      await tx
        .updateTable('idempotency_keys')
        .set({ reply: JSON.stringify(result) })
        .where((eb) => eb.and(identity))
        .execute();
      return result;
    });
    return { reply, replayed: false };
  } catch (error) {
    // A concurrent request with the same key has committed by the time the constraint fails.
    if (!isUniqueViolation(error, 'idempotency_keys')) throw error;
    const other = await findStoredReply<T>(db, now, identity, body_sha256);
    if (other) return other;
    throw error;
  }
}

async function findStoredReply<T>(
  db: Db,
  now: Date,
  identity: { caller: string; call: string; key: string },
  bodySha256: string,
): Promise<IdempotentResult<T> | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((eb) => eb.and(identity))
    .executeTakeFirst();
  if (!row) return null;
  if (row.created_at < oldest(now)) {
    await db
      .deleteFrom('idempotency_keys')
      .where((eb) => eb.and({ ...identity, created_at: row.created_at }))
      .execute();
    return null;
  }
  if (row.body_sha256 !== bodySha256) throw new HttpError('idempotency_key_reused');
  return { reply: JSON.parse(row.reply) as T, replayed: true };
}

/** Whether a repeat of this creation gets the stored reply, unless its body differs. */
export async function hasStoredReply(
  db: Db,
  now: Date,
  { caller, call, key }: Pick<IdempotentRequest, 'caller' | 'call' | 'key'>,
): Promise<boolean> {
  if (key === undefined) return false;
  const row = await db
    .selectFrom('idempotency_keys')
    .select('created_at')
    .where((eb) => eb.and({ caller, call, key: key.toLowerCase() }))
    .executeTakeFirst();
  return row !== undefined && row.created_at >= oldest(now);
}

/** Deletes the stored replies of a call that are equal to these. */
export async function forgetReplies(
  tx: Db,
  call: string,
  replies: readonly unknown[],
): Promise<void> {
  if (replies.length === 0) return;
  await tx
    .deleteFrom('idempotency_keys')
    .where('call', '=', call)
    .where(
      'reply',
      'in',
      replies.map((reply) => JSON.stringify(reply)),
    )
    .execute();
}

/** Deletes keys that no retry uses anymore. */
export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest(now)).execute();
}

function oldest(now: Date): string {
  return new Date(now.getTime() - retentionHours * 3_600_000).toISOString();
}
