import type { Selectable } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { NotificationSettingsTable } from '../../database/tables/notifications.ts';

export type SettingsRow = Selectable<NotificationSettingsTable>;

/** The settings of a user; undefined for one who never changed them. */
export async function findSettings(db: Db, userId: number): Promise<SettingsRow | undefined> {
  return db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The settings of those of the users who changed them, with their addresses and languages. */
export async function selectSettingsOf(tx: Db, userIds: readonly number[]) {
  return tx
    .selectFrom('notification_settings as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .selectAll('s')
    .select(['u.user_email', 'u.language'])
    .where(isAmong(tx, 's.user_id', userIds))
    .execute();
}

/** A user's settings, created with the defaults if there are none, and locked until the transaction ends. */
export async function selectSettingsForUpdate(tx: Db, userId: number): Promise<SettingsRow> {
  return tx
    .insertInto('notification_settings')
    .values({ user_id: userId, quiet_from: null, quiet_to: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        version: eb.ref('notification_settings.version'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateSettingsRow(
  tx: Db,
  userId: number,
  change: Partial<SettingsRow>,
): Promise<void> {
  await tx.updateTable('notification_settings').set(change).where('user_id', '=', userId).execute();
}

export async function deleteNotificationSettings(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('notification_settings').where('user_id', '=', userId).execute();
}

/** The email address of a user. */
export async function selectEmail(db: Db, userId: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('user_email')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.user_email;
}
