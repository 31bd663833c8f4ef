import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readTarget } from '#server/admin/move.ts';
import { openDatabase } from '#server/database/open.ts';
import { prepareDataDir } from '#server/platform/runtime/data-dir.ts';
import { readConfig, settingNames } from '#server/settings/config.ts';
import { SettingError } from '#server/settings/setting-error.ts';
import { unknownSettings } from '#server/settings/unknown-settings.ts';
import { describeStartError } from '#server/start-errors.ts';
import { wrongValues } from '#tests/fixtures/wrong-settings.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { startServer } from '#tests/harness/server.ts';

const root = join(import.meta.dirname, '../..');

/** Starts a server that must fail to start; returns its exit code and the lines that it prints. */
async function failsToStart(env: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const PORT = String(await freePort());
  const options = { cwd: root, env: { PATH, HOME, SAMPLE_DATA: 'none', PORT, ...env } };
  const node = join(root, 'node_modules/.bin/node');
  return new Promise<[code: unknown, ...lines: string[]]>((resolve) => {
    execFile(node, ['server/main.mjs'], options, (error, stdout, stderr) =>
      resolve([error?.code, ...(stdout + stderr).trim().split('\n')]),
    );
  });
}

const withSecret = { TOKEN_SECRET: 'a secret for tests alone, long enough to be taken' };

test('a second process fails with the pid of the first, and the data folder is its owner’s only (FLT3)', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'info', HEAP_MB: '200' } });
  onTestFinished(() => server.kill());
  const pid = new RegExp(`in use by process ${server.pid}\\b.*\\.$`);
  expect(await failsToStart({ DATA_DIR: server.dataDir })).toEqual([1, expect.stringMatching(pid)]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  // A data folder is readable by its owner only.
  for (const name of ['', 'token-secret', 'serving.pid']) {
    expect(statSync(join(server.dataDir, name)).mode & 0o077, name || 'the folder').toBe(0);
  }
  // The last one is for the collection of idle threads.
  const command = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0');
  expect(command).toEqual(expect.arrayContaining(['--max-old-space-size=200', '--expose-gc']));
  await expectRefusalsLogged(server);
});

