/** Machines to back up and to restore to, and the load on them. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { multipartOf, pdfOf, textParts } from '../harness/multipart.ts';
import { startCluster } from '../harness/postgres-cluster.ts';
import { firstAdmin, type RunningServer } from '../harness/server.ts';

const root = join(import.meta.dirname, '../..');

/** The settings of machines with the same engine, and the tools that move rows between them. */
export interface Machines {
  settings: (name: string) => Promise<Record<string, string>>;
  /** Saves the rows to a file; null when the backup contains them. */
  saveRows: (env: Record<string, string>) => Promise<string | null>;
  loadRows: (env: Record<string, string>, file: string | null) => Promise<void>;
  stop: () => Promise<void>;
}

const common = { TOKEN_SECRET: 'a secret for tests alone, long enough to be taken' };

export const sqliteMachines: Machines = {
  settings: async () => ({ ...common }),
  saveRows: async () => null,
  loadRows: async () => undefined,
  stop: async () => undefined,
};

/** Databases of one PostgreSQL, with the pg_dump and psql of `programs`. */
export async function postgresMachines(programs: string, folder: string): Promise<Machines> {
  const cluster = await startCluster({ programs });
  return {
    settings: async (name) => ({
      ...common,
      DATABASE_URL: await newDatabase(cluster.url, `${name}_${Date.now()}`),
    }),
    saveRows: async ({ DATABASE_URL = '' }) => {
      const file = join(folder, `${randomUUID()}.sql`);
      const options = ['--no-owner', '--no-privileges', `--file=${file}`];
      await run(join(programs, 'pg_dump'), [...options, DATABASE_URL]);
      return file;
    },
    loadRows: async ({ DATABASE_URL = '' }, file) => {
      const options = ['-v', 'ON_ERROR_STOP=1', '-q', '-f', file ?? ''];
      await run(join(programs, 'psql'), [...options, DATABASE_URL]);
    },
    stop: cluster.stop,
  };
}

async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(`/${name}`, server).href;
}

function run(file: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd: root, env, maxBuffer: 100_000_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(stdout);
    });
  });
}

/** Runs a command of `npm run admin`. */
export function admin(args: string[], env: Record<string, string>): Promise<string> {
  const { PATH } = process.env;
  return run(process.execPath, ['server/admin.ts', ...args], { PATH, ...env });
}

/** Signs the first admin in. */
export async function tokenOf({ url }: RunningServer): Promise<string> {
  const { username, password } = firstAdmin;
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await response.json()) as { token: string }).token;
}

/** Sends so many writes per second on at most 50 connections; one in twenty is an application with a resume. */
export function startLoad(server: RunningServer, perSecond: number) {
  const times: { at: number; took: number }[] = [];
  const stored: string[] = [];
  const failures: unknown[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  const resume = pdfOf('A resume', 20_000);
  const one = async (token: string, position: string, withFile: boolean) => {
    const { payload, headers } = withFile
      ? multipartOf([
          ...textParts(sampleBody('sendApplication')),
          { name: 'resume', value: resume, filename: 'resume.pdf' },
        ])
      : {
          payload: JSON.stringify({ ...sampleBody('createJob'), position }),
          headers: { 'content-type': 'application/json' },
        };
    const at = performance.now();
    const response = await fetch(`${server.url}${withFile ? '/api/application' : '/api/careers'}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: typeof payload === 'string' ? payload : new Uint8Array(payload),
    });
    await response.arrayBuffer();
    times.push({ at, took: performance.now() - at });
    if (response.status !== 201) failures.push(response.status);
    else if (!withFile) stored.push(position);
  };
  let timer: NodeJS.Timeout | undefined;
  const ready = tokenOf(server).then((token) => {
    const begin = performance.now();
    timer = setInterval(() => {
      const due = ((performance.now() - begin) / 1000) * perSecond;
      for (; sent < due && open.size < 50; sent += 1) {
        const call = one(token, `Driver ${randomUUID()}`, sent % 20 === 0).catch((error) => {
          failures.push(String(error));
        });
        open.add(call);
        void call.finally(() => open.delete(call));
      }
    }, 5);
  });
  return {
    times,
    stored,
    failures,
    stop: async () => {
      await ready;
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** The 99th percentile, in milliseconds. */
export function slowest(times: readonly { took: number }[]): number {
  const sorted = times.map(({ took }) => took).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
