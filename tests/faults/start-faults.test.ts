import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readTarget } from '#server/admin/move.ts';
import { readConfig, settingNames } from '#server/settings/config.ts';
import { SettingError } from '#server/settings/setting-error.ts';
import { unknownSettings } from '#server/settings/unknown-settings.ts';
import { wrongValues } from '../fixtures/wrong-settings.ts';
import { freePort } from '../harness/free-port.ts';
import { newFolder } from '../harness/new-folder.ts';
import { startServer } from '../harness/server.ts';

const root = join(import.meta.dirname, '../..');
interface Ended {
  code: number;
  output: string;
}

/** Starts a server that must fail to start; returns its output. */
async function failsToStart(env: Record<string, string>): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const port = env.PORT ?? String(await freePort());
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/node'),
      ['server/main.mjs'],
      {
        cwd: root,
        timeout: 120_000,
        env: { PATH, HOME, SAMPLE_DATA: 'none', ...env, PORT: port },
      },
      (error, stdout, stderr) => {
        const code = error ? Number((error as { code?: unknown }).code ?? -1) : 0;
        resolve({ code, output: stdout + stderr });
      },
    );
  });
}

/** Expects one sentence without a stack trace. */
function expectSentence({ code, output }: Ended, names: RegExp): void {
  expect(output).toMatch(names);
  expect(output.trim().split('\n'), output).toHaveLength(1);
  expect(output.trim()).toMatch(/\.$/);
  expect(output).not.toMatch(/\bat .*:\d+:\d+|node:internal|Error:/);
  expect(code).toBe(1);
}

const withSecret = { TOKEN_SECRET: 'a secret for tests alone, long enough to be taken' };

test('a second process fails with the pid of the first, and the data folder is its owner’s only (FLT3)', async () => {
  let server = await startServer();
  onTestFinished(() => server.kill());
  await server.kill();
  server = await startServer({ dataDir: server.dataDir });
  const ended = await failsToStart({ DATA_DIR: server.dataDir });
  expectSentence(ended, new RegExp(`in use by process ${server.pid}\\b`));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  // A data folder is readable by its owner only.
  for (const name of ['', 'token-secret', 'serving.pid']) {
    expect(statSync(join(server.dataDir, name)).mode & 0o077, name || 'the folder').toBe(0);
  }
  const command = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8');
  expect(command).toMatch(/--max-old-space-size=(512|[1-4]?\d\d)\0/);
  // For the collection of idle threads.
  expect(command).toContain('--expose-gc\0');

  const { port } = new URL(server.url);
  expectSentence(await failsToStart({ DATA_DIR: newFolder(), PORT: port }), /PORT/);
  const METRICS_PORT = port;
  const taken = await failsToStart({ DATA_DIR: newFolder(), METRICS_PORT });
  expectSentence(taken, new RegExp(`^METRICS_PORT ${port} is already in use\\. Choose another`));
  const DATABASE_URL = `postgres://u:pa55word@127.0.0.1:${port}/db`;
  const none = await failsToStart({ DATA_DIR: newFolder(), ...withSecret, DATABASE_URL });
  expectSentence(none, /^Can't use the database of DATABASE_URL: /);
  expect(none.output).not.toContain('pa55word');
});

test('refusals are logged once a line and minute with their number, whatever the flood (SEC34)', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'info', HEAP_MB: '200' } });
  const { hostname, port } = new URL(server.url);
  for (let call = 0; call < 300; call += 1) await fetch(`${server.url}/api/profile`);
  for (let call = 0; call < 20; call += 1) {
    const socket = connect(Number(port), hostname);
    socket.end('no HTTP\r\n\r\n').resume();
    await once(socket, 'close');
  }
  const command = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8');
  expect(command).toContain('--max-old-space-size=200\0');
  expect(await server.stop()).toBe(0);
  const refused = server
    .output()
    .split('\n')
    .filter((line) => line.includes('refused'));
  const counts = refused.map((line) => JSON.parse(line).count ?? 1);
  expect(counts.toSorted((a, b) => a - b)).toEqual([1, 1, 19, 299]);
});

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

  test.each<[RegExp, Record<string, string>]>([
    [/HOST/, { HOST: '203.0.113.1' }],
    [/^DATA_DIR \/proc\/x can't be used \(E\w+\): choose/, { DATA_DIR: '/proc/x' }],
    [/^HEAP_MB must be a whole number/, { HEAP_MB: '0.5' }],
  ])('%s stops the start (SEC33)', async (sentence, env) => {
    expectSentence(await failsToStart({ DATA_DIR: newFolder(), ...withSecret, ...env }), sentence);
  });

  test('a name that looks like a setting is named, an ordinary one is not', async () => {
    const env = { TRUST_PROXIES: 'pa55', PORT: '70000', DATABSE_URL: 'pa55', SMTP_HOST: 'pa55' };
    const { output } = await failsToStart({ DATA_DIR: newFolder(), ...env });
    expect(output.split('\n').slice(0, 3).sort()).toEqual([
      'DATABSE_URL is not a setting: did you mean DATABASE_URL?',
      'SMTP_HOST is not a setting: did you mean SMTP_URL?',
      'TRUST_PROXIES is not a setting: did you mean TRUST_PROXY?',
    ]);
    expect(output).not.toContain('pa55');
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

  test('rejects a file that is not a database', async () => {
    const data = newFolder();
    writeFileSync(join(data, 'headrack.sqlite'), 'this is no database, '.repeat(500));
    expectSentence(await failsToStart({ DATA_DIR: data }), /DATA_DIR/);
  });
});
