import type { AliasableExpression, SelectQueryBuilder } from 'kysely';

/** The columns of a query of one row, and counts beside them, in one statement. */
export async function selectCounts<T, K extends string>(
  // biome-ignore lint/suspicious/noExplicitAny: any tables
  row: SelectQueryBuilder<any, any, T>,
  counts: Readonly<Record<K, AliasableExpression<number>>>,
): Promise<T & Record<K, number>> {
  const named = Object.entries<AliasableExpression<number>>(counts);
  const found = await row
    .select(named.map(([name, count]) => count.as(name)))
    .executeTakeFirstOrThrow();
  return found as T & Record<K, number>;
}
