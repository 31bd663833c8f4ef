import type { Db } from '../../database/open.ts';

const name = 'retention-day';

/**
 * Claims a day's run; false when a node claimed it before. The first day of an installation, and of an upgrade to
 * this release, is never claimed, so that there is time to change the settings.
 */
export async function claimRun(db: Db, day: string): Promise<boolean> {
  await db
    .insertInto('facts')
    .values({ name, value: day })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const claimed = await db
    .updateTable('facts')
    .set({ value: day })
    .where('name', '=', name)
    .where('value', '<', day)
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}
