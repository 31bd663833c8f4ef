import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../tests/harness/app.ts';
import { parseCsv } from '../tests/harness/csv.ts';
import { onBothDatabases } from '../tests/harness/databases.ts';
import { exportedColumns } from './admin/admin.queries.ts';
import { backup } from './admin/backup.ts';
import { csvOf, type Exported } from './admin/export.ts';
import { restore } from './admin/restore.ts';
import { type Config, readConfig } from './config.ts';
import { deleteApplication } from './features/applications/applications.service.ts';
import { findMessages } from './features/chat/chat-search.ts';
import { login } from './features/session/session.service.ts';
import { openGround } from './open-ground.ts';
import type { Ground } from './platform/ground.ts';
import { lockDataDir } from './platform/lock.ts';
import { plantSampleCompany } from './sample/plant.ts';

const command = resolve('server/admin.ts');
const made: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headrack-admin-'));
  made.push(folder);
  return folder;
}

afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env: { PATH, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}

async function contents(ground: Ground): Promise<unknown> {
  const names = [
    ...(['users', 'jobs', 'inquiries', 'applications', 'employees', 'objects'] as const),
    ...(['conversations', 'messages', 'answers'] as const),
  ];
  const rows = await Promise.all(
    names.map((name) => ground.db.selectFrom(name).selectAll().execute()),
  );
  const objects = await ground.db.selectFrom('objects').selectAll().orderBy('key').execute();
  const bytes: string[] = [];
  for (const { key } of objects) {
    bytes.push((await buffer(await ground.storage.read(key))).toString('base64'));
  }
  const [message] = await ground.db.selectFrom('messages').selectAll().orderBy('id').execute();
  const { sender_id = 0, content = '' } = message ?? {};
  const found = await findMessages(ground, sender_id, { q: content });
  expect(found.rows).not.toEqual([]);
  return { rows, bytes, found };
}

describe('backup and restore on SQLite', () => {
  let app: TestApp;
  let folder: string;
  let config: Config;

  beforeAll(async () => {
    app = await startApp('sqlite');
    await plantSampleCompany(app.ground);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    folder = join(await newFolder(), 'backup');
    config = readConfig({ DATA_DIR: join(await newFolder(), 'data') });
  });

  test('bring back every row and every byte, from beside the server', async () => {
    const unlock = lockDataDir(app.ground.config.dataDir);
    expect(await backup(app.ground.config, folder)).toEqual({
      // With the database.
      lines: [`203 files are in ${folder}.`],
      problems: [],
    });
    unlock();
    await restore(config, folder);
    const ground = await openGround(config, pino({ level: 'silent' }));
    expect(await contents(ground)).toEqual(await contents(app.ground));
    await ground.close();
  });

  test.each([
    ['a byte more', (file: string) => appendFile(file, 'x'), 'was changed'],
    ['a byte less', (file: string) => truncate(file, 100), 'was changed'],
    ['a file less', (file: string) => rm(file), 'is missing'],
  ])('refuse %s and leave the folder as it was', async (_, spoil, sentence) => {
    await backup(app.ground.config, folder);
    for (const name of ['headrack.sqlite', 'resumes']) {
      const inside = join(folder, name === 'resumes' ? 'files/resumes' : '');
      const victim = name === 'resumes' ? (await readdir(inside))[7] : name;
      const file = join(inside, victim ?? '');
      const before = await readFile(file);
      await spoil(file);
      await expect(restore(config, folder)).rejects.toThrow(sentence);
      await expect(readdir(config.dataDir)).rejects.toThrow('ENOENT');
      await writeFile(file, before);
    }
    await restore(config, folder);
  });

  test('refuse a list that was changed, cut, or leads out of the folder', async () => {
    await backup(app.ground.config, folder);
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, files: manifest.files.slice(1) }));
    await expect(restore(config, folder)).rejects.toThrow('was changed');
    const outside = { ...manifest.files[1], path: `../../${manifest.files[1].path.slice(6)}` };
    await writeFile(file, JSON.stringify({ ...manifest, files: [outside] }));
    await expect(restore(config, folder)).rejects.toThrow('cannot be read');
    await writeFile(file, JSON.stringify(manifest).slice(0, 900));
    await expect(restore(config, folder)).rejects.toThrow('cannot be read');
    await rm(file);
    await expect(restore(config, folder)).rejects.toThrow('no finished backup');
  });

  test('refuse a data folder that is served or holds something', async () => {
    await backup(app.ground.config, folder);
    await expect(restore(app.ground.config, folder)).rejects.toThrow('is not empty');
    const unlock = lockDataDir(app.ground.config.dataDir);
    await expect(restore(app.ground.config, folder)).rejects.toThrow(/is in use by process \d+/);
    unlock();
    await expect(backup(app.ground.config, folder)).rejects.toThrow('is not empty');
  });

  test('fit together when applications go while it runs', async () => {
    const { ground, close } = await startApp('sqlite');
    await plantSampleCompany(ground);
    const ids = await ground.db.selectFrom('applications').select('id').execute();
    const actor = { userId: 1, ip: '' };
    const leaving = async () => {
      for (const { id } of ids.slice(0, 25)) await deleteApplication(ground, id, actor);
    };
    const [{ problems }] = await Promise.all([backup(ground.config, folder), leaving()]);
    expect(problems).toEqual([]);
    await restore(config, folder);
    const restored = await openGround(config, pino({ level: 'silent' }));
    const known = await restored.db.selectFrom('objects').select('key').execute();
    const stored = await Array.fromAsync(restored.storage.list(), ({ key }) => key);
    expect(stored.toSorted()).toEqual(known.map(({ key }) => key).toSorted());
    await restored.close();
    await close();
  });

  test('tell of stored files that are gone or altered, and keep the rest', async () => {
    const { ground, close } = await startApp('sqlite');
    await plantSampleCompany(ground);
    const [gone, altered] = await ground.db.selectFrom('objects').select('key').execute();
    await ground.storage.remove(gone?.key ?? '');
    await appendFile(join(ground.config.dataDir, 'files', altered?.key ?? ''), 'x');
    const { problems } = await backup(ground.config, folder);
    expect(problems.toSorted()).toEqual(
      [
        `${gone?.key} is missing from storage.`,
        `${altered?.key} is not what was stored.`,
      ].toSorted(),
    );
    await restore(config, folder);
    await close();
  });
});

