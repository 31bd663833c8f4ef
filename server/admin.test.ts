/** The command line as processes; backups and personal data are tested with their modules. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { compiled } from '#tests/harness/compiled.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { applicationForm, apply, whole } from '#tests/records/hiring.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { createAdmin, resetFactorsOf, resetPasswordOf } from './admin/accounts.ts';
import { backup } from './admin/backup.ts';
import { exportList } from './admin/export.ts';
import {
  confirmClockOf,
  eraseApplicantOf,
  previewRetention,
  runRetention,
} from './admin/personal-commands.ts';
import { login } from './features/session/session.service.ts';
import type { Config } from './settings/config.ts';

const command = resolve('server/admin.ts');

function run(args: readonly string[], env: Record<string, string>) {
  const { PATH = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env: { PATH, ...compiled, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}

describe('the command line', () => {
  const t = suiteApp('sqlite');
  const folder = newFolder();
  let DATA_DIR: string;
  let config: Config;
  beforeAll(() => {
    config = t.ctx.config;
    DATA_DIR = config.dataDir;
  });
  const signIn = (username: string, password: string) =>
    login(t.ctx, { username, password, ip: '127.0.0.1' });

  test('prints one sentence and its usage for a wrong command, and refuses a folder without a database', async () => {
    const { status, stderr } = run(['delete'], {});
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Unknown command 'delete'\.\n\nnpm run admin.*\n {2}create-admin </s);
    const none = { ...config, dataDir: join(folder, 'none') };
    await expect(backup(none, join(folder, 'x'))).rejects.toThrow(/has no database\.$/);
  });

  test('creates an admin with a generated password while the server runs', async () => {
    const made = run(['create-admin', 'Bea', 'bea@example.com'], { DATA_DIR });
    const [, password = ''] = /^Password: (\S{16})$/m.exec(made.stdout) ?? [];
    expect((await signIn('bea', password)).role).toBe('admin');
    await expect(createAdmin(config, 'BEA', 'b@example.com')).rejects.toThrow(/taken/i);
    const weak = { ...config, admin: { ...config.admin, password: 'Kestrel1967' } };
    const refused = createAdmin(weak, 'Cy', 'c@example.com');
    await expect(refused).rejects.toThrow(/^ADMIN_PASSWORD: /);
  });

  test('resets the password and the second factors of an account', async () => {
    const { username, userId, password: before } = await t.person('dora', 'employee');
    const password = 'another good one';
    const reset = { ...config, admin: { ...config.admin, password } };
    expect((await resetPasswordOf(reset, username)).join()).not.toContain(password);
    expect((await signIn(username, password)).role).toBe('employee');
    await expect(signIn(username, before)).rejects.toThrow();
    const nobody = "There is no open account 'nobody'.";
    await expect(resetPasswordOf(reset, 'nobody')).rejects.toThrow(nobody);
    const at = new Date().toISOString();
    const codes = { user_id: userId, secret: 'x', created_at: at, confirmed_at: at };
    await t.ctx.db.insertInto('totp_secrets').values(codes).execute();
    await expect(signIn(username, password)).rejects.toThrow(/code/);
    expect(await resetFactorsOf(config, username)).toEqual([
      'Removed the passkeys and one-time codes of dora and ended all their sessions.',
    ]);
    expect((await signIn(username, password)).role).toBe('employee');
  });

  test('exports a list to a new file or to the terminal, and audits it', async () => {
    await createId(t, 'createJob');
    const file = join(folder, 'jobs.csv');
    await exportList(config, 'jobs', file);
    const printed = run(['export', 'jobs'], { DATA_DIR });
    expect(printed.stdout).toBe(readFileSync(file, 'utf8'));
    expect(printed.stdout.trim().split('\r\n')).toHaveLength(2);
    await expect(exportList(config, 'jobs', file)).rejects.toThrow('already exists');
    await expect(exportList(config, 'messages', null)).rejects.toThrow("Can't export 'messages'");
    const entry = { user_id: null, target_id: 'jobs' };
    const exports = await rowsOf(t, 'audit', { action: 'data.export' });
    expect(exports).toMatchObject(Array(3).fill(entry));
  });

  test('counts what the retention would delete, and erases an applicant', async () => {
    const counted = (await previewRetention(config)).join('\n');
    expect(counted).toMatch(/^applications: 0 from before \d{4}-\d\d-\d\d/);
    expect(counted).toContain('inquiries: kept (RETENTION_INQUIRIES_MONTHS is off)');
    expect(await runRetention(config)).toEqual([
      'Nothing was deleted that was not announced a day before.',
      'Nothing is about to be deleted.',
    ]);
    expect(await confirmClockOf(config)).toEqual([
      'The clock is fine. There is nothing to confirm.',
    ]);
    await apply(t, applicationForm({ ...whole, email: 'a@example.com' }, pdfOf('CV')));
    const listed = await eraseApplicantOf(config, 'A@example.com', []);
    expect(listed.join('\n')).toMatch(/^A-1 .+ Anna Näf, a@example.com, .+\nNothing was changed/);
    expect(await eraseApplicantOf(config, 'a@example.com', ['A-1'])).toEqual([
      expect.stringMatching(/^Erased 1 applications/),
    ]);
    await expect(eraseApplicantOf(config, 'a@example.com', [])).rejects.toThrow('no application');
  });

  test('a report with problems goes to the output, and its command fails', () => {
    const report = run(['doctor'], { DATA_DIR, PUBLIC_URL: 'https://cars.example.org' });
    expect(report).toMatchObject({ status: 1, stderr: '' });
    expect(report.stdout).toMatch(/^Data folder: fine\.$.*^Settings: Mails are stored/ms);
  });
});
