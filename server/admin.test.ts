import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../tests/harness/app.ts';
import { postgresOnly, sqliteOnly } from '../tests/harness/databases.ts';
import { readXlsx } from '../tests/harness/read-xlsx.ts';
import { columnsOf, readRows } from '../tests/harness/table-rows.ts';
import { backup } from './admin/backup.ts';
import { encryptFiles } from './admin/encrypt-files.ts';
import { restore } from './admin/restore.ts';
import { type Config, readConfig } from './config.ts';
import { createAppContext } from './create-app-context.ts';
import { steps } from './database/migrations/all.ts';
import { copySqlite } from './database/sqlite.ts';
import { deleteApplication } from './features/applications/applications.service.ts';
import { findMessages } from './features/chat/chat-search.ts';
import { login } from './features/session/session.service.ts';
import type { AppContext } from './platform/app-context.ts';
import { lockDataDir } from './platform/data-dir.ts';
import { seedSampleCompany } from './sample/seed.ts';

const command = resolve('server/admin.ts');
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headrack-admin-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  // Compiling takes half of the time of a command.
  const NODE_COMPILE_CACHE = join(tmpdir(), 'headrack-admin-compiled');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}

async function contents(ctx: AppContext): Promise<unknown> {
  const names = [
    ...(['users', 'jobs', 'inquiries', 'applications', 'employees', 'objects'] as const),
    ...(['conversations', 'messages', 'answers'] as const),
  ];
  const rows = await Promise.all(
    names.map((name) => ctx.db.selectFrom(name).selectAll().execute()),
  );
  const objects = await ctx.db.selectFrom('objects').selectAll().orderBy('key').execute();
  const bytes: string[] = [];
  for (const { key } of objects) {
    bytes.push((await buffer(await ctx.storage.read(key))).toString('base64'));
  }
  const [message] = await ctx.db.selectFrom('messages').selectAll().orderBy('id').execute();
  const { sender_id = 0, content = '' } = message ?? {};
  const found = await findMessages(ctx, sender_id, { q: content });
  expect(found.rows).not.toEqual([]);
  return { rows, bytes, found };
}

