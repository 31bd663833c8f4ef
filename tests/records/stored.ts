/** What a test app has stored, and what its people read. */
import type { LightMyRequestResponse } from 'fastify';
import type { Selectable, Updateable } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '#server/database/tables/tables.ts';
import { send } from '../fixtures/requests.ts';
import type { TestApp, TestPerson } from '../harness/app.ts';

/** The rows with these values, in the order of those columns. */
export function rowsOf<T extends keyof Tables>(
  { ctx }: Pick<TestApp, 'ctx'>,
  table: T,
  where: Partial<Selectable<Tables[T]>> = {},
  ...order: (keyof Tables[T] & string)[]
): Promise<Selectable<Tables[T]>[]> {
  // One table stands for all: Kysely can't know the columns of a table that isn't.
  let query = ctx.db.selectFrom(table as 'audit').selectAll();
  for (const [column, value] of Object.entries(where)) {
    query = query.where(column as 'id', value === null ? 'is' : '=', value as never);
  }
  for (const column of order) query = query.orderBy(column as 'id');
  return query.execute() as unknown as Promise<Selectable<Tables[T]>[]>;
}

/** Sets columns of the rows with these values, without the API. */
export async function changeRows<T extends keyof Tables>(
  { ctx }: Pick<TestApp, 'ctx'>,
  table: T,
  where: Partial<Selectable<Tables[T]>>,
  values: Updateable<Tables[T]>,
): Promise<void> {
  let query = ctx.db.updateTable(table as 'audit').set(values as object);
  for (const [column, value] of Object.entries(where)) {
    query = query.where(column as 'id', '=', value as never);
  }
  await query.execute();
}

/** Deletes every row of these tables. */
export async function clearTables({ ctx }: Pick<TestApp, 'ctx'>, ...tables: (keyof Tables)[]) {
  for (const table of tables) await ctx.db.deleteFrom(table).execute();
}

/** The JSON of a call that succeeds. */
export async function jsonOf(call: Promise<LightMyRequestResponse>) {
  const response = await call;
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}

/** The JSON of a GET that succeeds. */
export const read = (t: TestApp, url: string, by: TestPerson = t.admin) =>
  jsonOf(send(t, 'GET', url, by));

/** The audit lines of a target, oldest first. */
export async function auditsOf(t: TestApp, target_kind: string, id: number) {
  const rows = await rowsOf(t, 'audit', { target_kind, target_id: String(id) }, 'id');
  return rows.map(({ action, user_id, detail }) => ({
    ...{ action, user_id, detail: JSON.parse(detail) },
  }));
}
