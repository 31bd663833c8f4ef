/** Machines to back up and to restore to, and the load on them. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { type Engine, freshPostgres } from '../harness/databases.ts';
import { multipartOf, pdfOf, textParts } from '../harness/multipart.ts';
import { firstAdmin, type RunningServer } from '../harness/server.ts';

const root = join(import.meta.dirname, '../..');

/** The settings of a new machine. */
export async function settingsOf(engine: Engine): Promise<Record<string, string>> {
  const TOKEN_SECRET = 'a secret for tests alone, long enough to be taken';
  if (engine === 'sqlite') return { TOKEN_SECRET };
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  return { TOKEN_SECRET, DATABASE_URL: url };
}

/** Runs a command of `npm run admin`. */
export function admin(args: string[], env: Record<string, string>): Promise<string> {
  const { PATH } = process.env;
  return new Promise((resolve, reject) => {
    const options = { cwd: root, env: { PATH, ...env }, maxBuffer: 100_000_000 };
    execFile(process.execPath, ['server/admin.ts', ...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(stdout);
    });
  });
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
