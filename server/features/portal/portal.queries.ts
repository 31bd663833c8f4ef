import type { AliasableExpression, SelectQueryBuilder } from 'kysely';

type Scalars = Readonly<Record<string, AliasableExpression<unknown>>>;
type ValuesOf<S extends Scalars> = {
  [K in keyof S]: S[K] extends AliasableExpression<infer V> ? V : never;
};

/** The columns of a query of one row, and others beside them, in one statement. */
export async function selectBeside<T, S extends Scalars>(
  // biome-ignore lint/suspicious/noExplicitAny: any tables
  row: SelectQueryBuilder<any, any, T>,
  scalars: S,
): Promise<T & ValuesOf<S>> {
  const named = Object.entries<AliasableExpression<unknown>>(scalars);
  const found = await row
    .select(named.map(([name, value]) => value.as(name)))
    .executeTakeFirstOrThrow();
  return found as T & ValuesOf<S>;
}
