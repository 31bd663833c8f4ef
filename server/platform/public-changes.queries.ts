import { sql } from 'kysely';
import type { Db } from '../database/open.ts';
import { prepared } from '../database/prepared.ts';

/** Most public requests run it. */
const selectSum = prepared((db) =>
  db.selectFrom('public_changes').select((eb) => eb.fn.sum<number | null>('count').as('count')),
);

/** How many changes of what visitors see are committed. */
export async function countPublicChanges(db: Db): Promise<number> {
  const [row] = await selectSum(db, {});
  return row?.count ?? 0;
}

/** Replaces the rows by one with their sum. Those that commit meanwhile remain. */
export async function mergePublicChanges(db: Db): Promise<void> {
  await sql`
    with merged as (delete from public_changes returning count)
    insert into public_changes (count) select sum(count) from merged having count(*) > 0
  `.execute(db);
}
