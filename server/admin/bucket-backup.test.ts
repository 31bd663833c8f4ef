/** Nightly backups in a bucket. Those in a folder: nightly-backup.test.ts. */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../tests/harness/app.ts';
import {
  type Engine,
  freshPostgres,
  onBothDatabases,
  sqliteOnly,
} from '../../tests/harness/databases.ts';
import { sha256 } from '../../tests/harness/multipart.ts';
import { type Bucket, startBucket } from '../../tests/harness/s3.ts';
import { startFaultyBucket } from '../../tests/harness/s3-faults.ts';
import { columnsOf, type Rows, readRows } from '../../tests/harness/table-rows.ts';
import { until } from '../../tests/harness/until.ts';
import { bucketOf } from '../bucket-address.ts';
import { type Config, readConfig } from '../config.ts';
import { createAppContext } from '../create-app-context.ts';
import { openDatabase } from '../database/open.ts';
import type { AppContext } from '../platform/app-context.ts';
import { backupProblems, nightlyBackupTask, openBackup, readBackups } from '../platform/backups.ts';
import { openS3Client } from '../platform/storage/s3-client.ts';
import { readManifest, verifyBackup } from './manifest.ts';
import { listBackups, nightlyBackup } from './nightly-backup.ts';
import { restore } from './restore.ts';

const silent = pino({ level: 'silent' });
const folders: string[] = [];
let bucket: Bucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-bucket-'));
  folders.push(folder);
  return folder;
}

/** A night that is long after the objects were written, so that unused ones may go. */
const night = (day: string) => new Date(`${day}T09:00:00Z`);

/** `s3://…` under a prefix of its own. */
function newBackupDir(url = bucket.url): string {
  return url.replace('s3://files', `s3://files/backups/${randomUUID()}`);
}

const inRepository = (backupDir: string, day: string) => backupDir.replace('?', `/${day}?`);

async function keysOf(backupDir: string): Promise<string[]> {
  return [...(await timesOf(backupDir)).keys()];
}

/** The keys under the prefix of the backups, each with the time when it was written. */
async function timesOf(backupDir: string): Promise<Map<string, number>> {
  const address = bucketOf(backupDir, 'BACKUP_DIR');
  const request = { Bucket: address.bucket, Prefix: address.prefix };
  const { Contents = [] } = await openS3Client(address, 5_000).send(
    new ListObjectsV2Command(request),
  );
  return new Map(
    Contents.map(({ Key = '', LastModified }) => [
      Key.slice(address.prefix.length),
      LastModified?.getTime() ?? 0,
    ]),
  );
}

async function putObject(backupDir: string, key: string, Body: string | Buffer): Promise<void> {
  const address = bucketOf(backupDir, 'BACKUP_DIR');
  const object = { Bucket: address.bucket, Key: address.prefix + key, Body };
  await openS3Client(address, 5_000).send(new PutObjectCommand(object));
}

/** A company with few files whose nightly backups go to a bucket; nightly-backup.test.ts has the sample company. */
async function company(engine: Engine, more: Partial<Config> = {}, files = 30) {
  const app = await startApp(engine, { config: more });
  onTestFinished(app.close);
  for (let count = 0; count < files; count += 1) await addFile(app.ctx, 1_000);
  const backupDir = more.backupDir ?? newBackupDir();
  return { ctx: app.ctx, config: { ...app.ctx.config, ...more, backupDir }, backupDir };
}

async function addFile({ db, storage, config }: AppContext, size: number): Promise<string> {
  const bytes = randomBytes(size);
  const key = `training/${randomUUID()}.pdf`;
  const file = join(config.dataDir, 'file');
  writeFileSync(file, bytes);
  await storage.put(key, file, 'application/pdf');
  const object = { key, kind: 'training', media_type: 'application/pdf', size };
  const created_at = new Date().toISOString();
  const row = { ...object, sha256: sha256(bytes), original_name: 'a.pdf', created_at };
  await db.insertInto('objects').values(row).execute();
  return key;
}

