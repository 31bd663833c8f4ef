import type { Db } from '../database/open.ts';

/** The open account with this username or address, otherwise the one that was closed last. */
export async function selectAccountOf(
  db: Db,
  key: string,
): Promise<{ user_id: number; email_key: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['user_id', 'email_key'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .orderBy((eb) => eb.case().when('closed_at', 'is', null).then(0).else(1).end())
    .orderBy('closed_at', 'desc')
    .executeTakeFirst();
}

/** The ids of the inquiries from an address, as it is compared. */
export async function selectInquiriesFrom(db: Db, email_key: string): Promise<number[]> {
  const rows = await db
    .selectFrom('inquiries')
    .select('id')
    .where('email_key', '=', email_key)
    .execute();
  return rows.map(({ id }) => id);
}
