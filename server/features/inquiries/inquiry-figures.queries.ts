import type { Db } from '../../database/open.ts';

const genuine = (db: Db) => db.selectFrom('inquiries').where('flagged', '=', 0);

/** What was won or lost since an instant, without possible spam. */
export async function selectDecided(db: Db, since: string) {
  return genuine(db)
    .select(['status', 'decided_at'])
    .where('decided_at', '>=', since)
    .$narrowType<{ decided_at: string }>()
    .execute();
}

/** What was replied to since an instant, without possible spam. */
export async function selectReplied(db: Db, since: string) {
  return genuine(db)
    .select(['created_at', 'replied_at'])
    .where('replied_at', '>=', since)
    .$narrowType<{ replied_at: string }>()
    .execute();
}