sqliteOnly.describe('backup and restore on SQLite', () => {
  let app: TestApp;
  let folder: string;
  let config: Config;

  beforeAll(async () => {
    app = await startApp('sqlite');
    await seedSampleCompany(app.ctx);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    folder = join(await newFolder(), 'backup');
    config = readConfig({ DATA_DIR: join(await newFolder(), 'data') });
  });

  test('restores every row and every byte of a running server (FLT19)', async () => {
    const unlock = lockDataDir(app.ctx.config.dataDir);
    expect(await backup(app.ctx.config, folder)).toEqual({
      // With the database.
      lines: [`Saved 273 files to ${folder}.`],
      problems: [],
    });
    unlock();
    await restore(config, folder);
    const ctx = await createAppContext(config, pino({ level: 'silent' }));
    expect(await contents(ctx)).toEqual(await contents(app.ctx));
    await ctx.close();
  });

  test('a copy of the database is readable by its owner alone, from its first byte', async () => {
    const file = join(await newFolder(), 'copy.sqlite');
    await copySqlite(app.ctx.db, file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('encrypts a backup with ENCRYPTION_KEY and restores it with the same key only (FLT19)', async () => {
    const keys = [randomBytes(32)] as const;
    const saved = await backup({ ...app.ctx.config, encryptionKeys: keys }, folder);
    expect(saved.problems).toEqual([]);
    const database = await readFile(join(folder, 'headrack.sqlite'), 'latin1');
    expect(database).not.toContain('SQLite format');
    const resume = (await readdir(join(folder, 'files/resumes')))[0] ?? '';
    const stored = await readFile(join(folder, 'files/resumes', resume), 'latin1');
    expect(stored).not.toContain('%PDF');
    await expect(restore(config, folder)).rejects.toThrow('set ENCRYPTION_KEY');
    const other = { ...config, encryptionKeys: [randomBytes(32)] as const };
    await expect(restore(other, folder)).rejects.toThrow('ENCRYPTION_KEY lacks');
    await rm(config.dataDir, { recursive: true });
    await restore({ ...config, encryptionKeys: keys }, folder);
    // The files are encrypted in the new folder, too.
    await expect(createAppContext(config, pino({ level: 'silent' }))).rejects.toThrow(
      'ENCRYPTION_KEY must be set',
    );
    const ctx = await createAppContext(
      { ...config, encryptionKeys: keys },
      pino({ level: 'silent' }),
    );
    expect(await contents(ctx)).toEqual(await contents(app.ctx));
    await ctx.close();
  });

  test('encrypt-files encrypts what is stored and changes the key', async () => {
    await backup(app.ctx.config, folder);
    await restore(config, folder);
    const [first, second] = [randomBytes(32), randomBytes(32)];
    await expect(encryptFiles(config)).rejects.toThrow('Set ENCRYPTION_KEY');
    const all = 'Encrypted 272 of 272 files; the others were encrypted with this key already.';
    expect(await encryptFiles({ ...config, encryptionKeys: [first] })).toEqual([all]);
    expect((await encryptFiles({ ...config, encryptionKeys: [first] }))[0]).toMatch(/^Encrypted 0/);
    const both = { ...config, encryptionKeys: [second, first] as const };
    const resumes = join(config.dataDir, 'files/resumes');
    const damaged = join(resumes, (await readdir(resumes))[0] ?? '');
    const bytes = await readFile(damaged);
    await truncate(damaged, bytes.length - 1);
    await expect(encryptFiles(both)).rejects.toThrow();
    await writeFile(damaged, bytes);
    // The others were encrypted although that one failed.
    expect(await encryptFiles(both)).toEqual([all.replace('272 of', '1 of')]);
    const changed = { ...config, encryptionKeys: [second] as const };
    const ctx = await createAppContext(changed, pino({ level: 'silent' }));
    expect(await contents(ctx)).toEqual(await contents(app.ctx));
    await ctx.close();
  });

  test.each([
    ['an appended byte', (file: string) => appendFile(file, 'x'), 'was changed'],
    ['a truncated file', (file: string) => truncate(file, 100), 'was changed'],
    ['a missing file', (file: string) => rm(file), 'is missing'],
  ])('rejects %s and leaves the folder unchanged (FLT19)', async (_, corrupt, message) => {
    await backup(app.ctx.config, folder);
    for (const name of ['headrack.sqlite', 'resumes']) {
      const inside = join(folder, name === 'resumes' ? 'files/resumes' : '');
      const target = name === 'resumes' ? (await readdir(inside))[7] : name;
      const file = join(inside, target ?? '');
      const before = await readFile(file);
      await corrupt(file);
      await expect(restore(config, folder)).rejects.toThrow(message);
      await expect(readdir(config.dataDir)).rejects.toThrow('ENOENT');
      await writeFile(file, before);
    }
    await restore(config, folder);
  });

  test('rejects a manifest that was changed, truncated, or points outside the folder', async () => {
    await backup(app.ctx.config, folder);
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, files: manifest.files.slice(1) }));
    await expect(restore(config, folder)).rejects.toThrow('was changed');
    const outside = { ...manifest.files[1], path: `../../${manifest.files[1].path.slice(6)}` };
    await writeFile(file, JSON.stringify({ ...manifest, files: [outside] }));
    await expect(restore(config, folder)).rejects.toThrow('is not valid');
    await writeFile(file, JSON.stringify(manifest).slice(0, 900));
    await expect(restore(config, folder)).rejects.toThrow('is not valid');
    await rm(file);
    await expect(restore(config, folder)).rejects.toThrow('not a complete backup');
  });

  test('rejects a backup of another format or of a newer release (FLT19)', async () => {
    await backup(app.ctx.config, folder);
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    expect(manifest).toMatchObject({ format: 1, schema: steps.at(-1)?.name });
    const others: [object, string][] = [
      [{ ...manifest, format: undefined }, 'older release'],
      [{ ...manifest, format: 0 }, 'older release'],
      [{ ...manifest, format: 2, files: 'as later releases write them' }, 'newer release'],
      [{ ...manifest, schema: '999-later' }, 'newer release'],
    ];
    for (const [changed, message] of others) {
      await writeFile(file, JSON.stringify(changed));
      await expect(restore(config, folder)).rejects.toThrow(message);
      await expect(readdir(config.dataDir)).rejects.toThrow('ENOENT');
    }
    await writeFile(file, JSON.stringify(manifest));
    await restore(config, folder);
  });

  test('rejects a data folder that is in use or not empty', async () => {
    await backup(app.ctx.config, folder);
    await expect(restore(app.ctx.config, folder)).rejects.toThrow('is not empty');
    const unlock = lockDataDir(app.ctx.config.dataDir);
    await expect(restore(app.ctx.config, folder)).rejects.toThrow(/is in use by process \d+/);
    unlock();
    await expect(backup(app.ctx.config, folder)).rejects.toThrow('is not empty');
  });

  test('stays consistent when applications are deleted during the backup', async () => {
    const { ctx, close } = await startApp('sqlite');
    await seedSampleCompany(ctx);
    const ids = await ctx.db.selectFrom('applications').select('id').execute();
    const actor = { userId: 1, ip: '' };
    const deleteSome = async () => {
      for (const { id } of ids.slice(0, 25)) await deleteApplication(ctx, id, actor);
    };
    const [{ problems }] = await Promise.all([backup(ctx.config, folder), deleteSome()]);
    expect(problems).toEqual([]);
    await restore(config, folder);
    const restored = await createAppContext(config, pino({ level: 'silent' }));
    const known = await restored.db.selectFrom('objects').select('key').execute();
    const stored = await Array.fromAsync(restored.storage.list(), ({ key }) => key);
    expect(stored.toSorted()).toEqual(known.map(({ key }) => key).toSorted());
    await restored.close();
    await close();
  });

  test('reports missing and changed files and saves the rest', async () => {
    const { ctx, close } = await startApp('sqlite');
    await seedSampleCompany(ctx);
    const [missing, changed] = await ctx.db.selectFrom('objects').select('key').execute();
    await ctx.storage.remove(missing?.key ?? '');
    await appendFile(join(ctx.config.dataDir, 'files', changed?.key ?? ''), 'x');
    const { problems } = await backup(ctx.config, folder);
    expect(problems.toSorted()).toEqual(
      [
        `${missing?.key} is missing from storage.`,
        `${changed?.key} differs from what was stored.`,
      ].toSorted(),
    );
    await restore(config, folder);
    await close();
  });
});

