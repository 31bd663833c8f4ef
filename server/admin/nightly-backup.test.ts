import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '../../tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '../../tests/harness/databases.ts';
import { type Config, readConfig } from '../config.ts';
import { createAppContext } from '../create-app-context.ts';
import type { AppContext } from '../platform/app-context.ts';
import { BackupFolder } from '../platform/backup-folder.ts';
import { manifestFile } from '../platform/backup-repository.ts';
import { backupProblems, nightlyBackupTask, readBackups } from '../platform/backups.ts';
import { lockDataDir } from '../platform/data-dir.ts';
import { seedSampleCompany } from '../sample/seed.ts';
import { listBackups, nightlyBackup, retainedDays } from './nightly-backup.ts';
import { restore } from './restore.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-nightly-'));
  folders.push(folder);
  return folder;
}

/** Three in the morning of a day in Chicago. */
const night = (day: string) => new Date(`${day}T09:00:00Z`);

const resumeOf = (backupDir: string, day: string) => {
  const folder = join(backupDir, day, 'files/resumes');
  return join(folder, readdirSync(folder).sort()[0] ?? '');
};
const inodeOf = (file: string) => statSync(file).ino;

onBothDatabases('nightly backups', (engine) => {
  test('repeat only what changed, are tried out each week, and each can be restored alone', async () => {
    const app = await startApp(engine);
    onTestFinished(app.close);
    await seedSampleCompany(app.ctx);
    const backupDir = newFolder();
    const config = { ...app.ctx.config, backupDir };
    // A folder of somebody else, and one that was interrupted.
    mkdirSync(join(backupDir, '2026-11-19'));
    mkdirSync(join(backupDir, 'unfinished/files'), { recursive: true });

    const first = await nightlyBackup(config, night('2026-11-20'));
    expect(first.problems).toEqual([]);
    expect(first.lines).toContain('The backup of 2026-11-20 can be restored.');
    expect((await readBackups(backupDir, new Date())).days).toEqual(['2026-11-20']);
    expect(readdirSync(backupDir)).toContain('2026-11-19');
    expect(readdirSync(backupDir)).not.toContain('unfinished');
    const second = await nightlyBackup(config, night('2026-11-21'));
    expect(second).toEqual({ lines: ['Made the backup of 2026-11-21.'], problems: [] });
    const made = resumeOf(backupDir, '2026-11-21');
    const [of20, of21] = ['2026-11-20', '2026-11-21'].map((day) => resumeOf(backupDir, day));
    expect(inodeOf(of21 ?? '')).toBe(inodeOf(of20 ?? ''));
    const { ctimeMs } = statSync(made);
    expect((await nightlyBackup(config, new Date('2026-11-21T14:00:00Z'))).lines).toEqual([
      'The backup of 2026-11-21 is there already, made 5 h ago.',
    ]);
    expect(statSync(made).ctimeMs).toBe(ctimeMs);

    rmSync(join(backupDir, '2026-11-20'), { recursive: true });
    const elsewhere = readConfig({ DATA_DIR: join(newFolder(), 'data') });
    await restore(elsewhere, join(backupDir, '2026-11-21'));
    const restored = await createAppContext(elsewhere, pino({ level: 'silent' }));
    onTestFinished(restored.close);
    const jobs = (ctx: AppContext) => ctx.db.selectFrom('jobs').selectAll().orderBy('id');
    expect(await jobs(restored).execute()).toEqual(await jobs(app.ctx).execute());

    // A disk that changes a byte changes it in every backup that shares the file.
    appendFileSync(resumeOf(backupDir, '2026-11-21'), 'x');
    const { problems } = await nightlyBackup(config, night('2026-11-28'));
    expect(problems).toEqual([]);
    expect(inodeOf(resumeOf(backupDir, '2026-11-28'))).not.toBe(
      inodeOf(resumeOf(backupDir, '2026-11-21')),
    );
  });
});

/** The sample company on SQLite, with BACKUP_DIR. */
async function company(more: Partial<Config> = {}): Promise<Config & { backupDir: string }> {
  const app = await startApp('sqlite', { config: more });
  onTestFinished(app.close);
  await seedSampleCompany(app.ctx);
  return { ...app.ctx.config, ...more, backupDir: newFolder() };
}

sqliteOnly.test('are tried out although an old one cannot be deleted', async () => {
  const config = await company();
  for (let day = 10; day < 30; day += 1) {
    const old = join(config.backupDir, `2026-01-${day}`);
    mkdirSync(old);
    writeFileSync(join(old, manifestFile), '{}');
  }
  vi.spyOn(BackupFolder.prototype, 'remove').mockRejectedValueOnce(new Error('EROFS'));
  // So that it shares no file with the one before.
  writeFileSync(join(config.backupDir, 'last-trial.json'), '{"at":"","backup":"","problem":"x"}');
  const { lines, problems } = await nightlyBackup(config, night('2026-11-20'));
  expect(problems).toEqual(["Old backups couldn't be deleted: EROFS"]);
  expect(lines).toContain('The backup of 2026-11-20 can be restored.');
});

sqliteOnly.test('after a trial that failed the next backup copies every file again', async () => {
  const config = await company();
  const { backupDir } = config;
  await nightlyBackup(config, night('2026-11-20'));
  // The same size, so that only its hash tells.
  const damaged = resumeOf(backupDir, '2026-11-20');
  const { size } = statSync(damaged);
  truncateSync(damaged, size - 1);
  writeFileSync(damaged, 'x', { flag: 'a' });
  const { problems } = await nightlyBackup(config, night('2026-11-27'));
  expect(problems).toEqual([
    expect.stringMatching(
      /^The backup of 2026-11-27 can't be restored: files\/resumes\/.* was changed/,
    ),
  ]);
  expect(await backupProblems(backupDir, night('2026-11-27'))).toEqual([
    expect.stringContaining('the next backup copies every file again'),
  ]);
  expect((await nightlyBackup(config, night('2026-11-28'))).problems).toEqual([]);
  expect(await backupProblems(backupDir, night('2026-11-28'))).toEqual([]);
  expect(await backupProblems(backupDir, night('2026-12-01'))).toEqual([
    expect.stringContaining('The newest backup is of 2026-11-28, more than a day old.'),
  ]);
});

