/**
 * A power cut: the disk loses everything that isn't synced, at any moment. The kernel writes back what it has after
 * about 30 s, so short and long rounds fail differently.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { readManifest } from '#server/admin/manifest.ts';
import { scrub } from '#server/admin/scrub.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { readConfig } from '#server/settings/config.ts';
import { LoopDisk, whyNoLoopDisk } from '#tests/harness/loop-disk.ts';
import { startServer } from '#tests/harness/server.ts';
import { expectFiles, Journal, rowsIn } from './journal.ts';

const root = join(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');

type Moment = 'writes' | 'a backup' | 'the first start';

/** Moment and seconds until the cut. */
const rounds: [Moment, number][] = [
  ...[2, 2.4, 2.9, 3.3, 4, 5, 6, 7.5, 9, 12, 18, 26, 35, 41].map((t): [Moment, number] => [
    'writes',
    t,
  ]),
  ...[0.6, 0.9, 1.2, 1.6, 2.2, 3].map((t): [Moment, number] => ['a backup', t]),
  ...[0.3, 0.45, 0.6, 0.75, 0.9, 1.2, 1.6, 2.2].map((t): [Moment, number] => [
    'the first start',
    t,
  ]),
];

let disk: LoopDisk | null = null;
const processes = new Set<ChildProcess>();
afterEach(() => {
  for (const process of processes) process.kill('SIGKILL');
  processes.clear();
  disk?.remove();
  disk = null;
});

function run(args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(node, [...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', SAMPLE_DATA: 'none', ...env },
    stdio: 'ignore',
  });
  processes.add(child);
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  processes.delete(child);
}

/** Asserts that everything acknowledged is stored with its files, and that nothing is damaged. */
async function expectAll(dataDir: string, journals: readonly Journal[]): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  const ctx = await createAppContext(config, pino({ level: 'silent' }));
  try {
    for (const journal of journals) await journal.expectStored(rowsIn(ctx));
    await expectFiles(ctx);
  } finally {
    await ctx.close();
  }
  // Every stored file, acknowledged or not, and the pages of the database.
  expect((await scrub(config)).problems).toEqual([]);
}

/** Without its disk a server that still runs can only refuse. */
const isRefusal = (status: number) => status === 0 || status >= 500;

async function cutWhileServing(on: LoopDisk, [moment, seconds]: [Moment, number], all: Journal[]) {
  const dataDir = join(on.folder, 'data');
  const server = await startServer({ dataDir, cheapPasswords: true });
  const journal = await Journal.open(server.url);
  all.push(journal);
  const working = journal.workUntilKilled(isRefusal);
  const folder = join(on.folder, `backup-${all.length}`);
  const saving =
    moment === 'a backup'
      ? run(['server/admin.ts', 'backup', folder], { DATA_DIR: dataDir })
      : null;
  await pause(seconds * 1000);
  on.cutPower();
  await server.kill();
  if (saving) await ended(saving);
  await working;
  on.unmount();
  on.mount();
  await expectAll(dataDir, all);
  // A backup with a manifest is complete.
  if (existsSync(join(folder, 'manifest.json'))) await readManifest(folder);
}

async function cutAtFirstStart(on: LoopDisk, seconds: number) {
  const dataDir = join(on.folder, `new-${seconds}`);
  const child = run(['server/main.mjs'], { DATA_DIR: dataDir, PORT: '0' });
  await pause(seconds * 1000);
  on.cutPower();
  await ended(child);
  on.unmount();
  on.mount();
  const server = await startServer({ dataDir, env: { ADMIN_PASSWORD: '' } });
  expect(await server.stop()).toBe(0);
  await expectAll(dataDir, []);
}

test(`${rounds.length} power cuts lose nothing that was acknowledged (FLT2)`, {
  timeout: 3_000_000,
}, async ({ skip, annotate }) => {
  const noDisk = whyNoLoopDisk();
  if (noDisk) skip(noDisk);
  disk = new LoopDisk(2_000);
  const all: Journal[] = [];
  for (const round of rounds) {
    if (round[0] === 'the first start') await cutAtFirstStart(disk, round[1]);
    else await cutWhileServing(disk, round, all);
  }
  const counts = all.map((journal) => journal.acknowledged().reduce((sum, n) => sum + n, 0));
  const total = counts.reduce((sum, n) => sum + n, 0);
  expect(total).toBeGreaterThan(rounds.length * 10);
  await annotate(`${rounds.length} power cuts: ${total} calls acknowledged, 0 lost`, 'measured');
});
