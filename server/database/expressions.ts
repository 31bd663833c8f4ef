import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { type Db, isPostgres } from './open.ts';

/** Whether a column is among the ids. One parameter for all ids, so that the prepared statement is reused. */
export function isAmong(
  db: Db,
  column: string | RawBuilder<unknown>,
  ids: readonly number[] | readonly string[],
): Expression<SqlBool> {
  const value = typeof column === 'string' ? sql.ref(column) : column;
  return isPostgres(db)
    ? sql<SqlBool>`${value} = any(${[...ids]})`
    : sql<SqlBool>`${value} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** The number of rows of a query, as a value that a statement can select beside others. */
export function countRows<T, F extends keyof T>(query: SelectQueryBuilder<T, F, object>) {
  return query.select((eb) => eb.fn.countAll<number>().as('count')).$asScalar();
}

/** Follows a table's name: the index to use where SQLite would read more without it. PostgreSQL chooses by itself. */
export function indexedBy(db: Db, index: string): RawBuilder<unknown> {
  return isPostgres(db) ? sql`` : sql`indexed by ${sql.ref(index)}`;
}

/**
 * A condition that few rows meet. SQLite counts the nulls of an index as equal values, so where most rows have none it
 * takes the index for useless.
 */
export function rarely(db: Db, condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${condition}`
    : sql<SqlBool>`likelihood(${condition}, 0.000001)`;
}

/**
 * A text column without its indexes, where one would read more: PostgreSQL plans a prepared statement for any values,
 * and to order a person's rows reads everyone's in the order of an index until it has found enough.
 */
export function unindexed(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`;
}

/**
 * A page of a query: rows in descending order of a column and the id, or of the id alone, after those of the page
 * before. One row more than `limit` shows whether there is another page.
 */
export function newestFirst<T, F extends keyof T, R>(
  query: SelectQueryBuilder<T, F, R>,
  columns: readonly [at: string | RawBuilder<string>, id: string] | readonly [id: string],
  before: { at: string; id: number } | null,
  limit: number,
): SelectQueryBuilder<T, F, R> {
  const refs = columns.map((column) =>
    typeof column === 'string' ? sql`${sql.ref(column)}` : column,
  );
  const page = refs.reduce((ordered, ref) => ordered.orderBy(ref, 'desc'), query);
  const limited = page.limit(limit + 1);
  if (before === null) return limited;
  const after = columns.length === 1 ? [before.id] : [before.at, before.id];
  // A row comparison uses the index.
  return limited.where(sql<SqlBool>`(${sql.join(refs)}) < (${sql.join(after)})`);
}
