/** What a caller may add to a call in the hope that it is written (SEC5). */
import type { TestApp } from '../harness/app.ts';
import { wires } from './wire.ts';

export type Row = Record<string, unknown>;

const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const planted = { number: 7_777_777, text: 'planted by a caller' };

/** Every column of the tables that the call does not name, in both spellings. */
export async function surplusOf(
  t: TestApp,
  name: string,
  tables: readonly string[],
): Promise<{ columns: string[]; body: Row }> {
  const known = Object.keys(wires[name]?.fields ?? {}).map(snake);
  const columns = (await t.ground.db.introspection.getTables())
    .filter((table) => tables.includes(table.name))
    .flatMap((table) => table.columns)
    .filter((column) => !known.includes(column.name));
  const body: Row = { __proto_: {}, constructor_: 1, user_id: t.admin.userId };
  for (const { name: column, dataType } of columns) {
    const value = /int/i.test(dataType) ? planted.number : planted.text;
    body[column] = value;
    body[camel(column)] = value;
  }
  return { columns: columns.map((column) => column.name), body };
}