postgresOnly.test('a backup of PostgreSQL has the records, for SQLite as well', async () => {
  const app = await startApp('postgres');
  await seedSampleCompany(app.ctx);
  const folder = join(await newFolder(), 'backup');
  const { lines } = await backup(app.ctx.config, folder);
  expect(lines).toEqual([`Saved 273 files to ${folder}.`]);
  await expect(
    restore({ ...app.ctx.config, dataDir: join(await newFolder(), 'data') }, folder),
  ).rejects.toThrow('The new database has records. Choose an empty one.');
  const config = readConfig({ DATA_DIR: join(await newFolder(), 'data') });
  await restore(config, folder);
  const ctx = await createAppContext(config, pino({ level: 'silent' }));
  const columns = await columnsOf(ctx);
  expect(await readRows(ctx.db, columns)).toEqual(await readRows(app.ctx.db, columns));
  await ctx.close();
  await app.close();
});

sqliteOnly.describe('the command line', () => {
  test('prints its usage, and one message for each error', async () => {
    const DATA_DIR = join(await newFolder(), 'none');
    expect(run([])).toMatchObject({ status: 0, stdout: expect.stringContaining('create-admin') });
    const invalid: [string[], Record<string, string>, string][] = [
      [['delete'], {}, "Unknown command 'delete'."],
      [['toString'], {}, "Unknown command 'toString'."],
      [['backup'], {}, 'backup got 0 arguments.'],
      [['backup', join(DATA_DIR, 'x')], {}, 'has no database.'],
      [['export', 'messages'], {}, "Can't export 'messages'"],
      [['audit', 'verify'], {}, 'has no database.'],
      [['audit', 'repair'], {}, "Can't run 'audit repair'."],
      [['export', 'jobs'], { PORT: 'x' }, 'PORT must be a whole number'],
      [['reset-password', 'anna'], {}, 'has no database.'],
      [['retention', '--dry-run'], {}, 'has no database.'],
      [['retention', '--now'], {}, "Unknown option '--now'."],
      [['retention'], { RETENTION_MESSAGES_MONTHS: '0' }, 'RETENTION_MESSAGES_MONTHS must be off'],
      [['erase-applicant', 'a@example.com'], {}, 'has no database.'],
      [['export-person', 'anna', 'x', DATA_DIR], {}, '--out <folder>'],
      [['export-person', 'anna', '--out', DATA_DIR], {}, 'has no database.'],
      [['create-admin', 'anna', 'nowhere'], {}, 'Email: '],
      [['create-admin', 'anna', 'a@example.com'], { ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
      [
        ['create-admin', 'anna', 'a@example.com'],
        { ADMIN_PASSWORD: 'Kestrel1967' },
        'ADMIN_PASSWORD: ',
      ],
    ];
    for (const [args, env, message] of invalid) {
      const { status, stderr } = run(args, { DATA_DIR, ...env });
      expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
      expect(stderr).not.toContain('    at ');
    }
  });

  test('creates an admin, sets a password and exports while the server runs', async () => {
    const { ctx, close } = await startApp('sqlite');
    const { dataDir: DATA_DIR } = ctx.config;
    const upload = join(DATA_DIR, 'tmp', 'half an upload');
    await writeFile(upload, 'half');
    const signIn = (username: string, password: string) =>
      login(ctx, { username, password, ip: '127.0.0.1' });

    const asked = run(['create-admin', 'Bea', 'bea@example.com'], { DATA_DIR });
    const [, password = ''] = /^Password: (\S{16})$/m.exec(asked.stdout) ?? [];
    expect((await signIn('bea', password)).role).toBe('admin');
    const again = run(['create-admin', 'BEA', 'b@example.com'], { DATA_DIR });
    expect(again).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/taken|exists|use/i),
    });

    for (const weak of ['password123', 'bea@example.com']) {
      const refused = run(['reset-password', 'bea'], { DATA_DIR, ADMIN_PASSWORD: weak });
      const stderr = expect.stringMatching(/^ADMIN_PASSWORD: .*\.\n$/);
      expect(refused).toMatchObject({ status: 1, stdout: '', stderr });
    }
    const ADMIN_PASSWORD = 'another good one';
    const reset = run(['reset-password', 'bea'], { DATA_DIR, ADMIN_PASSWORD });
    expect(reset.stdout).not.toContain(ADMIN_PASSWORD);
    expect((await signIn('bea', ADMIN_PASSWORD)).role).toBe('admin');
    await expect(signIn('bea', password)).rejects.toThrow();
    expect(run(['reset-password', 'nobody'], { DATA_DIR })).toMatchObject({
      status: 1,
      stderr: "There is no open account 'nobody'.\n",
    });

    const at = new Date().toISOString();
    const { user_id } = await ctx.db
      .selectFrom('users')
      .select('user_id')
      .where('username_key', '=', 'bea')
      .executeTakeFirstOrThrow();
    const codes = { user_id, secret: 'x', created_at: at, confirmed_at: at };
    await ctx.db.insertInto('totp_secrets').values(codes).execute();
    await expect(signIn('bea', ADMIN_PASSWORD)).rejects.toThrow(/code/);
    expect(run(['reset-second-factors', 'bea'], { DATA_DIR })).toMatchObject({
      status: 0,
      stdout: 'Removed the passkeys and one-time codes of bea and ended all their sessions.\n',
    });
    expect((await signIn('bea', ADMIN_PASSWORD)).role).toBe('admin');
    expect(run(['reset-second-factors', 'nobody'], { DATA_DIR })).toMatchObject({
      status: 1,
      stderr: "There is no open account 'nobody'.\n",
    });

    const report = run(['doctor'], { DATA_DIR, PUBLIC_URL: 'https://cars.example.org' });
    expect(report).toMatchObject({ status: 1, stderr: '' });
    expect(report.stdout).toMatch(/^Data folder: fine\.$.*^Settings: Mails are stored/ms);

    await seedSampleCompany(ctx);
    const file = join(await newFolder(), 'inquiries.csv');
    expect(run(['export', 'inquiries', file], { DATA_DIR }).status).toBe(0);
    const toStdout = run(['export', 'inquiries'], { DATA_DIR });
    expect(toStdout.stdout).toBe(await readFile(file, 'utf8'));
    expect(toStdout.stdout.trim().split('\r\n')).toHaveLength(26);
    const inExcel = file.replace('.csv', '.xlsx');
    expect(run(['export', 'inquiries', inExcel], { DATA_DIR }).status).toBe(0);
    expect((await readXlsx(await readFile(inExcel))).sheets[0]).toHaveLength(26);
    expect(run(['export', 'inquiries', file], { DATA_DIR })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('already exists'),
    });

    const months = { DATA_DIR, RETENTION_MESSAGES_MONTHS: '1200' };
    const counted = run(['retention', '--dry-run'], months).stdout;
    expect(counted).toMatch(/^applications: 0 from before \d{4}-\d\d-\d\d/);
    expect(counted).toContain('inquiries: kept (RETENTION_INQUIRIES_MONTHS is off)');
    expect(counted).toContain('messages: 0 from before');
    expect(run(['retention'], months).stdout).toBe(
      'Nothing was deleted that was not announced a day before.\nNothing is about to be deleted.\n',
    );
    expect(run(['confirm-clock'], { DATA_DIR })).toMatchObject({
      status: 0,
      stdout: 'The clock is fine. There is nothing to confirm.\n',
    });
    const [{ email = '' } = {}] = await ctx.db.selectFrom('applications').select('email').execute();
    const out = join(await newFolder(), 'person');
    const person = ['export-person', email, '--out', out];
    expect(run(person, { DATA_DIR }).stdout).toMatch(/^Saved \d+ records and \d+ files to /);
    expect(await readFile(join(out, 'applications.json'), 'utf8')).toContain(email);
    expect(run(person, { DATA_DIR }).stderr).toContain('is not empty');
    expect(run(['erase-applicant', email], { DATA_DIR }).stdout).toMatch(
      /^Erased \d+ applications/,
    );
    expect(run(['erase-applicant', email], { DATA_DIR }).stderr).toContain(
      'There is no application',
    );
    expect(run(['export-person', email, '--out', out], { DATA_DIR }).stderr).toContain(
      'Nothing is stored about',
    );

    const exports = ctx.db.selectFrom('audit').where('action', '=', 'data.export');
    expect(await exports.select(['user_id', 'target_id']).execute()).toEqual(
      Array.from({ length: 4 }, () => ({ user_id: null, target_id: 'inquiries' })),
    );

    await ctx.auditChain.extend();
    const TOKEN_SECRET = ctx.config.tokenSecret ?? '';
    const whole = run(['audit', 'verify'], { DATA_DIR, TOKEN_SECRET });
    expect([whole.status, whole.stderr]).toEqual([0, '']);
    const head = /^Head: (.+)$/m.exec(whole.stdout)?.[1] ?? '';
    expect(run(['audit', 'verify', head], { DATA_DIR, TOKEN_SECRET }).status).toBe(0);
    await sql`drop trigger audit_no_update`.execute(ctx.db);
    await sql`update audit set detail = '{"rows":1}' where id = 3`.execute(ctx.db);
    const changed = run(['audit', 'verify', head], { DATA_DIR, TOKEN_SECRET });
    expect([changed.status, changed.stderr]).toEqual([
      1,
      expect.stringMatching(/^Entry 3 of \S+ was changed\.\n$/),
    ]);

    const folder = join(await newFolder(), 'backup');
    expect(run(['backup', folder], { DATA_DIR }).status).toBe(0);
    const restored = join(await newFolder(), 'data');
    expect(run(['restore', folder], { DATA_DIR: restored }).status).toBe(0);
    expect(await readFile(upload, 'utf8')).toBe('half');
    await close();
  });
});
