import type { Db } from '../../database/open.ts';

/** What was replied to or decided since an instant, without possible spam. */
export async function selectProgress(db: Db, since: string) {
  return db
    .selectFrom('inquiries')
    .select(['status', 'created_at', 'replied_at', 'decided_at'])
    .where('flagged', '=', 0)
    .where((eb) => eb.or([eb('replied_at', '>=', since), eb('decided_at', '>=', since)]))
    .execute();
}