test('a backup on PostgreSQL has the files and says where the rows are', async () => {
  const app = await startApp('postgres');
  await plantSampleCompany(app.ground);
  const folder = join(await newFolder(), 'backup');
  const { lines } = await backup(app.ground.config, folder);
  expect(lines).toEqual([`202 files are in ${folder}.`, expect.stringContaining('pg_dump')]);
  const dataDir = join(await newFolder(), 'data');
  const answer = await restore({ ...app.ground.config, dataDir }, folder);
  expect(answer.at(-1)).toContain('pg_restore');
  expect(await readdir(join(dataDir, 'files/resumes'))).toHaveLength(40);
  await expect(restore(readConfig({ DATA_DIR: dataDir }), folder)).rejects.toThrow('DATABASE_URL');
  await app.close();
});

onBothDatabases('export', (engine) => {
  test('has a line for each row, and neither gender nor race', async () => {
    const app = await startApp(engine);
    const empty = await text(Readable.from(csvOf(app.ground.db, 'jobs')));
    expect(empty).toMatch(/^id,position,[\w,]+\r\n$/);
    await plantSampleCompany(app.ground);
    const exported = async (what: Exported) =>
      parseCsv(await text(Readable.from(csvOf(app.ground.db, what)))).cells;
    expect(await exported('jobs')).toHaveLength(15);
    expect(await exported('inquiries')).toHaveLength(26);
    const [head, ...rows] = await exported('applications');
    expect(rows).toHaveLength(40);
    expect(head?.filter((name) => /gender|race|password/.test(name))).toEqual([]);
    const [columns = [], ...people] = await exported('employees');
    expect(columns).toContain('pto_hours');
    expect(people).toHaveLength(27);
    expect(people[0]?.[columns.indexOf('pto_hours')]).toMatch(/^\d+(\.\d\d?)?$/);
    // What two people write is theirs, and what a browser is pushed by is a secret.
    for (const table of ['messages', 'push_subscriptions']) {
      expect(Object.keys(exportedColumns)).not.toContain(table);
    }
    await app.close();
  });

  test('goes on over its first page', async () => {
    const app = await startApp(engine);
    const employees = Array.from({ length: 1_203 }, (_, index) => ({
      user_id: null,
      first_name: `=${index}`,
      last_name: '',
      department: '',
      position: '',
      hire_date: null,
      created_at: '2026-01-01T00:00:00.000Z',
    }));
    await app.ground.db.insertInto('employees').values(employees).execute();
    const { raw } = parseCsv(await text(Readable.from(csvOf(app.ground.db, 'employees'))));
    expect(raw).toHaveLength(1_204);
    expect(raw.at(-1)?.[1]).toBe("'=1202");
    await app.close();
  });
});

