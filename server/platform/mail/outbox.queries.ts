import type { Selectable } from 'kysely';
import { accountKey } from '#contract/text/text-fold.ts';
import { countRows, isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { OutboxTable, VisitorMailsTable } from '../../database/tables/mail.ts';

export type OutboxRow = Selectable<OutboxTable>;

export type NewMail = Omit<
  OutboxRow,
  'id' | 'tries' | 'claimed_until' | 'sent_at' | 'dead_at' | 'last_error' | 'recipient_key'
>;

/** Rows per statement: both databases limit the number of parameters. */
const perInsert = 500;

/** Queues mails. */
export async function insertMails(tx: Db, mails: readonly NewMail[]): Promise<void> {
  const rows = mails.map((mail) => ({ ...mail, recipient_key: accountKey(mail.recipient) }));
  for (let from = 0; from < rows.length; from += perInsert) {
    await tx
      .insertInto('outbox')
      .values(rows.slice(from, from + perInsert))
      .execute();
  }
}

/**
 * Claims up to `count` due mails until `lease` and counts the try.
 * PostgreSQL checks the outer conditions again after waiting for a row lock, so two workers never claim the same mail.
 */
export async function claimMails(
  db: Db,
  now: string,
  lease: string,
  count: number,
): Promise<OutboxRow[]> {
  const rows = await db
    .updateTable('outbox')
    .set((eb) => ({ claimed_until: lease, tries: eb('tries', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('dead_at', 'is', null)
        .where('next_try_at', '<=', now)
        .where((or) => or.or([or('claimed_until', 'is', null), or('claimed_until', '<=', now)]))
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(count),
    )
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where((or) => or.or([or('claimed_until', 'is', null), or('claimed_until', '<=', now)]))
    .returningAll()
    .execute();
  return rows.sort((one, other) => one.id - other.id);
}

const withoutText = { body_text: '', body_html: '', encrypted_body: null };

/**
 * The address for a claimed mail now: that of the account it is for, if any. Null when it was withdrawn, or the account
 * was closed or has no address.
 */
export async function findRecipient(db: Db, { id, recipient }: OutboxRow): Promise<string | null> {
  const found = await db
    .selectFrom('outbox')
    .leftJoin('users', 'users.user_id', 'outbox.user_id')
    .select(['outbox.user_id', 'users.user_email', 'users.closed_at'])
    .where('outbox.id', '=', id)
    .executeTakeFirst();
  if (!found || found.closed_at !== null) return null;
  return (found.user_id === null ? recipient : found.user_email) || null;
}

/** Deletes a mail that nobody gets. */
export async function deleteMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

/** Deletes the unsent mails about records, given by their links: to everyone, or to users; returns how many. */
export async function deleteMailsAbout(
  tx: Db,
  links: readonly string[],
  userIds?: readonly number[],
): Promise<number> {
  let query = tx.deleteFrom('outbox').where('link', 'in', links).where('sent_at', 'is', null);
  if (userIds) query = query.where(isAmong(tx, 'user_id', userIds));
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Stops the mails with these reasons that still wait; returns the ids of their records. One that failed stays listed. */
export async function stopMails(
  tx: Db,
  kinds: readonly string[],
  ids: readonly number[],
): Promise<number[]> {
  const stopped = await tx
    .deleteFrom('outbox')
    .where('reason', 'in', kinds)
    .where(isAmong(tx, 'reason_id', ids))
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .returning('reason_id')
    .execute();
  return stopped.flatMap(({ reason_id }) => reason_id ?? []);
}

/** Whether the newest mail with this reason about a record has left. */
export async function hasLeft(db: Db, kind: string, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('sent_at')
    .where('reason', '=', kind)
    .where('reason_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return typeof row?.sent_at === 'string';
}

/** Deletes the mails with these reasons that weren't sent, also those that failed. */
export async function deleteMailsFor(
  tx: Db,
  kinds: readonly string[],
  ids: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('reason', 'in', kinds)
    .where(isAmong(tx, 'reason_id', ids))
    .where('sent_at', 'is', null)
    .execute();
}

/** Sends the mails about records that wait for a visitor's address to another one. */
export async function readdressMails(
  tx: Db,
  links: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ recipient: to, recipient_key: accountKey(to) })
    .where('link', 'in', links)
    .where('recipient', '=', from)
    .where('user_id', 'is', null)
    .where('sent_at', 'is', null)
    .execute();
}

/** Marks a mail as sent and deletes its text, which nobody reads again. */
export async function markSent(
  db: Db,
  { id, recipient }: Pick<OutboxRow, 'id' | 'recipient'>,
  at: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ recipient, recipient_key: accountKey(recipient), sent_at: at })
    .set({ claimed_until: null, last_error: '', ...withoutText })
    .where('id', '=', id)
    .execute();
}

/** Releases a mail for a later try, if the lease is still ours. */
export async function postponeMail(
  db: Db,
  row: OutboxRow,
  nextTry: string,
  error: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_try_at: nextTry, claimed_until: null, last_error: error })
    .where('id', '=', row.id)
    .where('claimed_until', '=', row.claimed_until)
    .execute();
}

