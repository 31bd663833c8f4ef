/** Starts the real server as a child process with a free port and its own data folder. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { firstPasswordsFile } from '#server/first-sign-ins.ts';
import { freePort } from './free-port.ts';

const root = dirname(dirname(import.meta.dirname));

/** The first admin of every server started here, unless `env` overrides it. */
export const firstAdmin = {
  username: 'admin',
  email: 'admin@example.com',
  password: 'long haul 4 tests',
} as const;

/** The sample person whose password the server writes to a file at its first start. */
export function sampleDriver({ dataDir }: { dataDir: string }) {
  const text = readFileSync(join(dataDir, firstPasswordsFile), 'utf8');
  const [, username, password] = /employee: (\S+) \/ ([\w-]+)/.exec(text) ?? [];
  if (!username || !password) throw new Error('no sample employee was created');
  return { username, password };
}

export type ServerOptions = {
  /** Overrides the settings for tests: no limits, no sample data, a known first admin. */
  env?: Record<string, string>;
  /** An existing data folder, for a restart; by default a new one that is removed at the end. */
  dataDir?: string;
  /** Milliseconds within which /readyz must respond; 120,000 by default, far above what a busy machine needs. */
  readyWithin?: number;
  /** A file for the log and all other output of the process, instead of `output()`. */
  outputFile?: string;
  /** Hashes passwords at minimal cost, for tests that need many users. */
  cheapPasswords?: boolean;
  /** Records where the server connects to (`peers`), and refuses it connections to other machines. */
  recordEgress?: boolean;
  /** Further arguments of Node. */
  nodeArgs?: readonly string[];
  /** Modules that the server loads first, and whose modules it shares. */
  preload?: readonly string[];
};

export type RunningServer = {
  url: string;
  dataDir: string;
  pid: number;
  /** The output of the process so far, both streams. */
  output: () => string;
  /** `host:port` of each connection that the server has opened; needs `recordEgress`. */
  peers: () => string[];
  /** Resolves to the exit code when the process ends by itself. */
  ended: Promise<number | null>;
  /** SIGTERM; resolves to the exit code, null when it was killed by a signal. */
  stop: () => Promise<number | null>;
  /** SIGKILL, like a power failure; the data folder stays for a restart. */
  kill: () => Promise<void>;
};

const made = new Set<string>();
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-data-'));
  made.add(folder);
  return folder;
}

function settings(url: URL, dataDir: string, env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    HOST: url.hostname,
    PORT: url.port,
    PUBLIC_URL: url.origin,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    SAMPLE_DATA: 'none',
    ADMIN_USERNAME: firstAdmin.username,
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
    ...env,
  };
}

/** Whether the server there takes requests. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Starts server/main.mjs and resolves when it is ready; rejects with its output when it ends before. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? newDataDir();
  const url = new URL(`http://127.0.0.1:${await freePort()}`);
  // Unlike an argument, the variable leaves the server its bundle, which starts in two thirds of the time.
  const patches = [
    ...(options.cheapPasswords ? ['--import=./tests/harness/cheap-passwords.ts'] : []),
    ...(options.recordEgress ? ['--import=./tests/harness/egress-recorder.ts'] : []),
  ];
  const preload = (options.preload ?? []).flatMap((module) => ['--import', module]);
  const output = options.outputFile === undefined ? 'pipe' : openSync(options.outputFile, 'a');
  const egressFile = join(dataDir, 'egress.txt');
  const node = join(root, 'node_modules', '.bin', 'node');
  const child = spawn(node, [...preload, ...(options.nodeArgs ?? []), 'server/main.mjs'], {
    cwd: root,
    env: {
      ...settings(url, dataDir, options.env ?? {}),
      NODE_OPTIONS: [...patches, options.env?.NODE_OPTIONS].join(' '),
      ...(options.recordEgress && { EGRESS_FILE: egressFile }),
    },
    stdio: ['ignore', output, output],
  });
  if (typeof output === 'number') closeSync(output);
  const killOnExit = () => child.kill('SIGKILL');
  process.on('exit', killOnExit);
  let text = '';
  const collect = (piece: Buffer) => {
    text += piece.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  let over = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      text += error.message;
      resolve(1);
    });
    child.once('exit', resolve);
  }).finally(() => {
    over = true;
    process.off('exit', killOnExit);
  });

  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await ended;
  };
  const until = Date.now() + (options.readyWithin ?? 120_000);
  while (!(await isReady(url.origin))) {
    if (over || Date.now() > until) {
      await end('SIGKILL');
      throw new Error(`The server did not become ready at ${url.origin}:\n${text}`);
    }
    await pause(30);
  }
  return {
    url: url.origin,
    dataDir,
    pid: child.pid ?? 0,
    output: () => text,
    peers: () =>
      existsSync(egressFile) ? readFileSync(egressFile, 'utf8').trim().split('\n') : [],
    ended,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}
