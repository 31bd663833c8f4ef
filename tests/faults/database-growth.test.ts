/** Many writes: the WAL and the tables stay bounded. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { newFolder } from '#tests/harness/new-folder.ts';

const mebibyte = 1024 * 1024;
const perCommit = 1_000;
/** Rows that live at a time, and rows written in all. */
const [live, rows] = isFull ? [20_000, 2_000_000] : [2_000, 6_000];

test('the WAL and a table with many inserts, updates and deletes stay bounded (FLT24)', {
  timeout: 1_200_000,
}, async ({ annotate }) => {
  const dataDir = newFolder();
  const { db, engine } = await openDatabase({ databaseUrl: null, dataDir });
  try {
    await migrate({ db, engine });
    const size = (suffix = '') => statSync(join(dataDir, `headrack.sqlite${suffix}`)).size;
    const row = (id: number) => ({
      at: new Date(id * 1000).toISOString(),
      company_name: `Dealer ${id}`,
      text: 'Cars by the truckload. '.repeat(1 + (id % 20)),
    });
    // A table with the indexes of a queue: old rows go as new ones come, and each changes once.
    await sql`create table growth (id integer primary key, at text, company_name text, text text)`.execute(
      db,
    );
    await sql`create index growth_at on growth (at)`.execute(db);
    let next = 0;
    let largestWal = 0;
    let largest = 0;
    while (next < rows) {
      await db.transaction().execute(async (tx) => {
        for (let n = 0; n < perCommit / 4; n += 1) {
          next += 1;
          const { at, company_name, text } = row(next);
          await sql`insert into growth values (${next}, ${at}, ${company_name}, ${text})`.execute(
            tx,
          );
          const changed = row(next + 7).text;
          for (const back of [live / 4, live / 2]) {
            await sql`update growth set text = ${changed} where id = ${next - back}`.execute(tx);
          }
          await sql`delete from growth where id = ${next - live}`.execute(tx);
        }
      });
      largestWal = Math.max(largestWal, size('-wal'));
      if (next > 2 * live) largest = Math.max(largest, size());
    }
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    largest = Math.max(largest, size());
    await sql.raw(`vacuum into '${join(dataDir, 'compact.sqlite')}'`).execute(db);
    const compact = statSync(join(dataDir, 'compact.sqlite')).size;
    expect(largestWal).toBeLessThanOrEqual(256 * mebibyte);
    expect(largest / compact).toBeLessThanOrEqual(2);
    const wal = `largest WAL ${(largestWal / mebibyte).toFixed(1)} MB`;
    const file = `database ${(largest / compact).toFixed(2)} × its live size`;
    await annotate(`${rows * 4} writes: ${wal}, ${file}`, 'measured');
  } finally {
    await db.destroy();
  }
});
