import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deletions } from '#contract/messages/retention.ts';
import { status as messages } from '#contract/messages/status.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { compiled } from '#tests/harness/compiled.ts';
import { onBothDatabases, sqliteOnly } from '#tests/harness/databases.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { startSmtp } from '#tests/harness/smtp.ts';
import { changeRows, clearTables } from '#tests/records/stored.ts';
import type { Config } from '../settings/config.ts';
import { doctor } from './doctor.ts';
import { nightlyBackup } from './nightly-backup.ts';

const hour = 3_600_000;

sqliteOnly.describe('doctor', () => {
  const t = suiteApp('sqlite');
  const problemsOf = async (config: Partial<Config> = {}) =>
    (await doctor({ ...t.ctx.config, ...config })).problems;

  test('finds nothing wrong with an installation that works', async () => {
    await ownedFilesOf(() => t).store(`reports/${randomUUID()}.pdf`, randomBytes(10));
    const report = await doctor(t.ctx.config);
    expect(report.problems).toEqual([]);
    expect(report.lines).toEqual([
      ...['Settings: fine.', 'Data folder: fine.', 'Database: fine. SQLite'],
      'File storage: fine. DATA_DIR/files',
      expect.stringMatching(/^Disk: fine\. .* GB free$/),
      ...[`Mail: ${messages.noMailServer}`, `Backups: ${messages.noBackups}`, 'Clock: fine.'],
      ...[`Deletion of old records: fine. ${deletions.none}`, 'Files: fine.'],
    ]);
  });

  test('names the settings that a server for others needs', async () => {
    const { smtpUrl, officeEmail, mailFrom, trustProxy } = t.ctx.config;
    const unset = { smtpUrl, officeEmail, mailFrom, trustProxy, sampleData: 'demo' } as const;
    const found = await problemsOf({ ...unset, publicUrl: 'https://cars.example.org' });
    const named = found.map((text) => / Set ([A-Z_]+)(?: to|\.$)/.exec(text)?.[1]);
    const settings = ['TRUST_PROXY', 'SMTP_URL', 'OFFICE_EMAIL', 'MAIL_FROM', 'SAMPLE_DATA'];
    expect(named).toEqual(settings);
    const open = await problemsOf({ ...unset, publicUrl: 'http://cars.example.org' });
    expect(open[0]).toMatch(/^Settings: Passwords travel unencrypted\./);
    expect((await problemsOf({ host: '0.0.0.0' }))[0]).toMatch(/Set PUBLIC_URL/);
  });

  test('finds a folder that others can read, and says why a part does not respond', async () => {
    const { dataDir } = t.ctx.config;
    await chmod(dataDir, 0o755);
    expect(await problemsOf()).toEqual([expect.stringContaining('Run chmod 700')]);
    await chmod(dataDir, 0o700);
    const databaseUrl = `postgres://127.0.0.1:${await freePort()}/none`;
    expect(await problemsOf({ databaseUrl })).toContainEqual(
      expect.stringMatching(/^Database: .*ECONNREFUSED/),
    );
  });

  test('tries the mail server, and names mail that waits or failed', async () => {
    const smtp = await startSmtp();
    expect(await problemsOf({ smtpUrl: smtp.url })).toEqual([]);
    await smtp.die();
    expect(await problemsOf({ smtpUrl: smtp.url })).toEqual([
      expect.stringMatching(/^Mail: The mail server refuses: .*ECONNREFUSED.* Check SMTP_URL\.$/),
    ]);
    const mails = [1, 2].map((n) => ({ to: `m${n}@example.com`, subject: '', text: '' }));
    await t.ctx.mailer.enqueue(t.ctx.db, mails);
    const at = new Date(Date.now() - 2 * hour).toISOString();
    await changeRows(t, 'outbox', {}, { created_at: at, next_try_at: '9999' });
    await changeRows(t, 'outbox', { recipient: 'm1@example.com' }, { dead_at: at });
    expect(await problemsOf()).toEqual([
      expect.stringContaining('Mails have waited for over an hour: 1.'),
      expect.stringContaining('Mails could not be delivered: 1.'),
    ]);
    await clearTables(t, 'outbox');
  });

  test('goes on with a data folder that became read-only, and creates nothing', async () => {
    const dataDir = newFolder();
    await writeFile(join(dataDir, 'headrack.sqlite'), '');
    const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    if (stranger.uid) await chown(dataDir, stranger.uid, stranger.gid);
    await chmod(dataDir, 0o500);
    const program = ['server/admin.ts', 'doctor'];
    const backups = `${dataDir}-of-a-disk-that-is-not-mounted`;
    const settings = { DATA_DIR: dataDir, BACKUP_DIR: backups, TOKEN_SECRET: 'x'.repeat(40) };
    const env = { PATH: process.env.PATH, ...compiled, ...settings };
    const { stdout } = spawnSync(process.execPath, program, { env, encoding: 'utf8', ...stranger });
    expect(stdout).toMatch(/^Data folder: .* can't be written \(EACCES\)/m);
    expect(stdout).toMatch(/^Database: .*^Disk: .*^Backups: BACKUP_DIR .* isn't there/ms);
    expect(await readdir(dataDir)).toEqual(['headrack.sqlite']);
    const config = { ...t.ctx.config, backupDir: backups };
    await expect(nightlyBackup(config, new Date())).rejects.toThrow("isn't there");
    expect(existsSync(backups)).toBe(false);
  });

  test('counts files without a record and records without a file', async () => {
    const { config, db } = t.ctx;
    const store = () => ownedFilesOf(() => t).store(`reports/${randomUUID()}.pdf`, randomBytes(10));
    const pathOf = (key: string) => join(config.dataDir, 'files', key);
    const key = await store();
    await rm(pathOf(key));
    const [orphan, young] = [1, 2].map(() => pathOf(`reports/${randomUUID()}.pdf`));
    for (const path of [orphan, young]) await writeFile(path ?? '', 'left');
    const at = new Date(Date.now() - 4 * hour);
    await utimes(orphan ?? '', at, at);
    expect(await problemsOf()).toEqual([
      'Files: Stored files are missing: 1. Run npm run admin -- scrub, which names them.',
      'Files: Stored files have no record: 1. The server deletes them while it runs.',
    ]);
    await db.deleteFrom('objects').where('key', '=', key).execute();
    for (const path of [orphan, young]) await rm(path ?? '');
  });
});

onBothDatabases('doctor looks first', (engine) => {
  const t = suiteApp(engine);
  const found = async (config: Partial<Config> = {}) => {
    const { lines, problems } = await doctor({ ...t.ctx.config, ...config });
    expect(lines).toContainEqual(expect.stringMatching(/^Not checked: .*records/));
    return problems.join();
  };

  test('at the schema, and says what the runbook then needs', async () => {
    const { db } = t.ctx;
    await sql`insert into kysely_migration values ('999-later', '')`.execute(db);
    expect(await found()).toMatch(/^Database: Another .* \(999-later\)\. .* Go back in docs/);
    const newest = sql`select max(name) from kysely_migration where name < '999'`;
    await sql`update kysely_migration set name = '999-before' where name = (${newest})`.execute(db);
    expect(await found()).toContain('(999-before, 999-later)');
    await sql`delete from kysely_migration where name > '999'`.execute(db);
    expect(await found()).toMatch(
      /^Database: .* earlier release and lacks 0\d\d-.* Upgrade in docs/,
    );
    await sql`drop table kysely_migration`.execute(db);
    expect(await found()).toMatch(/^Database: It is empty: .*, or restore a backup/);
  });

  sqliteOnly.test('at the pages', async () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'headrack.sqlite');
    await sql`vacuum into ${file}`.execute(t.ctx.db);
    const bytes = await readFile(file);
    // The pages after those of the schema.
    await writeFile(file, bytes.fill(7, bytes.length / 2));
    expect(await found({ dataDir })).toMatch(/Its pages are damaged: .*Restore in docs/s);
    await writeFile(file, 'x'.repeat(9000));
    expect(await found({ dataDir })).toContain('file is not a database');
  });
});