sqliteOnly.test(
  'a lost file is named each night, and neither fails a trial nor copies the others again',
  async () => {
    const config = await company();
    const { backupDir, dataDir } = config;
    rmSync(resumeOf(dataDir, '.'));
    for (const day of ['2026-11-20', '2026-11-21']) {
      const { problems } = await nightlyBackup(config, night(day));
      expect(problems).toEqual([expect.stringMatching(/^resumes\/.* is missing from storage\.$/)]);
    }
    const [first, second] = ['2026-11-20', '2026-11-21'].map((day) => resumeOf(backupDir, day));
    expect(inodeOf(second ?? '')).toBe(inodeOf(first ?? ''));
    // A trial whose result was cut off counts as none.
    writeFileSync(join(backupDir, 'last-trial.json'), '{"at":');
    expect((await nightlyBackup(config, night('2026-11-21'))).lines).toContain(
      'The backup of 2026-11-21 can be restored.',
    );
  },
);

sqliteOnly.test('a backup dated in the future hides none that came after it (FLT19)', async () => {
  const config = await company();
  const { backupDir } = config;
  await nightlyBackup(config, night('2029-11-20'));
  // Since then the clock is right.
  expect(await backupProblems(backupDir, night('2026-11-20'))).toEqual([
    expect.stringContaining('There is no backup yet.'),
    'Dated in the future: the backup of 2029-11-20. Check the clock; the next backup sets it aside.',
  ]);
  expect(await listBackups(config, night('2026-11-20'))).toEqual([
    expect.stringMatching(/MB, dated in the future {2}\S+\/2029-11-20$/),
    expect.stringContaining('Tried out at 2029-11-20'),
  ]);

  const { lines, problems } = await nightlyBackup(config, night('2026-11-21'));
  expect(problems).toEqual([]);
  expect(lines).toEqual([
    'Made the backup of 2026-11-21.',
    "The backup of 2029-11-20 is dated in the future: it is 2029-11-20-dated-in-the-future now and doesn't count. Check the clock.",
    'The backup of 2026-11-21 can be restored.',
  ]);
  expect(await backupProblems(backupDir, night('2026-11-21'))).toEqual([]);
  await nightlyBackup(config, night('2026-11-22'));
  const { days, future } = await readBackups(backupDir, night('2026-11-22'));
  expect(days).toEqual(['2026-11-22', '2026-11-21']);
  expect(future).toEqual(['2029-11-20-dated-in-the-future']);
  const [newest] = await listBackups(config, night('2026-11-22'));
  // As the runbook takes it.
  expect(newest?.split(/\s+/).at(-1)).toBe(join(backupDir, '2026-11-22'));
  // Its day comes.
  expect((await nightlyBackup(config, night('2029-11-20'))).lines[0]).toMatch(/^Made the backup/);
});

sqliteOnly.test('with another key every file is encrypted anew', async () => {
  const keys = [randomBytes(32), randomBytes(32)] as const;
  const config = await company({ encryptionKeys: [keys[0]] });
  const { backupDir } = config;
  for (const [day, encryptionKeys] of [
    ['2026-11-20', [keys[0]]],
    ['2026-11-21', [keys[0]]],
    ['2026-11-22', [keys[1], keys[0]]],
  ] as const) {
    expect((await nightlyBackup({ ...config, encryptionKeys }, night(day))).problems).toEqual([]);
  }
  const inodes = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) =>
    inodeOf(resumeOf(backupDir, day)),
  );
  expect(inodes[1]).toBe(inodes[0]);
  expect(inodes[2]).not.toBe(inodes[0]);
});

sqliteOnly.test('the server makes the backup of the day, and not twice at once', async () => {
  const { dataDir, backupDir } = await company();
  const env = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, DATABASE_URL: '', STORAGE_URL: '' };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const at = (time: string) => nightlyBackupTask(backupDir, () => new Date(time));
  await at('2026-11-20T07:59:00Z').run();
  expect((await readBackups(backupDir, new Date())).days).toEqual([]);
  const unlock = lockDataDir(backupDir);
  await at('2026-11-20T08:00:00Z').run();
  expect((await readBackups(backupDir, new Date())).days).toEqual([]);
  unlock();
  await at('2026-11-20T08:00:00Z').run();
  const { days, lastTrial } = await readBackups(backupDir, new Date());
  expect(days).toHaveLength(1);
  expect(lastTrial?.problem).toBeNull();
});

sqliteOnly.test('7 days, 5 weeks and 12 months are kept', () => {
  const days = Array.from({ length: 500 }, (_, back) =>
    new Date(Date.parse('2026-11-23') - back * 86_400_000).toISOString().slice(0, 10),
  );
  expect([...retainedDays(days)]).toEqual([
    ...['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18'],
    // Sundays, then last days of months.
    ...['2026-11-17', '2026-11-15', '2026-11-08', '2026-11-01', '2026-10-31', '2026-09-30'],
    ...['2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30', '2026-03-31'],
    ...['2026-02-28', '2026-01-31', '2025-12-31'],
  ]);
  // A night without a backup counts as none of the seven.
  expect(retainedDays(['2026-11-23', '2026-11-01']).size).toBe(2);
});
