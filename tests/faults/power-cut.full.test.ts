/**
 * A power cut: the disk loses everything that isn't synced, at any moment. The kernel writes back what it has after
 * about 30 s, so short and long rounds fail differently.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { scrub } from '#server/admin/scrub.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { readConfig } from '#server/settings/config.ts';
import { LoopDisk, whyNoLoopDisk } from '#tests/harness/loop-disk.ts';
import { startServer } from '#tests/harness/server.ts';
import { expectFiles, Journal, rowsIn } from './journal.ts';

const root = join(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');

/** Seconds until the cut. */
const whileServing = [2, 2.4, 2.9, 3.3, 4, 5, 6, 7.5, 9, 12, 18, 26, 35, 41];
const atFirstStart = [0.3, 0.45, 0.6, 0.75, 0.9, 1.2, 1.6, 2.2];
const rounds = whileServing.length + atFirstStart.length;

let disk: LoopDisk | null = null;
let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
  disk?.remove();
  disk = null;
});

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

async function cutWhileServing(on: LoopDisk, seconds: number, all: Journal[]) {
  const dataDir = join(on.folder, 'data');
  const server = await startServer({ dataDir, cheapPasswords: true });
  const journal = await Journal.open(server.url);
  all.push(journal);
  const working = journal.workUntilKilled(isRefusal);
  await pause(seconds * 1000);
  on.cutPower();
  await server.kill();
  await working;
  on.unmount();
  on.mount();
  await expectAll(dataDir, all);
}

async function cutAtFirstStart(on: LoopDisk, seconds: number) {
  const dataDir = join(on.folder, `new-${seconds}`);
  child = spawn(node, ['server/main.mjs'], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0' },
      ...{ SAMPLE_DATA: 'none', DATA_DIR: dataDir },
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await pause(seconds * 1000);
  on.cutPower();
  child.kill('SIGKILL');
  await ended;
  on.unmount();
  on.mount();
  const server = await startServer({ dataDir, env: { ADMIN_PASSWORD: '' } });
  expect(await server.stop()).toBe(0);
  await expectAll(dataDir, []);
}

test(`${rounds} power cuts lose nothing that was acknowledged (FLT2)`, {
  timeout: 3_000_000,
}, async ({ skip, annotate }) => {
  const noDisk = whyNoLoopDisk();
  if (noDisk) skip(noDisk);
  disk = new LoopDisk(2_000);
  const all: Journal[] = [];
  for (const seconds of whileServing) await cutWhileServing(disk, seconds, all);
  for (const seconds of atFirstStart) await cutAtFirstStart(disk, seconds);
  const counts = all.map((journal) => journal.acknowledged().reduce((sum, n) => sum + n, 0));
  const total = counts.reduce((sum, n) => sum + n, 0);
  expect(total).toBeGreaterThan(rounds * 10);
  await annotate(`${rounds} power cuts: ${total} calls acknowledged, 0 lost`, 'measured');
});
