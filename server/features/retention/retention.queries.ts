import type { Db } from '../../database/open.ts';

const announced = 'deletions ';

/** What was announced, by day, the newest first. */
export async function selectAnnouncements(db: Db): Promise<{ day: string; value: string }[]> {
  const rows = await db
    .selectFrom('installation_state')
    .selectAll()
    .where('name', 'like', `${announced}%`)
    .orderBy('name', 'desc')
    .execute();
  return rows.map(({ name, value }) => ({ day: name.slice(announced.length), value }));
}

/** Stores the announcement of a day; false when there is one. */
export async function insertAnnouncement(tx: Db, day: string, value: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('installation_state')
    .values({ name: announced + day, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes the announcements of all days until this one, by default of all; false when there is none. */
export async function deleteAnnouncements(db: Db, until = '9999'): Promise<boolean> {
  const deleted = await db
    .deleteFrom('installation_state')
    .where('name', 'like', `${announced}%`)
    .where('name', '<=', announced + until)
    .returning('name')
    .execute();
  return deleted.length > 0;
}

export async function selectAdminAddresses(
  db: Db,
): Promise<{ user_id: number; user_email: string }[]> {
  return db
    .selectFrom('users')
    .select(['user_id', 'user_email'])
    .where('user_role', '=', 'admin')
    .where('closed_at', 'is', null)
    .where('user_email', '<>', '')
    .orderBy('user_id')
    .execute();
}
