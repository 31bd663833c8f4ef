/** The runbook: every command in it, word for word, and an entry for every alert. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { freshPostgres } from '../harness/databases.ts';
import { freePort } from '../harness/free-port.ts';
import { startBucket } from '../harness/s3.ts';
import { startSmtp } from '../harness/smtp.ts';
import { until } from '../harness/until.ts';

const root = join(import.meta.dirname, '../..');
const docs = join(root, 'docs');
const runbook = readFileSync(join(docs, 'runbook.md'), 'utf8');
const isFull = process.env.FULL === '1';

interface Block {
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

const blocks = blocksOf(runbook);
/** The names in the table of variables. */
const variables = [...runbook.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);

test('every alert has an entry, and every entry is of an alert', () => {
  const rules = readFileSync(join(docs, 'prometheus-alerts.yml'), 'utf8');
  const alerts = [...rules.matchAll(/^ +- alert: (\S+)$/gm)].map(([, name]) => name);
  const entries = [...runbook.matchAll(/^### (\S+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(10);
  expect(entries).toEqual(alerts);
});

test('every command of npm run admin that a document names exists', () => {
  const usage = execFileSync(process.execPath, [join(root, 'server/admin.ts')], {
    encoding: 'utf8',
  });
  const known = new Set([...usage.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name));
  const pages = ['docs/runbook.md', 'docs/operations.md', 'README.md', 'CONTRIBUTING.md'];
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, name] of text.matchAll(/npm run (?:-s )?admin -- ([a-z-]+)/g)) {
      expect(known, `${page} names ${name}`).toContain(name);
    }
  }
});

test('the variables are those of the table', () => {
  for (const { text } of blocks) {
    // What a block sets itself, and what awk reads.
    const own = [...text.matchAll(/\b([A-Z]+)=/g)].map(([, name]) => name);
    for (const [, name = ''] of text.matchAll(/\$\{?([A-Z_]+)/g)) {
      expect([...variables, ...own, 'BACKUP', 'NF'], text).toContain(name);
    }
  }
});

/** A shell that keeps its variables and its folder from block to block. */
function openShell(env: Record<string, string>, cwd: string) {
  const shell = spawn('bash', ['--noprofile', '--norc', '-eu'], { env, cwd, stdio: 'pipe' });
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
      shell.stdin.write(`${text}\necho '${end}'\n`);
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

/** A repository whose releases are the working tree. */
function makeRepository(folder: string, tags: readonly string[]): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_INDEX_FILE: join(folder, 'index') },
    }).trim();
  git('read-tree', 'HEAD');
  git('add', '--all');
  const commit = git('commit-tree', git('write-tree'), '-m', 'the working tree');
  const repository = join(folder, 'headrack.git');
  git('init', '--quiet', '--bare', repository);
  for (const tag of tags) git('push', '--quiet', repository, `${commit}:refs/tags/${tag}`);
  return repository;
}

/**
 * The short form doesn't install and build: releases share the packages and pages of this folder and run from their
 * sources. `npm` is npm except for that.
 */
function shareInstallation(folder: string): string {
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const script = `#!/bin/sh
if [ "$*" = "run build" ]; then ln -s '${root}/node_modules' '${root}/.react-router' '${root}/build' .; else exec '${npm}' "$@"; fi
`;
  writeFileSync(join(bin, 'npm'), script);
  chmodSync(join(bin, 'npm'), 0o755);
  return bin;
}

/** The service, as deploy/headrack.service starts it. */
function serviceOf(env: Record<string, string>) {
  const { APP = '', SETTINGS = '', PORT = '' } = env;
  let child: ChildProcess | null = null;
  let output = '';
  const isReady = async () => {
    if (child?.exitCode !== null) throw new Error(`The server has ended:\n${output}`);
    const response = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null);
    return response?.status === 200;
  };
  const stop = async () => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return {
    stop,
    start: async () => {
      const command = `set -a; . '${SETTINGS}'; cd '${APP}'; exec node_modules/.bin/node server/main.mjs`;
      child = spawn('bash', ['-c', command], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      child.stderr?.on('data', (piece: Buffer) => {
        output += piece;
      });
      await until('the server is ready', 120_000, isReady);
    },
  };
}

const position = 'Driver who stays';

/** Signs in with the password that the first start wrote, and stores a record. */
async function createOneJob({ PORT }: Record<string, string>, passwords: string): Promise<void> {
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

async function positionsOf({ PORT }: Record<string, string>): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${PORT}/api/careers`);
  return ((await response.json()) as { position: string }[]).map((job) => job.position);
}

async function makeEnvironment(folder: string): Promise<Record<string, string>> {
  const smtp = await startSmtp();
  onTestFinished(smtp.die);
  const postgres = await freshPostgres();
  onTestFinished(postgres.drop);
  const bucket = await startBucket();
  onTestFinished(bucket.close);
  const releases = ['v1.0.0', 'v1.1.0'] as const;
  const { PATH = '', HOME = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  return {
    PATH: isFull ? PATH : `${shareInstallation(folder)}:${PATH}`,
    ...{ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, HOME },
    NODE_COMPILE_CACHE: join(tmpdir(), 'headrack-admin-compiled'),
    REPOSITORY: makeRepository(folder, releases),
    RELEASE: releases[0],
    APP: join(folder, 'headrack'),
    SETTINGS: join(folder, 'settings'),
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: bucket.url.replace('s3://files', 's3://files/backups'),
    DOMAIN: 'www.example.org',
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    SMTP_URL: smtp.url,
    NEW_DATABASE_URL: postgres.url,
    NEW_STORAGE_URL: bucket.url,
  };
}

test('the commands of the runbook do what it says (FLT19)', { timeout: 1_200_000 }, async ({
  annotate,
  skip,
}) => {
  skip(!existsSync(join(root, '.git')), 'needs a clone');
  skip(!isFull && !existsSync(join(root, 'build')), 'needs npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'headrack-runbook-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = await makeEnvironment(folder);
  expect(variables.filter((name) => !(name in env))).toEqual([]);
  const service = serviceOf(env);
  onTestFinished(service.stop);
  const shell = openShell(env, folder);
  onTestFinished(shell.close);

  const notRun: string[] = [];
  let section = '';
  for (const block of blocks) {
    if (block.section === 'Upgrade' && section !== 'Upgrade') {
      env.RELEASE = 'v1.1.0';
      await shell.run({ ...block, text: 'RELEASE=v1.1.0' });
    }
    ({ section } = block);
    if (!block.isRoot) {
      const output = await shell.run(block);
      if (block.text.startsWith('cat "$DATA_DIR')) await createOneJob(env, output);
      continue;
    }
    // What the service needs of it.
    notRun.push(...block.text.trim().split('\n'));
    if (block.text.includes('ln -sfn')) {
      rmSync(env.APP ?? '', { force: true });
      symlinkSync(`${env.APP}-${env.RELEASE}`, env.APP ?? '');
    }
    if (block.text.includes('systemctl stop')) await service.stop();
    if (block.text.includes('systemctl start')) await service.start();
  }
  expect(await positionsOf(env)).toEqual([position]);
  await annotate(`not run: ${notRun.join('; ')}`, 'notice');
  expect(
    notRun.every((line) =>
      /^(apt-get|useradd|install|ln|cp|systemctl|curl|journalctl) /.test(line),
    ),
  ).toBe(true);
});
