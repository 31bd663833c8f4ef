/**
 * A power cut: the disk loses everything that isn't synced, at any moment. The kernel writes back what it has after
 * about 30 s, so short and long rounds fail differently.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { readManifest } from '#server/admin/manifest.ts';
import { scrub } from '#server/admin/scrub.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { readConfig } from '#server/settings/config.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { LoopDisk, whyNoLoopDisk } from '../harness/loop-disk.ts';
import { multipartOf, pdfOf, textParts } from '../harness/multipart.ts';
import { type RunningServer, startServer } from '../harness/server.ts';

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

/** An application with a resume, acknowledged. */
interface Sent {
  email: string;
  sha256: string;
}

let number = 0;
async function send(server: RunningServer): Promise<Sent | null> {
  number += 1;
  const email = `driver${number}@example.com`;
  const pdf = pdfOf(email, 20_000 + (number % 10) * 30_000);
  const { payload, headers } = multipartOf([
    ...textParts({ ...sampleBody('sendApplication'), email, job_id: undefined }),
    { name: 'resume', value: pdf, filename: 'resume.pdf' },
  ]);
  try {
    const body = new Uint8Array(payload);
    const response = await fetch(`${server.url}/api/application`, {
      method: 'POST',
      headers,
      body,
    });
    await response.arrayBuffer();
    if (response.status !== 201) return null;
    return { email, sha256: createHash('sha256').update(pdf).digest('hex') };
  } catch {
    return null;
  }
}

/** Sends until `isOver`; adds what was acknowledged before. */
async function keepSending(server: RunningServer, all: Sent[], isOver: () => boolean) {
  while (!isOver()) {
    const sent = await send(server);
    if (sent && !isOver()) all.push(sent);
  }
}

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
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once('exit', resolve));
  }
  processes.delete(child);
}

/** Asserts that every acknowledged application is stored with its resume, and that nothing is damaged. */
async function expectAll(dataDir: string, all: readonly Sent[]): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  const ctx = await createAppContext(config, pino({ level: 'silent' }));
  try {
    const rows = await ctx.db
      .selectFrom('applications')
      .innerJoin('objects', 'objects.key', 'applications.resume_path')
      .select(['applications.email', 'objects.sha256'])
      .execute();
    const stored = new Map(rows.map(({ email, sha256 }) => [email, sha256]));
    expect(all.filter(({ email, sha256 }) => stored.get(email) !== sha256)).toEqual([]);
  } finally {
    await ctx.close();
  }
  // Every stored file, acknowledged or not, and the pages of the database.
  expect((await scrub(config)).problems).toEqual([]);
}

async function cutWhileServing(on: LoopDisk, [moment, seconds]: [Moment, number], all: Sent[]) {
  const dataDir = join(on.folder, 'data');
  const server = await startServer({ dataDir });
  let isOver = false;
  const over = () => isOver;
  const working: Promise<void>[] = [];
  for (let n = 0; n < 4; n += 1) working.push(keepSending(server, all, over));
  const folder = join(on.folder, `backup-${number}`);
  const saving =
    moment === 'a backup'
      ? run(['server/admin.ts', 'backup', folder], { DATA_DIR: dataDir })
      : null;
  await pause(seconds * 1000);
  on.cutPower();
  // What is acknowledged from here on was acknowledged before the cut, or the server lied.
  isOver = true;
  await server.kill();
  if (saving) await ended(saving);
  await Promise.all(working);
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
  const all: Sent[] = [];
  for (const round of rounds) {
    if (round[0] === 'the first start') await cutAtFirstStart(disk, round[1]);
    else await cutWhileServing(disk, round, all);
  }
  expect(all.length).toBeGreaterThan(rounds.length * 10);
  const text = `${rounds.length} power cuts: ${all.length} applications with resumes acknowledged, 0 lost`;
  await annotate(text, 'measured');
});
