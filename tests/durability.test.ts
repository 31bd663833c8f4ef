/** What is acknowledged is on the disk: the order of syncs, renames and commits. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { backup } from '#server/admin/backup.ts';
import { startApp } from './harness/app.ts';
import { type FsEvent, recordFiles } from './harness/fs-journal.ts';
import { documentClasses, ownedFilesOf } from './harness/owned-files.ts';

const at = (events: readonly FsEvent[], kind: FsEvent['kind'], path: string) =>
  events.findLastIndex((event) => event.kind === kind && event.path === path);

/** What was not on the disk when the rows of these files were committed; empty when everything was. */
function notDurable(events: readonly FsEvent[], filesFolder: string): string[] {
  const problems: string[] = [];
  for (const [index, { kind, values = [] }] of events.entries()) {
    if (kind !== 'insert') continue;
    const before = events.slice(0, index);
    const keys = values.filter((value) => /^[a-z-]+\/[0-9a-f-]{36}\.\w+$/.test(String(value)));
    for (const key of new Set(keys.map(String))) {
      const target = join(filesFolder, key);
      const moved = at(before, 'move', target);
      const from = before[moved]?.from ?? '';
      const synced = at(before.slice(0, moved), 'sync', from);
      const folderSynced = at(before, 'sync', dirname(target));
      const made = at(before, 'mkdir', dirname(target));
      if (moved === -1) problems.push(`${key} wasn't stored`);
      if (synced === -1) problems.push(`${key} wasn't synced`);
      if (folderSynced < moved) problems.push(`the folder of ${key} wasn't synced`);
      if (made !== -1 && at(before, 'sync', filesFolder) < made) {
        problems.push(`the new folder of ${key} wasn't synced`);
      }
    }
  }
  return problems.map((problem) => problem.replace(/[0-9a-f-]{36}/, '…'));
}

test('SQLite syncs every commit, and no row is committed before its file is synced (FLT2, FLT9)', async () => {
  const journal = await recordFiles();
  const t = await startApp('sqlite');
  const folder = await mkdtemp(join(tmpdir(), 'headrack-backup-'));
  try {
    const { rows: mode } = await sql`pragma journal_mode`.execute(t.ctx.db);
    const { rows: synchronous } = await sql`pragma synchronous`.execute(t.ctx.db);
    expect([...mode, ...synchronous]).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }]);

    const { dataDir } = t.ctx.config;
    const filesFolder = join(dataDir, 'files');
    const made = journal.events.findIndex(({ path }) => path.endsWith('/files'));
    const synced = at(journal.events.slice(made), 'sync', dataDir);
    expect(made).toBeGreaterThan(-1);
    expect(synced, 'the new folder of files is synced').toBeGreaterThan(-1);

    const files = ownedFilesOf(() => t);
    for (const kind of documentClasses) await files.give(kind, [t.employee]);
    const fileId = await files.give('training', [t.employee]);
    await files.change('training', fileId, [t.employee], Buffer.from('%PDF-1.4\n%%EOF'));
    await files.resume();
    await files.returnFile(await files.give('employee-files', [t.employee]), t.employee);
    await files.license(t.employee);
    await files.write(t.employee, t.admin);
    await files.waiting(t.employee);
    const [product, post] = [await files.product(), await files.post()];
    const inserts = journal.events.filter(({ kind }) => kind === 'insert');
    const classes = new Set(
      inserts.flatMap(({ values = [] }) =>
        values.flatMap((value) => /^([a-z-]+)\/[0-9a-f-]{36}/.exec(String(value))?.[1] ?? []),
      ),
    );
    expect([...classes].sort()).toEqual([
      'driver-file',
      'employee-files',
      'messages',
      'posts',
      'products',
      'reports',
      'resumes',
      'settlements',
      'submissions',
      'training',
    ]);
    expect([basename(product), basename(post)].every((name) => name.endsWith('.webp'))).toBe(true);
    expect(notDurable(journal.events, filesFolder)).toEqual([]);

    // A backup is complete once its manifest is there, so everything else comes first.
    const start = journal.events.length;
    await backup(t.ctx.config, join(folder, 'backup'));
    const saved = journal.events.slice(start);
    const manifest = at(saved, 'sync', join(folder, 'backup'));
    for (const path of ['backup/files/resumes', 'backup/files', 'backup/headrack.sqlite']) {
      expect(at(saved, 'sync', join(folder, path)), path).toBeGreaterThan(-1);
      expect(at(saved, 'sync', join(folder, path)), path).toBeLessThan(manifest);
    }
  } finally {
    journal.stop();
    await t.close();
    await rm(folder, { recursive: true });
  }
});