describe('the command line', { timeout: 60_000 }, () => {
  test('prints its usage, and one sentence for what is wrong', async () => {
    const DATA_DIR = join(await newFolder(), 'none');
    expect(run([])).toMatchObject({ status: 0, stdout: expect.stringContaining('create-admin') });
    const refused: [string[], Record<string, string>, string][] = [
      [['delete'], {}, "There is no command 'delete'."],
      [['toString'], {}, "There is no command 'toString'."],
      [['backup'], {}, 'backup was given 0 arguments.'],
      [['backup', join(DATA_DIR, 'x')], {}, 'has no database.'],
      [['export', 'users'], {}, "'users' cannot be exported"],
      [['export', 'jobs'], { PORT: 'x' }, 'PORT must be a whole number'],
      [['reset-password', 'anna'], {}, 'has no database.'],
      [['create-admin', 'anna', 'nowhere'], {}, 'E-mail: '],
      [['create-admin', 'anna', 'a@example.com'], { ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
    ];
    for (const [args, env, sentence] of refused) {
      const { status, stderr } = run(args, { DATA_DIR, ...env });
      expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
      expect(stderr).not.toContain('    at ');
    }
  });

  test('makes an admin, sets a password and exports, beside the server', async () => {
    const { ground, close } = await startApp('sqlite');
    const { dataDir: DATA_DIR } = ground.config;
    const upload = join(DATA_DIR, 'tmp', 'half an upload');
    await writeFile(upload, 'half');
    const signIn = (username: string, password: string) =>
      login(ground, { username, password, ip: '127.0.0.1' });

    const asked = run(['create-admin', 'Bea', 'bea@example.com'], { DATA_DIR });
    const [, password = ''] = /^Password: (\S{16})$/m.exec(asked.stdout) ?? [];
    expect((await signIn('bea', password)).role).toBe('admin');
    const again = run(['create-admin', 'BEA', 'b@example.com'], { DATA_DIR });
    expect(again).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/taken|exists|use/i),
    });

    const ADMIN_PASSWORD = 'another good one';
    const reset = run(['reset-password', 'bea'], { DATA_DIR, ADMIN_PASSWORD });
    expect(reset.stdout).not.toContain(ADMIN_PASSWORD);
    expect((await signIn('bea', ADMIN_PASSWORD)).role).toBe('admin');
    await expect(signIn('bea', password)).rejects.toThrow();
    expect(run(['reset-password', 'nobody'], { DATA_DIR })).toMatchObject({
      status: 1,
      stderr: "There is no open account 'nobody'.\n",
    });

    await plantSampleCompany(ground);
    const file = join(await newFolder(), 'inquiries.csv');
    expect(run(['export', 'inquiries', file], { DATA_DIR }).status).toBe(0);
    const toStdout = run(['export', 'inquiries'], { DATA_DIR });
    expect(toStdout.stdout).toBe(await readFile(file, 'utf8'));
    expect(run(['export', 'inquiries', file], { DATA_DIR })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is there already'),
    });

    const folder = join(await newFolder(), 'backup');
    expect(run(['backup', folder], { DATA_DIR }).status).toBe(0);
    const restored = join(await newFolder(), 'data');
    expect(run(['restore', folder], { DATA_DIR: restored }).status).toBe(0);
    expect(await readFile(upload, 'utf8')).toBe('half');
    await close();
  });
});
