/** The runbook: every command in it that needs no root, word for word, and an entry for every alert. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../harness/until.ts';
import {
  type Block,
  blocks,
  createOneJob,
  makeOldRelease,
  makeRepository,
  makeSurroundings,
  openShell,
  position,
  positionsOf,
  releaseOf,
  releases,
  releasesIn,
  root,
  runbook,
  variables,
} from './runbook.ts';

const docs = join(root, 'docs');

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
    const own = [...runbook.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name);
    for (const [, name = ''] of text.matchAll(/\$\{?([A-Z_]+)/g)) {
      expect([...variables, ...own, 'NF'], text).toContain(name);
    }
  }
});

/**
 * Nothing is installed and built: releases share the packages and pages of this folder and run from their
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

async function makeEnvironment(folder: string): Promise<Record<string, string>> {
  const { PATH = '', HOME = '' } = process.env;
  return {
    ...(await makeSurroundings()),
    PATH: `${shareInstallation(folder)}:${PATH}`,
    HOME,
    NODE_COMPILE_CACHE: join(tmpdir(), 'headrack-admin-compiled'),
    REPOSITORY: makeRepository(folder),
    APP: join(folder, 'headrack'),
    SETTINGS: join(folder, 'settings'),
    DATA_DIR: join(folder, 'data'),
  };
}

/** Blocks of root that change the machine, and lines of the others that do. */
const changesMachine = /apt-get|useradd|\/etc\/|journalctl/;
const changesOwner = /^(install|curl) /;

test('the commands of the runbook do what it says (FLT19)', { timeout: 600_000 }, async ({
  annotate,
  skip,
}) => {
  skip(!existsSync(join(root, '.git')), 'needs a clone');
  skip(!existsSync(join(root, 'build')), 'needs npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'headrack-runbook-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = await makeEnvironment(folder);
  expect(variables.filter((name) => !(name in env))).toEqual([]);
  const service = serviceOf(env);
  onTestFinished(service.stop);
  const shell = openShell(['bash', '--noprofile', '--norc', '-eu'], env, folder);
  onTestFinished(shell.close);
  const notRun = new Set<string>();
  const runLine = async (block: Block, line: string) => {
    if (line === 'systemctl stop headrack') await service.stop();
    else if (line === 'systemctl start headrack') await service.start();
    else if (changesMachine.test(block.text) || changesOwner.test(line)) notRun.add(line);
    else await shell.run({ ...block, text: line });
  };

  makeOldRelease(`${env.APP}-v0.9.0`);
  for (const block of blocks) {
    const { section, isRoot, text } = block;
    await shell.run({ ...block, text: `RELEASE=${releaseOf[section] ?? '"$RELEASE"'}` });
    if (isRoot) {
      for (const line of text.trim().split('\n')) await runLine(block, line);
    } else {
      const output = await shell.run(block);
      if (text.startsWith('cat "$DATA_DIR')) await createOneJob(env, output);
    }
  }
  expect(await positionsOf(env)).toEqual([position]);
  expect(releasesIn(folder)).toEqual(releases);
  await annotate(`not run: ${[...notRun].join('; ')}`, 'notice');
});
