import { statSync } from 'node:fs';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { startApp, suiteApp, type TestApp } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '#tests/harness/databases.ts';
import { writeFrom } from '#tests/harness/messages.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { type Columns, columnsOf, readRows } from '#tests/harness/table-rows.ts';
import { applicationForm, apply, whole } from '#tests/records/hiring.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { createAppContext } from '../create-app-context.ts';
import { steps } from '../database/migrations/all.ts';
import { deleteApplication } from '../features/applications/applications.service.ts';
import { findMessages } from '../features/chat/chat-search.ts';
import type { AppContext } from '../platform/app-context.ts';
import { lockDataDir } from '../platform/runtime/data-dir.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

let folder: string;
/** An empty machine with SQLite. */
let config: Config;
beforeEach(() => {
  folder = join(newFolder(), 'backup');
  config = readConfig({ DATA_DIR: join(newFolder(), 'data') });
});

const resumes = (of: string) => join(of, 'files', 'resumes');

/** Stores a job, applications with resumes, and a message. */
async function fill(t: TestApp, count = 4): Promise<number[]> {
  await createId(t, 'createJob');
  await writeFrom(t, t.admin, t.employee, 'Drive safely');
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const fields = { ...whole, email: `applicant${n}@example.com` };
    ids.push((await apply(t, applicationForm(fields, pdfOf(`Resume ${n}`)))).body.id);
  }
  return ids;
}

/** Every row and every byte, and what the search of messages finds. */
async function contentsOf(ctx: AppContext, columns: Columns) {
  const bytes: string[] = [];
  for (const { key } of await rowsOf({ ctx }, 'objects', {}, 'key')) {
    bytes.push((await buffer(await ctx.storage.read(key))).toString('base64'));
  }
  const [message] = await rowsOf({ ctx }, 'messages');
  const reader = { userId: message?.sender_id ?? 0 };
  const { rows: found } = await findMessages(ctx, reader, { q: 'safely' })(null, 50);
  return {
    rows: await readRows(ctx.db, columns),
    bytes,
    found: found.map(({ content }) => content),
  };
}

/** Expects the same contents in another data folder. */
async function expectRestored(other: Config, { ctx }: TestApp): Promise<void> {
  const restored = await createAppContext(other, pino({ level: 'silent' }));
  // PostgreSQL has a table more.
  const columns = await columnsOf(restored);
  const [found, expected] = [await contentsOf(restored, columns), await contentsOf(ctx, columns)];
  await restored.close();
  expect(expected.found).toContain('Drive safely');
  expect(expected.bytes.length).toBeGreaterThan(1);
  expect(found).toEqual(expected);
}

onBothDatabases('a backup', (engine) => {
  const t = suiteApp(engine);

  test('of a running server restores every row and every byte (FLT19)', async () => {
    await fill(t);
    const unlock = lockDataDir(t.ctx.config.dataDir);
    const { lines, problems } = await backup(t.ctx.config, folder);
    unlock();
    expect(problems).toEqual([]);
    expect(lines).toEqual([`Saved 5 files to ${folder}.`]);
    expect(statSync(join(folder, 'headrack.sqlite')).mode & 0o777).toBe(0o600);
    if (engine === 'postgres') {
      const filled = { ...t.ctx.config, dataDir: config.dataDir };
      await expect(restore(filled, folder)).rejects.toThrow('The new database has records.');
    }
    await restore(config, folder);
    await expectRestored(config, t);
  });
});

sqliteOnly.describe('a backup of SQLite', () => {
  const t = suiteApp('sqlite');
  const manifestOf = () => join(folder, 'manifest.json');

  /** Expects that the backup is refused and that nothing is written. */
  async function expectRefused(message: string, change: () => Promise<unknown>): Promise<void> {
    await change();
    await expect(restore(config, folder), message).rejects.toThrow(message);
    await expect(readdir(config.dataDir)).rejects.toThrow('ENOENT');
  }

  test('is refused when a file was changed, cut or lost, and leaves nothing (FLT19)', async () => {
    await fill(t, 2);
    await backup(t.ctx.config, folder);
    const [resume = ''] = await readdir(resumes(folder));
    for (const file of [join(folder, 'headrack.sqlite'), join(resumes(folder), resume)]) {
      const before = await readFile(file);
      // Of the same size.
      await expectRefused('was changed', () =>
        writeFile(file, Buffer.from(before).fill('x', 50, 51)),
      );
      await expectRefused('was changed', () => truncate(file, 100));
      await expectRefused('is missing', () => rm(file));
      await writeFile(file, before);
    }
    await restore(config, folder);
  });

  test('is refused when its manifest was changed or is of another release (FLT19)', async () => {
    await fill(t, 2);
    await backup(t.ctx.config, folder);
    const text = await readFile(manifestOf(), 'utf8');
    const manifest = JSON.parse(text);
    expect(manifest).toMatchObject({ format: 1, schema: steps.at(-1)?.name });
    const [, file] = manifest.files;
    const outside = { ...file, path: `../../${file.path.slice(6)}` };
    for (const [message, changed] of [
      ['was changed', { ...manifest, files: manifest.files.slice(1) }],
      ['is not valid', { ...manifest, files: [outside] }],
      ['older release', { ...manifest, format: 0 }],
      ['another release', { ...manifest, format: 2, files: 'as later releases write them' }],
      ['another release', { ...manifest, schema: '999-later' }],
    ] as const) {
      await expectRefused(message, () => writeFile(manifestOf(), JSON.stringify(changed)));
    }
    await expectRefused('is not valid', () => writeFile(manifestOf(), text.slice(0, 300)));
    await expectRefused('not a complete backup', () => rm(manifestOf()));
  });

  test('goes to an empty folder, and is restored to one that nobody uses', async () => {
    await backup(t.ctx.config, folder);
    await expect(restore(t.ctx.config, folder)).rejects.toThrow('is not empty');
    const unlock = lockDataDir(t.ctx.config.dataDir);
    await expect(restore(t.ctx.config, folder)).rejects.toThrow(/is in use by process \d+/);
    unlock();
    await expect(backup(t.ctx.config, folder)).rejects.toThrow('is not empty');
  });

  test('is consistent when applications are deleted meanwhile', async () => {
    const ids = await fill(t, 8);
    const deleteSome = async () => {
      for (const id of ids.slice(0, 5)) await deleteApplication(t.ctx, id, { userId: 1, ip: '' });
    };
    const [{ problems }] = await Promise.all([backup(t.ctx.config, folder), deleteSome()]);
    expect(problems).toEqual([]);
    await restore(config, folder);
    const restored = await createAppContext(config, pino({ level: 'silent' }));
    const known = await rowsOf({ ctx: restored }, 'objects', {}, 'key');
    const stored = await Array.fromAsync(restored.storage.list(), ({ key }) => key);
    expect(stored.toSorted()).toEqual(known.map(({ key }) => key));
    await restored.close();
  });
});

sqliteOnly.test('a backup names missing and changed files and saves the rest', async () => {
  const t = await startApp('sqlite');
  onTestFinished(t.close);
  await fill(t);
  const [missing, changed] = (await rowsOf(t, 'objects')).map(({ key }) => key);
  await t.ctx.storage.remove(missing ?? '');
  await appendFile(join(t.ctx.config.dataDir, 'files', changed ?? ''), 'x');
  const { problems } = await backup(t.ctx.config, folder);
  const found = [`${missing} is missing from storage.`, `${changed} differs from what was stored.`];
  expect(problems.toSorted()).toEqual(found.toSorted());
  await restore(config, folder);
});
