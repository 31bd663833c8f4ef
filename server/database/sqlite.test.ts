/** Transactions of one turn share a commit: each is durable when it resolves, and a failing one fails alone. */
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newFolder } from '#tests/harness/new-folder.ts';
import { openSqlite } from './sqlite.ts';

let db: Kysely<unknown>;
let other: DatabaseSync;
beforeEach(async () => {
  const folder = newFolder();
  db = openSqlite(join(folder, 'a.sqlite')) as Kysely<unknown>;
  await sql`create table entries (id integer primary key)`.execute(db);
  // What another process sees, and what a power cut leaves.
  other = new DatabaseSync(join(folder, 'a.sqlite'), { readOnly: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  other.close();
  await db.destroy();
});

const insert = (id: number, then: () => unknown = () => {}) =>
  db.transaction().execute(async (tx) => {
    await sql`insert into entries values (${id})`.execute(tx);
    await then();
  });
const committed = () =>
  other
    .prepare('select id from entries order by id')
    .all()
    .map(({ id }) => id);
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Calls `before` when this statement runs; counts it. */
function watch(statement: string, before: () => void = () => {}) {
  const run = StatementSync.prototype.run;
  let count = 0;
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
    this: StatementSync,
    ...values
  ) {
    if (this.sourceSQL === statement) {
      count += 1;
      before();
    }
    return run.apply(this, values as Parameters<typeof run>);
  });
  return () => count;
}

test('a failed commit fails every transaction of the group and stores none', async () => {
  watch('commit', () => {
    throw new Error('disk I/O error');
  });
  const results = await Promise.allSettled(ids(5).map((id) => insert(id)));
  expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
    ids(5).map(() => 'Error: disk I/O error'),
  );
  vi.restoreAllMocks();
  expect(committed()).toEqual([]);
  await insert(6);
  expect(committed()).toEqual([6]);
});
