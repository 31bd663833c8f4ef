/** Many writes: the WAL, the tables and what PostgreSQL has not cleaned up stay bounded. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { freshPostgres } from '../harness/databases.ts';

const isFull = process.env.FULL === '1';
const mebibyte = 1024 * 1024;
/** Stops here, however many writes that were. */
const maxMs = isFull ? 300_000 : 1_500;
const maxWrites = 10_000_000;
const perCommit = 1_000;
/** Rows that live at a time. */
const live = isFull ? 20_000 : 2_000;

test('the WAL and a table with many inserts, updates and deletes stay bounded (FLT24)', {
  timeout: maxMs + 60_000,
}, async ({ annotate }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'headrack-growth-'));
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
    let writes = 0;
    let next = 0;
    let largestWal = 0;
    let largest = 0;
    const end = performance.now() + maxMs;
    while (writes < maxWrites && (performance.now() < end || next < 3 * live)) {
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
      writes += perCommit;
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
    await annotate(`${writes} writes: ${wal}, ${file}`, 'measured');
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true });
  }
});

/** The writes a second that PostgreSQL owes (LOAD5). */
const rate = 500;

test.runIf(isFull)(
  'a table that PostgreSQL itself cleans up stays bounded (FLT24)',
  {
    timeout: maxMs + 120_000,
  },
  async ({ annotate }) => {
    const { url, drop } = await freshPostgres();
    const { db } = await openDatabase({ databaseUrl: url, dataDir: tmpdir() });
    const rows = 100_000;
    const bytes = async () => {
      const { rows } = await sql<{ bytes: number }>`
      select pg_total_relation_size('growth') as bytes`.execute(db);
      return rows[0]?.bytes ?? Number.NaN;
    };
    const insert = (from: number, to: number) =>
      sql`
    insert into growth select n, now(), 'Dealer ' || n, repeat('Cars by the truckload. ', 1 + n % 20)
    from generate_series(${from}::int, ${to}::int) n`.execute(db);
    try {
      await sql`create table growth (id int primary key, at timestamptz, company_name text, text text)`.execute(
        db,
      );
      await sql`create index growth_at on growth (at)`.execute(db);
      await insert(1, rows);
      let [writes, next, largest] = [0, rows, 0];
      const start = performance.now();
      while (performance.now() - start < maxMs) {
        const due = Math.floor(((performance.now() - start) / 1_000) * rate) - writes;
        const quarter = Math.floor(due / 4);
        if (quarter > 0) {
          await insert(next + 1, next + quarter);
          for (const back of [rows / 4, rows / 2]) {
            await sql`update growth set text = text || '.' where id > ${next - back} and id <= ${next - back + quarter}`.execute(
              db,
            );
          }
          await sql`delete from growth where id <= ${next - rows + quarter}`.execute(db);
          next += quarter;
          writes += 4 * quarter;
          largest = Math.max(largest, await bytes());
        }
        await pause(200);
      }
      await sql`vacuum full growth`.execute(db);
      const ratio = largest / (await bytes());
      await annotate(
        `${writes} writes on PostgreSQL at ${rate}/s: at most ${ratio.toFixed(2)} × the live size`,
        'measured',
      );
      expect(ratio).toBeLessThanOrEqual(2);
    } finally {
      await db.destroy();
      await drop();
    }
  },
);