/** Refusals are logged once a line and minute with their number, whatever the flood. */
async function expectRefusalsLogged(server: Awaited<ReturnType<typeof startServer>>) {
  const { hostname, port } = new URL(server.url);
  for (let call = 0; call < 30; call += 1) await fetch(`${server.url}/api/profile`);
  for (let call = 0; call < 20; call += 1) {
    const socket = connect(Number(port), hostname);
    socket.end('no HTTP\r\n\r\n').resume();
    await once(socket, 'close');
  }
  expect(await server.stop()).toBe(0);
  const lines = server.output().split('\n');
  const refused = lines.filter((line) => line.includes('refused')).map((line) => JSON.parse(line));
  expect(refused.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(50);
  // On a busy machine one more for each minute.
  expect(refused.length).toBeLessThan(20);
}

// The unit tests of server/settings/config.ts check each sentence.
describe('invalid settings', () => {
  test('each is refused by a sentence that names it, and repeats no password (SEC33)', async () => {
    // One that no column of the table has.
    expect([...settingNames()].filter((name) => !(name in wrongValues)).sort()).toEqual([]);
    for (const [name, values] of Object.entries(wrongValues)) {
      for (const value of values) {
        const read = name.startsWith('TO_') ? readTarget : readConfig;
        const refused = () => read({ ...withSecret, [name]: value });
        expect(refused, `${name}=${value}`).toThrow(SettingError);
        expect(refused).toThrow(new RegExp(`^(Set )?${name}\\b.*\\.$|\\b${name}\\b.*\\.$`));
        expect(refused).not.toThrow(/pa55|5wo|node:|undefined/);
      }
    }
  });

  test('the process ends with one sentence, after the names that look like settings (SEC33)', async () => {
    const env = { TRUST_PROXIES: 'pa55', PORT: '70000', DATABSE_URL: 'pa55', SMTP_HOST: 'pa55' };
    const [code, ...lines] = await failsToStart({ DATA_DIR: newFolder(), ...env });
    expect([code, ...lines.slice(0, 3).sort(), ...lines.slice(3)]).toEqual([
      1,
      'DATABSE_URL is not a setting: did you mean DATABASE_URL?',
      'SMTP_HOST is not a setting: did you mean SMTP_URL?',
      'TRUST_PROXIES is not a setting: did you mean TRUST_PROXY?',
      "PORT must be a whole number from 0 to 65535, not '70000'.",
    ]);
  });

  test.each<[name: string, fail: () => unknown, sentence: RegExp]>([
    ['a port that is taken', () => listenTwice('PORT'), /^PORT \d+ is already in use\. Choose/],
    ['METRICS_PORT', () => listenTwice('METRICS_PORT'), /^METRICS_PORT \d+ is already in use\. /],
    ['HOST', () => listen(0, '203.0.113.1'), /^Can't listen on HOST and PORT \(E\w+\)\. Set HOST/],
    ['DATA_DIR', () => prepareDataDir('/proc/x'), /^DATA_DIR \/proc\/x can't be used \(E\w+\): c/],
    ['no database', openNoDatabase, /^Can't use the database in DATA_DIR: /],
    ['no PostgreSQL', openNoPostgres, /^Can't (use|reach) the database of DATABASE_URL.*\.$/],
  ])('%s is named by one sentence (SEC33)', async (_, fail, sentence) => {
    const error = await Promise.try(fail).catch((thrown: unknown) => thrown);
    expect(describeStartError(error)).toMatch(sentence);
    expect(describeStartError(error)).not.toMatch(/pa55word|\n|Error:/);
    expect(describeStartError(new TypeError('a fault of ours'))).toBeNull();
  });

  test('a name that looks like a setting is found, an ordinary one is not', () => {
    const names = settingNames();
    const ordinary =
      'PATH HOME HOSTNAME LANG TERM USER SHELL LOGNAME MAIL PWD OLDPWD SHLVL EDITOR TZ TMPDIR HOSTTYPE PS1 LC_ALL ' +
      'NODE_ENV NODE_OPTIONS NODE_VERSION npm_config_port npm_package_name INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID ' +
      'STATE_DIRECTORY XDG_DATA_DIRS XDG_DATA_HOME XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK COMPOSE_PROFILES ' +
      'HEADRACK_SERVICE_HOST HEADRACK_PORT_80_TCP_ADDR KUBERNETES_PORT AWS_REGION AWS_PROFILE RESTIC_REPOSITORY RESTIC_PASSWORD REDIS_URL CI_URL NO_PROXY ' +
      'HTTP_PROXY GIT_DIR CI FULL COLORTERM PGHOST PGPORT DOMAIN UPSTREAM APP RELEASE NEW_DATABASE_URL NEW_STORAGE_URL';
    const given = Object.fromEntries(ordinary.split(' ').map((name) => [name, 'x']));
    expect(unknownSettings({ ...given, HEADRACK_PORT: 'tcp://10.0.0.7:80' }, names)).toEqual([]);
    expect(unknownSettings(withSecret, names)).toEqual([]);
    for (const name of [
      'BACKUPS_DIR',
      'DATADIR',
      'HEADRACK_URL',
      'PUBLIC_URI',
      'MAIL_FORM',
      'PORT_FILE',
    ]) {
      expect(unknownSettings({ [name]: 'x' }, names), name).toHaveLength(1);
    }
  });

  test('backups inside the data, or the data inside the backups, are refused, through links too', async () => {
    const parent = newFolder();
    const [data, backups] = [join(parent, 'data'), join(parent, 'backups')];
    for (const path of [join(data, 'in'), join(backups, 'in')])
      mkdirSync(path, { recursive: true });
    symlinkSync(data, join(parent, 'link to data'));
    const refused = (DATA_DIR: string, BACKUP_DIR: string) =>
      expect(() => readConfig({ DATA_DIR, BACKUP_DIR }), BACKUP_DIR);
    for (const path of ['', '/in', '/in/to/come', '/../link to data/in', '/.']) {
      refused(data, data + path).toThrow(/^BACKUP_DIR must be outside DATA_DIR/);
    }
    refused(join(parent, 'link to data/in'), data).toThrow(/BACKUP_DIR/);
    refused(join(backups, 'in'), backups).toThrow(/BACKUP_DIR/);
    refused(data, backups).not.toThrow();
    refused(data, `${data}-backups`).not.toThrow();
  });
});

/** Listens where it can; rejects as a server does that can't. */
async function listen(port: number, host = '127.0.0.1') {
  const server = createServer().listen(port, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
}

async function listenTwice(name: string) {
  const port = await freePort();
  vi.stubEnv(name, String(port));
  onTestFinished(() => void vi.unstubAllEnvs());
  await listen(port);
  await listen(port);
}

async function openNoDatabase() {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'headrack.sqlite'), 'this is no database, '.repeat(500));
  await openDatabase({ databaseUrl: null, dataDir });
}

async function openNoPostgres() {
  const databaseUrl = `postgres://u:pa55word@127.0.0.1:${await freePort()}/db`;
  const { db } = await openDatabase({ databaseUrl, dataDir: newFolder() });
  await db.selectFrom('jobs').select('id').execute();
}
