import { type Expression, type SqlBool, sql } from 'kysely';
import type { Engine } from './open.ts';

/** Whether a column is among these ids; one parameter however many they are, so that the statement stays the same. */
export function isAmong(
  engine: Engine,
  column: string,
  ids: readonly number[],
): Expression<SqlBool> {
  return engine === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::int[])`;
}
