import type { Db } from '../../database/open.ts';
import type { StatusLinksTable } from '../../database/tables/status-links.ts';

/** What a link leads to: the column has the record's id. */
export type LinkedColumn = 'inquiry_id' | 'application_id';
type LinkRow = Omit<StatusLinksTable, LinkedColumn>;

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
  { now, expires_at }: { now: string; expires_at: string },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('status_links')
    .set({ expires_at })
    .where(column, '=', id)
    .where('expires_at', '>', now)
    .returning('encrypted_code')
    .executeTakeFirst();
  return row?.encrypted_code;
}

export async function deleteLink(tx: Db, column: LinkedColumn, id: number): Promise<void> {
  await tx.deleteFrom('status_links').where(column, '=', id).execute();
}

/** The id of the record whose link has this hash and isn't expired. */
export async function selectLinked(
  db: Db,
  column: LinkedColumn,
  hash: string,
  now: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('status_links')
    .select(column)
    .where('code_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.[column] ?? undefined;
}

/** The encrypted code of a record's live link; undefined without one. */
export async function selectLinkCode(
  db: Db,
  column: LinkedColumn,
  id: number,
  now: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('status_links')
    .select('encrypted_code')
    .where(column, '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.encrypted_code;
}
