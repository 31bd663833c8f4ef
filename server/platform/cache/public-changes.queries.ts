import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';

/** How many changes of what visitors see are committed. */
export async function countPublicChanges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('public_changes')
    .select((eb) => eb.fn.sum<number | null>('count').as('count'))
    .executeTakeFirstOrThrow();
  return count ?? 0;
}

/** Replaces the rows by one with their sum. Those that commit meanwhile remain. */
export async function mergePublicChanges(db: Db): Promise<void> {
  await sql`
    with merged as (delete from public_changes returning count)
    insert into public_changes (count) select sum(count) from merged having count(*) > 0
  `.execute(db);
}
