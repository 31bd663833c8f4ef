import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  freshPostgres,
  onBothDatabases,
  postgresOnly,
  sqliteOnly,
} from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { createAppContext } from './create-app-context.ts';
import { ensureFirstAdmin } from './features/users/users.service.ts';
import { announceSignIns } from './first-sign-ins.ts';
import { readConfig } from './settings/config.ts';
import { SettingError } from './settings/setting-error.ts';

const secret = 'a secret for tests alone, long enough to be taken';

onBothDatabases('first start', (engine) => {
  test('creates one admin, also when two servers start at once (SEC12)', async () => {
    const database = engine === 'postgres' ? await freshPostgres() : null;
    // One process holds a SQLite file, so there both starts share its connections.
    const servers = engine === 'postgres' ? 2 : 1;
    const contexts = [];
    for (let started = 0; started < servers; started += 1) {
      const env = database ? { DATABASE_URL: database.url } : {};
      const config = readConfig({ DATA_DIR: newFolder(), TOKEN_SECRET: secret, ...env });
      contexts.push(await createAppContext(config, pino({ level: 'silent' })));
    }
    const made = await Promise.all(
      [contexts[0], contexts.at(-1)].map((ctx) => ctx && ensureFirstAdmin(ctx)),
    );
    expect(made.filter((entry) => entry !== null)).toEqual([
      { username: 'admin', madePassword: expect.stringMatching(/^.{16}$/) },
    ]);
    const users = await contexts[0]?.db.selectFrom('users').selectAll().execute();
    expect(users).toHaveLength(1);
    for (const ctx of contexts) await ctx.close();
    await database?.drop();
  });
});

sqliteOnly.test('SEC9 refuses a weak ADMIN_PASSWORD for the first admin', async () => {
  const dataDir = newFolder();
  const start = async (ADMIN_PASSWORD: string) => {
    const config = readConfig({ DATA_DIR: dataDir, ADMIN_USERNAME: 'Dispatcher', ADMIN_PASSWORD });
    const ctx = await createAppContext(config, pino({ level: 'silent' }));
    return ensureFirstAdmin(ctx).finally(ctx.close);
  };
  for (const weak of ['Password123', 'dispatcher1', 'Kestrel2026']) {
    const error = String(await start(weak).catch((thrown: unknown) => thrown));
    expect(error).toMatch(/^SettingError: ADMIN_PASSWORD: .*\.$/);
    expect(error).not.toContain(weak);
  }
  expect(await start('long haul 4 tests')).toMatchObject({ username: 'Dispatcher' });
  // With users there is no first admin, so a setting from an earlier release doesn't stop the start.
  expect(await start('Password123')).toBeNull();
});

postgresOnly.test('sslmode=verify-full connects to no PostgreSQL without TLS', async () => {
  const { openPostgres } = await import('./database/postgres.ts');
  const { sql } = await import('kysely');
  const database = await freshPostgres();
  const select = async (url: URL) => {
    const { db } = await openPostgres(url.href);
    return sql`select 1`.execute(db).finally(() => db.destroy());
  };
  const url = new URL(database.url);
  expect((await select(url)).rows).toHaveLength(1);
  url.searchParams.set('sslmode', 'verify-full');
  await expect(select(url)).rejects.toThrow('The server does not support SSL connections');
  await database.drop();
});

sqliteOnly.test('SQLite checks references, and stores no value that it would change', async () => {
  const { openSqlite } = await import('./database/sqlite.ts');
  const { sql } = await import('kysely');
  const dataDir = newFolder();
  const db = openSqlite(join(dataDir, 'a.sqlite'));
  expect((await sql`pragma foreign_keys`.execute(db)).rows).toEqual([{ foreign_keys: 1 }]);
  await expect(sql`select ${new Date(0)}`.execute(db)).rejects.toThrow('a Date cannot be stored');
  await expect(sql`select ${undefined}`.execute(db)).rejects.toThrow('undefined cannot be stored');
  await sql`create table big (id integer primary key)`.execute(db);
  const { insertId } = await sql`insert into big values (9007199254740993)`.execute(db);
  expect(insertId).toBe(9_007_199_254_740_993n);
  await db.destroy();
});

sqliteOnly.test.each([
  [
    { DATABASE_URL: 'postgres://x' },
    'TOKEN_SECRET must be set when DATABASE_URL is, the same on every node.',
  ],
  [{ TOKEN_SECRET_FILE: '/missing' }, "TOKEN_SECRET_FILE can't be read (ENOENT)."],
])('the setting %o stops the start with one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new SettingError(sentence));
});

sqliteOnly.test('a secret may be the content of a file', () => {
  const path = join(newFolder(), 'token-secret');
  writeFileSync(path, `${secret}\n`);
  expect(readConfig({ TOKEN_SECRET_FILE: path }).tokenSecret).toBe(secret);
});

sqliteOnly.test.each<[string | undefined, string]>([
  [undefined, 'production'],
  // Loads the sources instead of the bundle.
  ...(isFull ? ([['development', 'development']] as [string, string][]) : []),
])('NODE_ENV %o starts the server in %s', (given, expected) => {
  const main = join(import.meta.dirname, 'main.mjs');
  const report = 'process.on("exit", () => console.log(process.env.NODE_ENV))';
  const args = ['--import', `data:text/javascript,${report}`, main];
  const env = { PATH: process.env.PATH, UPLOAD_MB: 'many', NODE_ENV: given };
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect(stdout).toBe(`${expected}\n`);
});

sqliteOnly.describe('generated passwords', () => {
  const signIns = ['admin: admin / p4ssw0rd-of-one', 'employee: lou / p4ssw0rd-of-two'];

  test('are shown in a terminal and stored nowhere', () => {
    expect(announceSignIns(signIns, '/nowhere', true)).toEqual([
      'Sign in as admin: admin / p4ssw0rd-of-one  (shown once)',
      'Sign in as employee: lou / p4ssw0rd-of-two  (shown once)',
    ]);
    expect(announceSignIns([], '/nowhere', false)).toEqual([]);
  });

  test('go to a file that its owner alone can read when the output is no terminal', () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'first-passwords.txt');
    expect(announceSignIns(signIns, dataDir, false)).toEqual([
      `The first passwords are in ${file}. Sign in, change them, and delete the file.`,
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(`${signIns.join('\n')}\n`);
  });
});
