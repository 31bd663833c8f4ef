import type { ExpressionBuilder } from 'kysely';
import { today } from '#contract/rules/dates.ts';
import type { Db } from '../../database/open.ts';
import type { StatusLinksTable } from '../../database/tables/status-links.ts';
import type { Tables } from '../../database/tables/tables.ts';

/** What a link leads to: the column has the record's id. */
export type LinkedColumn = 'inquiry_id' | 'application_id';
type LinkRow = Omit<StatusLinksTable, LinkedColumn>;

/** Whether a link works: it isn't expired, or a quote behind it can be accepted, or was, and is valid still. */
const isLive = (now: Date) => (eb: ExpressionBuilder<Tables, 'status_links'>) =>
  eb.or([
    eb('expires_at', '>', now.toISOString()),
    eb.exists(
      eb
        .selectFrom('quotes')
        .select('quote_id')
        .whereRef('quotes.inquiry_id', '=', 'status_links.inquiry_id')
        .where('quotes.status', 'in', ['sent', 'accepted'])
        .where('valid_until', '>=', today(now)),
    ),
  ]);

/** Stores a record's link instead of its earlier one. */
export async function putLink(
  tx: Db,
  column: LinkedColumn,
  id: number,
  link: LinkRow,
): Promise<void> {
  await tx
    .insertInto('status_links')
    .values({ inquiry_id: null, application_id: null, ...link, [column]: id })
    .onConflict((conflict) => conflict.column(column).doUpdateSet(link))
    .execute();
}

/** Sets the expiry of a record's live link; returns its encrypted code, or undefined without one. */
export async function extendLink(
  tx: Db,
  column: LinkedColumn,
  id: number,
  { now, expires_at }: { now: Date; expires_at: string },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('status_links')
    .set({ expires_at })
    .where(column, '=', id)
    .where(isLive(now))
    .returning('encrypted_code')
    .executeTakeFirst();
  return row?.encrypted_code;
}

export async function deleteLink(tx: Db, column: LinkedColumn, id: number): Promise<void> {
  await tx.deleteFrom('status_links').where(column, '=', id).execute();
}

/** The id of the record whose link has this hash and works. */
export async function selectLinked(
  db: Db,
  column: LinkedColumn,
  hash: string,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('status_links')
    .select(column)
    .where('code_hash', '=', hash)
    .where(isLive(now))
    .executeTakeFirst();
  return row?.[column] ?? undefined;
}

/** The encrypted code of a record's live link; undefined without one. */
export async function selectLinkCode(
  db: Db,
  column: LinkedColumn,
  id: number,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('status_links')
    .select('encrypted_code')
    .where(column, '=', id)
    .where(isLive(now))
    .executeTakeFirst();
  return row?.encrypted_code;
}