async function rowsOf(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Rows> {
  const database = await openDatabase(config);
  return readRows(database.db, await columnsOf(database)).finally(() => database.db.destroy());
}

/** Restores to an empty machine and compares every row and file with those of the company. */
async function expectRestored(address: string, { config, db }: AppContext): Promise<void> {
  const target = config.databaseUrl === null ? null : await freshPostgres();
  if (target) onTestFinished(target.drop);
  const other = {
    ...config,
    dataDir: join(newFolder(), 'data'),
    databaseUrl: target?.url ?? null,
  };
  await restore(other, address);
  expect(await rowsOf(other)).toEqual(await rowsOf(config));
  const restored = await createAppContext(other, silent);
  onTestFinished(restored.close);
  for (const { key, sha256: hash } of await db.selectFrom('objects').selectAll().execute()) {
    expect(sha256(await buffer(await restored.storage.read(key))), key).toBe(hash);
  }
}

onBothDatabases('nightly backups in a bucket', (engine) => {
  test('store each file once, keep what the rule says, and can be restored to an empty machine', async () => {
    const { ctx, config, backupDir } = await company(engine);
    // More than one part of a multipart upload has.
    await addFile(ctx, 17 * 1024 * 1024);
    const dropped = await addFile(ctx, 1_000);
    const { sha256: hash } = await ctx.db
      .selectFrom('objects')
      .selectAll()
      .where('key', '=', dropped)
      .executeTakeFirstOrThrow();
    const first = await nightlyBackup(config, night('2100-11-01'));
    expect(first.problems).toEqual([]);
    expect(first.lines).toContain('The backup of 2100-11-01 can be restored.');
    const { files } = await readManifest(await openBackup(inRepository(backupDir, '2100-11-01')));
    const contents = new Set(files.map((file) => file.sha256));
    expect(await keysOf(backupDir)).toEqual(
      [
        '2100-11-01/manifest.json',
        'last-trial.json',
        ...[...contents].map((one) => `objects/${one}`),
      ].sort(),
    );

    await ctx.db.deleteFrom('objects').where('key', '=', dropped).execute();
    expect((await nightlyBackup(config, night('2100-11-02'))).problems).toEqual([]);
    expect(await keysOf(backupDir)).toContain(`objects/${hash}`);
    // A night adds its manifest, and its records if they changed.
    expect((await keysOf(backupDir)).length).toBeLessThanOrEqual(contents.size + 2 + 2);
    const second = await openBackup(inRepository(backupDir, '2100-11-02'));
    const manifest = (await second.readManifest()) ?? '';
    for (let day = 3; day <= 7; day += 1) {
      await putObject(backupDir, `2100-11-0${day}/manifest.json`, manifest);
    }
    const eighth = await nightlyBackup(config, night('2100-11-08'));
    expect(eighth.lines).toContain('Deleted the backup of 2100-11-01.');
    expect(eighth.lines).toContain('The backup of 2100-11-08 can be restored.');
    expect(await keysOf(backupDir)).not.toContain(`objects/${hash}`);
    expect((await readBackups(backupDir, night('2100-12-01'))).days).toHaveLength(7);
    expect((await listBackups(config, night('2100-12-01')))[0]).toContain(
      inRepository(backupDir, '2100-11-08'),
    );

    await expectRestored(inRepository(backupDir, '2100-11-02'), ctx);
    await expectRestored(inRepository(backupDir, '2100-11-08'), ctx);
  });

  test('an interrupted night leaves nothing that looks complete, and the next one completes it', async () => {
    const { ctx, config, backupDir } = await company(engine, {}, 250);
    const { PATH = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
    const env = {
      ...{ PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
      ...{ BACKUP_DIR: backupDir, DATA_DIR: config.dataDir },
      ...{ DATABASE_URL: config.databaseUrl ?? '', TOKEN_SECRET: config.tokenSecret ?? '' },
    };
    const args = ['server/admin.ts', 'nightly-backup'];
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await until(
      'files are in the bucket',
      60_000,
      async () => (await keysOf(backupDir)).length > 20,
    );
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(await readBackups(backupDir, night('2100-12-01'))).toEqual({
      days: [],
      future: [],
      lastTrial: null,
    });
    expect(await backupProblems(backupDir, night('2100-11-01'))).toEqual([
      expect.stringContaining('There is no backup yet.'),
    ]);
    const address = inRepository(backupDir, '2100-11-01');
    const elsewhere = readConfig({ DATA_DIR: join(newFolder(), 'data') });
    await expect(restore(elsewhere, address)).rejects.toThrow('is not a complete backup');
    const arrived = await timesOf(backupDir);
    expect((await nightlyBackup(config, night('2100-11-01'))).problems).toEqual([]);
    const after = await timesOf(backupDir);
    for (const [key, time] of arrived) expect([key, after.get(key)]).toEqual([key, time]);
    await expectRestored(address, ctx);
  });
});

sqliteOnly.test('a damaged object is found, and the next backup replaces it', async () => {
  const { config, backupDir } = await company('sqlite');
  await nightlyBackup(config, night('2100-11-01'));
  const { files } = await readManifest(await openBackup(inRepository(backupDir, '2100-11-01')));
  const { sha256: hash = '' } = files.find(({ path }) => path.startsWith('files/training/')) ?? {};
  await putObject(backupDir, `objects/${hash}`, 'x');
  const { problems } = await nightlyBackup(config, night('2100-11-08'));
  // Its size differs, so the backup after notices it by itself.
  expect(problems).toEqual([]);

  const { size } = files.find((file) => file.sha256 === hash) ?? { size: 0 };
  await putObject(backupDir, `objects/${hash}`, randomBytes(size));
  const found = await nightlyBackup(config, night('2100-11-15'));
  expect(found.problems).toEqual([
    expect.stringMatching(
      /^The backup of 2100-11-15 can't be restored: files\/training\/.* was changed/,
    ),
  ]);
  expect(await backupProblems(backupDir, night('2100-11-15'))).toEqual([
    expect.stringContaining('Check the bucket; the next backup copies every file again.'),
  ]);
  expect((await nightlyBackup(config, night('2100-11-16'))).problems).toEqual([]);
  // It is the object of the earlier backups, too.
  await verifyBackup(await openBackup(inRepository(backupDir, '2100-11-01')));
});

sqliteOnly.test(
  'with ENCRYPTION_KEY nothing in the bucket is readable, and files are sent once',
  async () => {
    const keys = [randomBytes(32)] as const;
    const { ctx, config, backupDir } = await company('sqlite', { encryptionKeys: keys });
    await nightlyBackup(config, night('2100-11-01'));
    const before = (await keysOf(backupDir)).length;
    await nightlyBackup(config, night('2100-11-02'));
    expect(await keysOf(backupDir)).toHaveLength(before + 2);
    const backup = await openBackup(inRepository(backupDir, '2100-11-02'));
    for (const file of (await readManifest(backup)).files) {
      const first = (await buffer(await backup.read(file))).subarray(0, 8).toString();
      expect([file.path, first]).toEqual([file.path, 'HEADRCK1']);
    }
    await expectRestored(inRepository(backupDir, '2100-11-02'), ctx);
  },
);

sqliteOnly.test('a bucket that fails is named, and tried again an hour later', async () => {
  const faulty = await startFaultyBucket();
  onTestFinished(faulty.close);
  const { config, backupDir } = await company('sqlite', { backupDir: newBackupDir(faulty.url) });
  faulty.fault = 'forbidden';
  await expect(nightlyBackup(config, night('2100-11-01'))).rejects.toThrow('Access Denied');
  await expect(backupProblems(backupDir, night('2100-11-01'))).rejects.toThrow(
    "The bucket files of the backups can't be used (Access Denied). Check",
  );
  const task = nightlyBackupTask(backupDir, () => night('2100-11-01'));
  await expect(task.run()).rejects.toThrow('Access Denied');
  expect(task.retryAfter).toBe(3_600_000);

  faulty.fault = 'none';
  await nightlyBackup(config, night('2100-11-01'));
  const backup = await openBackup(inRepository(backupDir, '2100-11-01'));
  const [file] = (await readManifest(backup)).files.toSorted((a, b) => b.size - a.size);
  if (!file) throw new Error('the backup has no files');
  // Each response ends after its first chunk, and reading continues.
  faulty.fault = 'cut';
  expect(sha256(await buffer(await backup.read(file)))).toBe(file.sha256);
});

sqliteOnly.test('the bucket may have credentials of its own', async () => {
  const file = join(newFolder(), 'credentials');
  writeFileSync(file, '[backup]\naws_access_key_id = S3RVER\naws_secret_access_key = S3RVER\n');
  const { AWS_ACCESS_KEY_ID: id = '' } = process.env;
  process.env.AWS_SHARED_CREDENTIALS_FILE = file;
  process.env.AWS_ACCESS_KEY_ID = 'OF-THE-STORED-FILES';
  onTestFinished(() => {
    process.env.AWS_ACCESS_KEY_ID = id;
    delete process.env.AWS_SHARED_CREDENTIALS_FILE;
  });
  const backupDir = newBackupDir();
  await expect(readBackups(backupDir, night('2100-12-01'))).rejects.toThrow('Access Key');
  expect((await readBackups(`${backupDir}&profile=backup`, night('2100-12-01'))).days).toEqual([]);
});
