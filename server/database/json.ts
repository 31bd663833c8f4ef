import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './open.ts';

/** JSON written by the database, one text a row, spelled as each of the two knows it. */

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

/** The columns of a row, and lists nested in it, as the text of a JSON object. */
export function jsonRow(
  engine: Engine,
  table: string,
  columns: readonly string[],
  nested: Record<string, RawBuilder<unknown>>,
): RawBuilder<string> {
  const list = pairs(table, columns, nested);
  return engine === 'sqlite'
    ? sql<string>`json_object(${list})`
    : sql<string>`json_build_object(${list})::text`;
}

/** The rows of a table that point to `parent` by `foreignKey`, oldest first, as a JSON list. */
export function jsonRows(
  engine: Engine,
  table: string,
  columns: readonly string[],
  foreignKey: string,
  parent: string,
): RawBuilder<unknown> {
  const list = pairs(table, columns);
  const from = sql`from ${sql.table(table)} where ${sql.ref(`${table}.${foreignKey}`)} = ${sql.ref(`${parent}.id`)}`;
  const id = sql.ref(`${table}.id`);
  return engine === 'sqlite'
    ? sql`(select json_group_array(json_object(${list}) order by ${id}) ${from})`
    : sql`(select coalesce(json_agg(json_build_object(${list}) order by ${id}), '[]'::json) ${from})`;
}

/** How a value is written into JSON: a number or JSON as it stands, text with escapes, plain text without. */
type Writing = 'asItStands' | 'text' | 'plain';

function quoted(engine: Engine, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`json_quote(${text})`
    : sql`coalesce(to_json(${text})::text, 'null')`;
}

/**
 * The named values as the text of a JSON object, for lists so long that `jsonRow` takes most of their time.
 * Only `text` may be null; `plain` is for what we have made ourselves, such as keys and instants.
 */
export function jsonLine(
  engine: Engine,
  values: Record<string, readonly [value: RawBuilder<unknown>, writing: Writing]>,
): RawBuilder<string> {
  const entries = Object.entries(values);
  const template = entries.map(
    ([name, [, writing]]) => `"${name}":${writing === 'plain' ? '"%s"' : '%s'}`,
  );
  const parts = entries.map(([, [value, writing]]) =>
    writing === 'text' ? quoted(engine, value) : value,
  );
  return sql<string>`format(${sql.lit(`{${template.join(',')}}`)}, ${sql.join(parts)})`;
}
