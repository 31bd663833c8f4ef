import type { Db } from '../../database/open.ts';

const name = 'retention-day';

/** The value while a node works; sorts after the day itself, so that it counts as begun for every release. */
const leaseOf = (day: string, until: Date) => `${day} until ${until.toISOString()}`;

interface Run {
  day: string;
  now: Date;
  until: Date;
}

/** Claims a day's run until an instant; false when it was done before, or a node is at it. */
export async function claimRun(db: Db, { day, now, until }: Run): Promise<boolean> {
  await db
    .insertInto('installation_state')
    .values({ name, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const claimed = await db
    .updateTable('installation_state')
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
    .updateTable('installation_state')
    .set({ value: isDone ? day : leaseOf(day, now) })
    .where('name', '=', name)
    .where('value', '=', leaseOf(day, until))
    .execute();
}

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

/** Deletes the announcements of all days until this one, by default of all. */
export async function deleteAnnouncements(db: Db, until = '9999'): Promise<void> {
  await db
    .deleteFrom('installation_state')
    .where('name', 'like', `${announced}%`)
    .where('name', '<=', announced + until)
    .execute();
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
