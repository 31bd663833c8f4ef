import { countRows, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { Cursor } from '../../platform/http/lists.ts';

/** Undeliverable mail, last failure first; never reads the text. */
export async function selectUnsent(db: Db, before: Cursor | null, limit: number) {
  const query = db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'created_at', 'tries', 'last_error'])
    .select((eb) => eb.ref('dead_at').$notNull().as('dead_at'))
    .select('has_secret')
    .where('dead_at', 'is not', null);
  return newestFirst(query, ['dead_at', 'id'], before, limit).execute();
}

/** Counts undeliverable mails. */
export function countUnsentMail(db: Db) {
  return countRows(db.selectFrom('outbox').where('dead_at', 'is not', null));
}

/** Whether an undeliverable mail had a one-time link; undefined when it is not undeliverable. */
export async function hadSecret(tx: Db, id: number): Promise<boolean | undefined> {
  const row = await tx
    .selectFrom('outbox')
    .select('has_secret')
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .executeTakeFirst();
  return row && row.has_secret === 1;
}

/**
 * Queues a mail again like a new one and returns its subject; undefined when it is not undeliverable, or had a one-time
 * link.
 */
export async function reviveMail(tx: Db, id: number, now: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('outbox')
    .set({ dead_at: null, tries: 0, next_try_at: now, last_error: '' })
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .where('has_secret', '=', 0)
    .returning('subject')
    .executeTakeFirst();
  return row?.subject;
}

/** Deletes a mail and returns its subject; undefined when it is not undeliverable. */
export async function deleteUnsent(tx: Db, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .returning('subject')
    .executeTakeFirst();
  return row?.subject;
}

/** Counts undeliverable mails that failed before an instant. */
export async function countExpired(db: Db, before: string): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('dead_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes up to `limit` undeliverable mails that failed before an instant, the oldest first; returns how many. */
export async function deleteExpired(tx: Db, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('dead_at', '<', before)
        .orderBy('dead_at')
        .limit(limit),
    )
    .where('dead_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
