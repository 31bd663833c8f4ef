import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Engine } from './open.ts';

/** Separates the lines; inside of them JSON escapes line breaks. */
export const lineEnd = ',\n';

/** Records as JSON, a line each. */
export interface JsonLines {
  text: string;
  count: number;
}

/** Runs a query that selects `json`, in its order. One text takes half the time of a row for each record. */
export async function selectLines<T>(
  db: Db,
  engine: Engine,
  // biome-ignore lint/suspicious/noExplicitAny: any tables
  query: SelectQueryBuilder<any, any, T & { json: string }>,
): Promise<JsonLines> {
  const separator = sql.lit(lineEnd);
  const text =
    engine === 'sqlite'
      ? sql<string | null>`group_concat(json, ${separator})`
      : sql<string | null>`string_agg(json, ${separator})`;
  const row = await db
    .selectFrom(query.as('lines'))
    .select([text.as('text'), sql<number | string>`count(*)`.as('count')])
    .executeTakeFirstOrThrow();
  return { text: row.text ?? '', count: Number(row.count) };
}
