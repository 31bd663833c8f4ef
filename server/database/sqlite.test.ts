/** Transactions of one turn share a commit: each is durable when it resolves, and a failing one fails alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqlite } from './sqlite.ts';

let folder: string;
let db: Kysely<unknown>;
let other: DatabaseSync;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headrack-sqlite-'));
  db = openSqlite(join(folder, 'a.sqlite')) as Kysely<unknown>;
  await sql`create table entries (id integer primary key)`.execute(db);
  // What another process sees, and what a power cut leaves.
  other = new DatabaseSync(join(folder, 'a.sqlite'), { readOnly: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  other.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
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

test('transactions that begin together are committed together, each before it resolves', async () => {
  const commits = watch('commit');
  await Promise.all(ids(50).map((id) => insert(id).then(() => expect(committed()).toContain(id))));
  expect(committed()).toEqual(ids(50));
  expect(commits()).toBe(1);
});

test('a failing transaction is rolled back alone, and the order is kept', async () => {
  const order: number[] = [];
  const results = await Promise.allSettled(
    ids(9).map((id) =>
      insert(id, () => {
        order.push(id);
        if (id % 3 === 0) throw new Error('no');
      }),
    ),
  );
  expect(order).toEqual(ids(9));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
    ids(9).map((id) => id % 3 > 0),
  );
  expect(committed()).toEqual(ids(9).filter((id) => id % 3 > 0));
});

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

test('a transaction that fails because of another one fails after the commit of that one', async () => {
  const first = insert(1);
  await expect(insert(1)).rejects.toThrow('UNIQUE');
  expect(committed()).toEqual([1]);
  await first;
});

test('reads see what is committed only, and wait for no transaction', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const writing = insert(1, () => promise);
  const read = async () => (await sql`select id from entries`.execute(db)).rows;
  expect(await read()).toEqual([]);
  resolve();
  await writing;
  expect(await read()).toEqual([{ id: 1 }]);
});

test('a statement outside of transactions waits for the running one and is committed alone', async () => {
  const order: string[] = [];
  await Promise.all([
    insert(1).then(() => order.push('first')),
    sql`insert into entries values (2)`.execute(db).then(() => order.push('alone')),
    insert(3).then(() => order.push('last')),
  ]);
  expect(committed()).toEqual([1, 2, 3]);
  expect(order).toEqual(['first', 'alone', 'last']);
});

test('a long transaction delays the commits of those before it until it ends, not longer', async () => {
  const commits = watch('commit');
  const { promise, resolve } = Promise.withResolvers<void>();
  const both = [insert(1), insert(2, () => promise), insert(3)];
  await new Promise((next) => setTimeout(next, 20));
  expect(committed()).toEqual([]);
  resolve();
  await Promise.all(both);
  expect(committed()).toEqual([1, 2, 3]);
  expect(commits()).toBe(2);
});
