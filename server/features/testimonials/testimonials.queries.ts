import type { Db } from '../../database/open.ts';

/** How many testimonials wait for an admin. */
export async function countWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('testimonials')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
