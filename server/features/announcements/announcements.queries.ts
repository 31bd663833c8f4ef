import type { Selectable, Updateable } from 'kysely';
import { foldLine } from '#contract/text/text-fold.ts';
import { isAmong, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { AnnouncementsTable } from '../../database/tables/announcements.ts';
import type { Cursor } from '../../platform/http/lists.ts';

export type AnnouncementColumns = Selectable<AnnouncementsTable>;

/** Announcements, newest first, with their sender and how many got, read and confirmed them. */
export async function selectAnnouncements(db: Db, before: Cursor | null, limit: number) {
  const query = db
    .selectFrom('announcements as a')
    .innerJoin('users as u', 'u.user_id', 'a.sender_id')
    .leftJoin('employees as e', 'e.user_id', 'a.sender_id')
    .selectAll('a')
    .select(['u.username', 'e.first_name', 'e.last_name'])
    .select((eb) => {
      const recipients = eb
        .selectFrom('notification_recipients as r')
        .where('r.notification_id', 'in', [
          eb.ref('a.notification_id'),
          eb.ref('a.spanish_notification_id'),
        ]);
      const count = recipients.select((of) => of.fn.countAll<number>().as('count'));
      return [
        count.as('recipients'),
        count.where('r.read_at', 'is not', null).as('read_count'),
        count.where('r.confirmed_at', 'is not', null).as('confirmed_count'),
      ];
    });
  return newestFirst(query, ['a.announcement_id'], before, limit).execute();
}

export async function findAnnouncement(
  db: Db,
  id: number,
): Promise<AnnouncementColumns | undefined> {
  return db
    .selectFrom('announcements')
    .selectAll()
    .where('announcement_id', '=', id)
    .executeTakeFirst();
}

/** The ids of announcements whose time has come. */
export async function selectDue(db: Db, now: string): Promise<number[]> {
  const rows = await db
    .selectFrom('announcements')
    .select('announcement_id')
    .where('sent_at', 'is', null)
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .execute();
  return rows.map((row) => row.announcement_id);
}

export async function updateAnnouncementRow(
  tx: Db,
  id: number,
  change: Updateable<AnnouncementsTable>,
): Promise<void> {
  await tx.updateTable('announcements').set(change).where('announcement_id', '=', id).execute();
}

/** Whom an announcement is for. */
export interface Audience {
  department: string;
  position: string;
  userIds: readonly number[];
}

/** The open accounts of an audience. */
export async function selectAudience(
  tx: Db,
  { department, position, userIds }: Audience,
): Promise<number[]> {
  let query = tx
    .selectFrom('users as u')
    .leftJoin('employees as e', 'e.user_id', 'u.user_id')
    .select(['u.user_id', 'department', 'position'])
    .where('u.closed_at', 'is', null)
    .orderBy('u.user_id');
  if (userIds.length > 0) query = query.where(isAmong(tx, 'u.user_id', userIds));
  const isSame = (value: string | null, asked: string) =>
    userIds.length > 0 || asked === '' || foldLine(value ?? '') === foldLine(asked);
  return (await query.execute())
    .filter((row) => isSame(row.department, department) && isSame(row.position, position))
    .map((row) => row.user_id);
}

/** The people who got an announcement: those who haven't confirmed or read it first. */
export async function selectReaders(
  db: Db,
  { notification_id, spanish_notification_id }: AnnouncementColumns,
) {
  const ids = [notification_id, spanish_notification_id].filter((id) => id !== null);
  return db
    .selectFrom('notification_recipients as r')
    .innerJoin('users as u', 'u.user_id', 'r.user_id')
    .leftJoin('employees as e', 'e.user_id', 'r.user_id')
    .select(['r.user_id', 'r.read_at', 'r.confirmed_at', 'u.username', 'u.closed_at'])
    .select(['e.first_name', 'e.last_name'])
    .where(isAmong(db, 'r.notification_id', ids))
    .orderBy((eb) => eb.case().when('r.confirmed_at', 'is', null).then(0).else(1).end())
    .orderBy((eb) => eb.case().when('r.read_at', 'is', null).then(0).else(1).end())
    .orderBy('u.username')
    .execute();
}
