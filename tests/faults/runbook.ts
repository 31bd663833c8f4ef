/** What the tests of the runbook share: its blocks, shells that run them, releases, and a company that lasts. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { freshPostgres } from '../harness/databases.ts';
import { freePort } from '../harness/free-port.ts';
import { startBucket } from '../harness/s3.ts';
import { startSmtp } from '../harness/smtp.ts';
import { until } from '../harness/until.ts';

export const root = join(import.meta.dirname, '../..');
export const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

export interface Block {
  /** The heading above it. */
  section: string;
  isRoot: boolean;
  text: string;
}

function blocksOf(page: string): Block[] {
  return page.split(/^## /m).flatMap((part) => {
    const [section = ''] = part.split('\n', 1);
    const found = part.matchAll(/^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm);
    return [...found].map(([, language, mark, text = '']) => {
      expect([section, language, mark]).toEqual([section, 'sh', mark === 'root' ? mark : '']);
      return { section, isRoot: mark === 'root', text };
    });
  });
}

export const blocks = blocksOf(runbook);
/** The names in the table of variables. */
export const variables = [...runbook.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);

/** A shell that keeps its variables and its folder from block to block. */
export function openShell(
  [command, ...args]: [string, ...string[]],
  env: Record<string, string>,
  cwd: string,
) {
  const shell = spawn(command, args, { env, cwd, stdio: 'pipe' });
  let output = '';
  const collect = (piece: Buffer) => {
    output += piece;
  };
  shell.stdout.on('data', collect);
  shell.stderr.on('data', collect);
  const ended = once(shell, 'exit');
  let count = 0;
  return {
    /** Runs a block; throws with its output when a command fails. */
    run: async ({ section, text }: Block): Promise<string> => {
      output = '';
      count += 1;
      const end = `end of block ${count}`;
      // No command may read what follows it.
      shell.stdin.write(`{\n${text}\n} </dev/null\necho '${end}'\n`);
      await Promise.race([
        until(end, 600_000, () => output.includes(end)),
        ended.then(() => {
          throw new Error(`A command under ${section} failed:\n${text}\n${output}`);
        }),
      ]);
      return output;
    },
    close: async () => {
      shell.stdin.end();
      await ended;
    },
  };
}

/** The releases that the tests install: of the second, a migration changes a table. */
export const releases = ['v1.0.0', 'v1.1.0'] as const;

const nextStep = '999-next';
const migrations = 'server/database/migrations';

/** A repository whose releases are the working tree, the second with one more migration. */
export function makeRepository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const git = (args: string[], input?: string) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      input,
      env: { ...process.env, GIT_INDEX_FILE: join(folder, 'index') },
    }).trim();
  const add = (path: string, text: string) => {
    const hash = git(['hash-object', '-w', '--stdin'], text);
    git(['update-index', '--add', '--cacheinfo', `100644,${hash},${path}`]);
  };
  const repository = join(folder, 'headrack.git');
  git(['init', '--quiet', '--bare', repository]);
  const tag = (name: string) => {
    const commit = git(['commit-tree', git(['write-tree']), '-m', name]);
    git(['push', '--quiet', repository, `${commit}:refs/tags/${name}`]);
  };
  git(['read-tree', 'HEAD']);
  git(['add', '--all']);
  tag(releases[0]);
  const statement = "alter table jobs add column next text not null default ''";
  const step = `{ name: '${nextStep}', up: () => [${JSON.stringify(statement)}] }`;
  add(`${migrations}/${nextStep}.ts`, `export const next = ${step};\n`);
  const list = readFileSync(join(root, migrations, 'all.ts'), 'utf8');
  const extended = list.replace(/\n\];/, '\n  next,\n];');
  expect(extended).not.toBe(list);
  add(`${migrations}/all.ts`, `import { next } from './${nextStep}.ts';\n${extended}`);
  tag(releases[1]);
  return repository;
}

export const position = 'Driver who stays';

/** Signs in with the password that the first start wrote, and stores a record. */
export async function createOneJob(
  { PORT }: Record<string, string>,
  passwords: string,
): Promise<void> {
  const [, password = ''] = /admin: admin \/ (\S+)/.exec(passwords) ?? [];
  const call = async (path: string, body: object, token = '') => {
    const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect([path, response.ok]).toEqual([path, true]);
    return (await response.json()) as { token: string };
  };
  const { token } = await call('/api/login', { username: 'admin', password });
  await call('/api/careers', { ...sampleBody('createJob'), position }, token);
}

export async function positionsOf({ PORT }: Record<string, string>): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${PORT}/api/careers`);
  return ((await response.json()) as { position: string }[]).map((job) => job.position);
}

/** The mail server, the database, the bucket and the ports that the runbook's variables name. */
export async function makeSurroundings() {
  const smtp = await startSmtp();
  onTestFinished(smtp.die);
  const postgres = await freshPostgres();
  onTestFinished(postgres.drop);
  const bucket = await startBucket();
  onTestFinished(bucket.close);
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  return {
    ...{ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
    RELEASE: releases[0],
    DOMAIN: 'headrack.localhost',
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    SMTP_URL: smtp.url,
    NEW_DATABASE_URL: postgres.url,
    NEW_STORAGE_URL: bucket.url,
  };
}

/** The release that a section installs or starts. */
export const releaseOf: Readonly<Record<string, string>> = {
  Upgrade: releases[1],
  'Go back': releases[0],
};

/** A release from long ago, which an upgrade deletes. */
export function makeOldRelease(folder: string): void {
  mkdirSync(join(folder, 'server'), { recursive: true });
  writeFileSync(join(folder, 'server/main.mjs'), '');
}

/** The releases beside each other in a folder. */
export const releasesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('headrack-v'))
    .map((name) => name.slice('headrack-'.length))
    .sort();
