import { randomBytes, randomUUID } from 'node:crypto';
import { cp, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startApp, suiteApp, type TestApp } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { scrub } from './scrub.ts';

/** Flips one bit of the byte at that offset. */
async function flipByte(path: string, at: number): Promise<void> {
  const handle = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await handle.write(byte, 0, 1, at);
  await handle.close();
}

/** Stores files of different sizes; returns their keys, sorted. */
async function storeMany(t: TestApp, count: number): Promise<string[]> {
  const files = ownedFilesOf(() => t);
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) {
    keys.push(await files.store(`reports/${randomUUID()}.pdf`, randomBytes(1 + n * 3_000)));
  }
  return keys.sort();
}

onBothDatabases('scrub', (engine) => {
  const t = suiteApp(engine);
  const count = isFull ? 60 : 12;

  test('reports each file with one flipped byte, and no other (FLT20)', async () => {
    const { config } = t.ctx;
    const keys = await storeMany(t, count);
    const intact = await scrub(config);
    expect(intact.problems).toEqual([]);
    expect(intact.lines.at(-1)).toBe(`${count} of ${count} stored files are intact.`);
    const damaged = keys.filter((_, n) => n % 6 !== 0);
    for (const [n, key] of damaged.entries()) {
      const path = join(config.dataDir, 'files', key);
      const { size } = await stat(path);
      // Anywhere: the first byte, the last, and between.
      await flipByte(path, Math.floor((size - 1) * (n / (damaged.length - 1))));
    }
    await rm(join(config.dataDir, 'files', keys[0] ?? ''));
    const report = await scrub(config);
    expect(damaged).toHaveLength((count / 6) * 5);
    expect(report.problems).toEqual([
      `${keys[0]} is missing from storage.`,
      ...damaged.map((key) => `${key} is damaged: it differs from what was stored.`),
    ]);
    expect(report.lines.at(-1)).toBe(`${count / 6 - 1} of ${count} stored files are intact.`);
    const entries = await rowsOf(t, 'audit', { action: 'file.damaged' }, 'target_id');
    expect(entries.map((entry) => entry.target_id)).toEqual([keys[0] ?? '', ...damaged]);
  });
});

sqliteOnly.test('reports a damaged page of the database (FLT20)', async () => {
  const t = await startApp('sqlite');
  onTestFinished(t.close);
  const folder = newFolder();
  await storeMany(t, 30);
  await sql`pragma wal_checkpoint(truncate)`.execute(t.ctx.db);
  const { rows } = await sql<{ page: number; name: string }>`
    select rootpage as page, name from sqlite_schema where rootpage > 0`.execute(t.ctx.db);
  for (const { page, name } of rows.filter((_, n) => n % (isFull ? 7 : 40) === 0)) {
    const dataDir = join(folder, name);
    await cp(t.ctx.config.dataDir, dataDir, { recursive: true });
    // The type of the page, its first byte.
    await flipByte(join(dataDir, 'headrack.sqlite'), page === 1 ? 100 : (page - 1) * 4096);
    const report = await scrub({ ...t.ctx.config, dataDir });
    expect(report.problems[0], name).toMatch(/^The database is damaged: /);
  }
});
