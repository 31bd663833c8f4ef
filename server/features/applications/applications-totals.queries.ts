import type { Db } from '../../database/open.ts';

/** How many applications since an instant have each value. */
export async function countByValue(
  db: Db,
  column: 'gender' | 'race',
  since: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('applications')
    .select((eb) => [`${column} as value`, eb.fn.countAll().as('count')])
    .where('created_at', '>=', since)
    .groupBy(column)
    .execute();
  return new Map(rows.map(({ value, count }) => [value, Number(count)]));
}
