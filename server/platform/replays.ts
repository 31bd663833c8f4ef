import { createHash } from 'node:crypto';
import { general } from '#contract/messages/general.ts';
import { isUniqueViolation } from '../database/faults.ts';
import type { Db } from '../database/open.ts';
import { Refusal } from './errors.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const keptHours = 24;

export interface Attempt {
  /** Who asks: `user 7`, or `public`. */
  caller: string;
  call: string;
  /** The Idempotency-Key header, when there is one. */
  key: string | undefined;
  /** What was sent, as it was understood; for files their hash. */
  body: unknown;
  status: number;
}

export interface Once<T> {
  reply: T;
  /** True: nothing was stored now, the reply is the first one's. */
  replayed: boolean;
}

/**
 * Runs a creation in one transaction, once per Idempotency-Key.
 * The row of the key is part of that transaction, so a reply is kept exactly when its work is.
 */
export async function once<T>(
  db: Db,
  now: Date,
  attempt: Attempt,
  work: (tx: Db) => Promise<T>,
): Promise<Once<T>> {
  const { key } = attempt;
  if (key === undefined) {
    return { reply: await db.transaction().execute(work), replayed: false };
  }
  if (!uuid.test(key)) throw new Refusal(400, general.keyInvalid);
  const body_sha256 = createHash('sha256')
    .update(JSON.stringify(attempt.body ?? null))
    .digest('hex');
  const identity = { caller: attempt.caller, call: attempt.call, key: key.toLowerCase() };

  const first = await replay<T>(db, now, identity, body_sha256);
  if (first) return first;
  try {
    const reply = await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('replays')
        .values({
          ...identity,
          body_sha256,
          status: attempt.status,
          reply: '',
          created_at: now.toISOString(),
        })
        .execute();
      const made = await work(tx);
      await tx
        .updateTable('replays')
        .set({ reply: JSON.stringify(made) })
        .where('caller', '=', identity.caller)
        .where('call', '=', identity.call)
        .where('key', '=', identity.key)
        .execute();
      return made;
    });
    return { reply, replayed: false };
  } catch (error) {
    // Two at once: the other has committed by the time the constraint says no.
    if (!isUniqueViolation(error, 'replays')) throw error;
    const other = await replay<T>(db, now, identity, body_sha256);
    if (other) return other;
    throw error;
  }
}

async function replay<T>(
  db: Db,
  now: Date,
  identity: { caller: string; call: string; key: string },
  bodySha256: string,
): Promise<Once<T> | null> {
  const row = await db
    .selectFrom('replays')
    .selectAll()
    .where('caller', '=', identity.caller)
    .where('call', '=', identity.call)
    .where('key', '=', identity.key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.created_at < oldest(now)) {
    await db
      .deleteFrom('replays')
      .where('caller', '=', identity.caller)
      .where('call', '=', identity.call)
      .where('key', '=', identity.key)
      .where('created_at', '=', row.created_at)
      .execute();
    return null;
  }
  if (row.body_sha256 !== bodySha256) throw new Refusal(422, general.keyReused);
  return { reply: JSON.parse(row.reply) as T, replayed: true };
}

/** Forgets keys older than a day. */
export async function sweepReplays(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('replays').where('created_at', '<', oldest(now)).execute();
}

function oldest(now: Date): string {
  return new Date(now.getTime() - keptHours * 3_600_000).toISOString();
}
