import { type SelectQueryBuilder, sql } from 'kysely';
import { type Db, isPostgres } from './open.ts';
import { prepared } from './prepared.ts';

/** Separates the lines; inside of them JSON escapes line breaks. */
export const lineEnd = ',\n';

/** Records as JSON, a line each. */
export interface JsonLines {
  text: string;
  count: number;
}

/**
 * Prepares a query that selects `json`; its records become one text, in its order, which takes half the time of a row
 * for each record. `build` as for `prepared`.
 */
export function preparedLines<V extends object, T>(
  // biome-ignore lint/suspicious/noExplicitAny: any tables
  build: (db: Db, values: V) => SelectQueryBuilder<any, any, T & { json: string }>,
): (db: Db, values: V) => Promise<JsonLines> {
  const select = prepared((db, values: V) => {
    const separator = sql.lit(lineEnd);
    const text = !isPostgres(db)
      ? sql<string | null>`group_concat(json, ${separator})`
      : sql<string | null>`string_agg(json, ${separator})`;
    return db
      .selectFrom(build(db, values).as('lines'))
      .select([text.as('text'), sql<number | string>`count(*)`.as('count')]);
  });
  return async (db, values) => {
    const [row] = await select(db, values);
    return { text: row?.text ?? '', count: Number(row?.count ?? 0) };
  };
}