/** Marks a mail as undeliverable, if the lease is still ours; the text of an encrypted one is deleted. */
export async function deadLetterMail(
  db: Db,
  row: OutboxRow,
  at: string,
  error: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      dead_at: at,
      claimed_until: null,
      last_error: error,
      ...(row.has_secret === 1 && withoutText),
    })
    .where('id', '=', row.id)
    .where('claimed_until', '=', row.claimed_until)
    .execute();
}

/**
 * Counts a mail to a visitor's address and returns true; at `max` returns false. One statement, so that concurrent
 * calls never exceed `max`, on any number of nodes.
 */
export async function countVisitorMail(
  tx: Db,
  { recipient, day }: Pick<VisitorMailsTable, 'recipient' | 'day'>,
  max: number,
): Promise<boolean> {
  const counted = await tx
    .insertInto('visitor_mails')
    .values({ recipient, day, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['recipient', 'day'])
        .doUpdateSet((eb) => ({ count: eb('visitor_mails.count', '+', 1) }))
        .where('visitor_mails.count', '<', max),
    )
    .returning('count')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Deletes the counts of days before `day`. */
export async function deleteVisitorMailCounts(db: Db, day: string): Promise<void> {
  await db.deleteFrom('visitor_mails').where('day', '<', day).execute();
}

/** Deletes all mails about records, by their links and reasons; returns how many. */
export async function eraseMails(
  tx: Db,
  about: { links: readonly string[]; kinds: readonly string[]; ids: readonly number[] },
): Promise<number> {
  const mails = tx.deleteFrom('outbox');
  const linked = await mails.where('link', 'in', about.links).executeTakeFirstOrThrow();
  const reasoned = await mails
    .where('reason', 'in', about.kinds)
    .where(isAmong(tx, 'reason_id', about.ids))
    .executeTakeFirstOrThrow();
  return Number(linked.numDeletedRows + reasoned.numDeletedRows);
}

/** Deletes all mails to an address, as it is compared; returns how many. */
export async function deleteMailsTo(tx: Db, address: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where('recipient_key', '=', address)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes mails sent before `before`: they contain personal data. */
export async function deleteSentMails(db: Db, before: string): Promise<void> {
  await db.deleteFrom('outbox').where('sent_at', '<', before).execute();
}

/** Mails that could not be delivered, and those that are still to be sent and were queued before `at`. */
export async function countUnsentMails(
  db: Db,
  at: string,
): Promise<{ failed: number; waiting: number }> {
  const waiting = db
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    // Every mail has it: for the index.
    .where('next_try_at', '>', '')
    .where('created_at', '<', at);
  return db
    .selectNoFrom([
      countRows(db.selectFrom('outbox').where('dead_at', 'is not', null)).as('failed'),
      countRows(waiting).as('waiting'),
    ])
    .executeTakeFirstOrThrow();
}
