import type { Db } from '../../database/open.ts';
import type { DutyTable } from '../../database/tables/duty.ts';

/** Open accounts of admins whose duty ends after `now`. */
export async function selectDuty(db: Db, now: string) {
  return db
    .selectFrom('duty as d')
    .innerJoin('users as u', 'u.user_id', 'd.user_id')
    .select(['d.user_id', 'd.until'])
    .where('d.until', '>', now)
    .where('u.user_role', '=', 'admin')
    .where('u.closed_at', 'is', null)
    .orderBy('d.user_id')
    .execute();
}

/** Until when someone was set on duty; undefined when they aren't. */
export async function selectDutyEnd(tx: Db, userId: number): Promise<string | undefined> {
  const rows = tx.selectFrom('duty').select('until').where('user_id', '=', userId);
  return (await rows.executeTakeFirst())?.until;
}

export async function upsertDuty(tx: Db, row: DutyTable): Promise<void> {
  const { until, set_by } = row;
  await tx
    .insertInto('duty')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ until, set_by }))
    .execute();
}

/** Deletes a duty; returns whether it lasted. */
export async function deleteDutyRow(tx: Db, userId: number, now: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('duty')
    .where('user_id', '=', userId)
    .returning('until')
    .executeTakeFirst();
  return row !== undefined && row.until > now;
}
