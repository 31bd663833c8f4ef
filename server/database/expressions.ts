import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { type Db, isPostgres } from './open.ts';

/** Whether a column is among the ids. One parameter for all ids, so that the prepared statement is reused. */
export function isAmong(db: Db, column: string, ids: readonly number[]): Expression<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::int[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
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

function pairs(
  table: string,
  columns: readonly string[],
  nested: Record<string, RawBuilder<unknown>> = {},
) {
  return sql.join([
    ...columns.flatMap((column) => [sql.lit(column), sql.ref(`${table}.${column}`)]),
    ...Object.entries(nested).flatMap(([name, value]) => [sql.lit(name), value]),
  ]);
}

/** A row's columns and nested lists as the text of a JSON object. */
export function jsonRow(
  db: Db,
  table: string,
  columns: readonly string[],
  nested: Record<string, RawBuilder<unknown>>,
): RawBuilder<string> {
  const list = pairs(table, columns, nested);
  return !isPostgres(db)
    ? sql<string>`json_object(${list})`
    : sql<string>`json_build_object(${list})::text`;
}

/** The rows that reference `parent` by `foreignKey`, oldest first, as a JSON list. */
export function jsonRows(
  db: Db,
  table: string,
  columns: readonly string[],
  foreignKey: string,
  parent: string,
): RawBuilder<unknown> {
  const list = pairs(table, columns);
  const from = sql`from ${sql.table(table)} where ${sql.ref(`${table}.${foreignKey}`)} = ${sql.ref(`${parent}.id`)}`;
  const id = sql.ref(`${table}.id`);
  return !isPostgres(db)
    ? sql`(select json_group_array(json_object(${list}) order by ${id}) ${from})`
    : sql`(select coalesce(json_agg(json_build_object(${list}) order by ${id}), '[]'::json) ${from})`;
}

/** How a value is written: numbers and JSON unchanged, cents as dollars, text escaped, plain text only quoted. */
type ValueFormat = 'raw' | 'cents' | 'text' | 'plain';

function quoted(db: Db, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return !isPostgres(db) ? sql`json_quote(${text})` : sql`coalesce(to_json(${text})::text, 'null')`;
}

/** Exact below ten trillion dollars: SQLite writes 15 digits, and rounding them would take a fifth of a list's time. */
function dollars(db: Db, cents: RawBuilder<unknown>): RawBuilder<unknown> {
  return !isPostgres(db)
    ? sql`coalesce(${cents} / 100.0, 'null')`
    : sql`coalesce(round(${cents} / 100.0, 2)::text, 'null')`;
}

function formatted(db: Db, value: RawBuilder<unknown>, format: ValueFormat) {
  if (format === 'text') return quoted(db, value);
  return format === 'cents' ? dollars(db, value) : value;
}

/**
 * The named values as the text of a JSON object; faster than `jsonRow`, for long lists.
 * Only `cents` and `text` may be null. `plain` is for text that we generate, such as keys and instants.
 */
export function jsonLine(
  db: Db,
  values: Record<string, readonly [value: RawBuilder<unknown>, format: ValueFormat]>,
): RawBuilder<string> {
  const entries = Object.entries(values);
  const template = entries.map(
    ([name, [, format]]) => `"${name}":${format === 'plain' ? '"%s"' : '%s'}`,
  );
  const parts = entries.map(([, [value, format]]) => formatted(db, value, format));
  return sql<string>`format(${sql.lit(`{${template.join(',')}}`)}, ${sql.join(parts)})`;
}
