import type { Db } from '../../database/open.ts';

const name = 'retention-day';

/** The value while a node works; sorts after the day itself, so that it counts as begun for every release. */
const leaseOf = (day: string, until: Date) => `${day} until ${until.toISOString()}`;

interface Run {
  day: string;
  now: Date;
  until: Date;
}

/**
 * Claims a day's run until an instant; false when it was done before, or a node is at it. The first day of an
 * installation, and of an upgrade to this release, is never claimed, so that there is time to change the settings.
 */
export async function claimRun(db: Db, { day, now, until }: Run): Promise<boolean> {
  await db
    .insertInto('facts')
    .values({ name, value: day })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const claimed = await db
    .updateTable('facts')
    .set({ value: leaseOf(day, until) })
    .where('name', '=', name)
    .where((eb) =>
      eb.or([
        eb('value', '<', day),
        eb.and([eb('value', '>', `${day} until `), eb('value', '<=', leaseOf(day, now))]),
      ]),
    )
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Ends a run: done, or to be continued by any node. */
export async function endRun(db: Db, { day, now, until }: Run, isDone: boolean): Promise<void> {
  await db
    .updateTable('facts')
    .set({ value: isDone ? day : leaseOf(day, now) })
    .where('name', '=', name)
    .where('value', '=', leaseOf(day, until))
    .execute();
}
