import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '#tests/harness/app.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { applicationForm, apply, whole } from '#tests/records/hiring.ts';
import { backupProblems, nightlyBackupTask, readBackups } from '../platform/backups/backups.ts';
import { lockDataDir } from '../platform/runtime/data-dir.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { listBackups, nightlyBackup, retainedDays } from './nightly-backup.ts';
import { restore } from './restore.ts';

/** Three in the morning of a day in Chicago. */
const night = (day: string) => new Date(`${day}T09:00:00Z`);

const resumeOf = (backupDir: string, day: string) => {
  const folder = join(backupDir, day, 'files/resumes');
  return join(folder, readdirSync(folder).sort()[0] ?? '');
};
const inodeOf = (file: string) => statSync(file).ino;

/** A company with a few resumes on SQLite, and BACKUP_DIR. */
async function company(): Promise<Config & { backupDir: string }> {
  const t = await startApp('sqlite');
  onTestFinished(t.close);
  for (const n of [1, 2, 3]) {
    const fields = { ...whole, email: `a${n}@example.com` };
    await apply(t, applicationForm(fields, pdfOf(`${n}`)));
  }
  return { ...t.ctx.config, backupDir: newFolder() };
}

test('nightly backups repeat only what changed, are tried out each week, and each can be restored alone', async () => {
  const config = await company();
  const { backupDir } = config;
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
  expect(readFileSync(resumeOf(elsewhere.dataDir, '.'))).toEqual(readFileSync(of21 ?? ''));

  // A disk that changes a byte changes it in every backup that shares the file.
  appendFileSync(resumeOf(backupDir, '2026-11-21'), 'x');
  const { problems } = await nightlyBackup(config, night('2026-11-28'));
  expect(problems).toEqual([]);
  expect(inodeOf(resumeOf(backupDir, '2026-11-28'))).not.toBe(
    inodeOf(resumeOf(backupDir, '2026-11-21')),
  );
});

test('a backup dated in the future hides none that came after it (FLT19)', async () => {
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

test('the server makes the backup of the day, and not twice at once', async () => {
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

test('7 days, 5 weeks and 12 months are kept', () => {
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
