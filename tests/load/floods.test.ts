/** Floods that need no account: pipelines, and more reads at once than the server can answer. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { isPublicRead } from '#server/platform/public-calls.ts';
import { memoryMb } from '../../bench/process-stats.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { signInAdmin } from '../harness/chat-client.ts';
import { isFull } from '../harness/is-full.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import type { RawFlood, RawFlooded } from './raw-flood-worker.ts';

/** Milliseconds; in `npm test` other tests run beside it. Before the bounds it was over a second. */
const maxMs = isFull ? 250 : 600;

const publicPaths = [
  ...endpoints.filter(isPublicRead).map(({ path, paged }) => {
    const own = path.replace('{id}', '1').replace('{code}', 'x'.repeat(43));
    return paged ? `${own}?limit=100` : own;
  }),
  ...['/api/careers', '/', '/careers?q=driver', '/careers/1', '/none', '/api/none', '/files/none'],
  ...['/healthz', '/readyz', '/build', '/robots.txt', '/sitemap.xml', '/holidays.ics'],
  ...['/manifest.webmanifest', '/favicon.svg', '/service-worker.js', '/api/openapi.json'],
  ...['/api/docs/', '/api/docs/static/swagger-ui.css'],
];

let server: RunningServer;
let bare: Worker;
let bareUrl = '';
let token = '';
beforeAll(async () => {
  bare = new Worker(
    `require('node:http').createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1', function () {
      require('node:worker_threads').parentPort.postMessage(this.address().port);
    });`,
    { eval: true },
  );
  const [port] = await once(bare, 'message');
  bareUrl = `http://127.0.0.1:${port}/`;
});
afterAll(() => bare.terminate());

/** A server whose attackers' addresses aren't those of the others, with lists worth reading. */
async function startCompany(): Promise<void> {
  server = await startServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } });
  ({ token } = await signInAdmin(server.url));
  const description = 'Two nights a week at home, and a truck of your own. '.repeat(12);
  for (let n = 0; n < 100; n += 1) {
    const response = await fetch(`${server.url}/api/careers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(sampleBody('createJob', { position: `Driver ${n}`, description })),
    });
    expect(response.status).toBe(201);
  }
  // What a server allocates once belongs to the baseline.
  for (const path of publicPaths) await timeOf(server.url + path);
}

async function timeOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const start = performance.now();
  await (await fetch(url, { headers })).arrayBuffer();
  return performance.now() - start;
}

/** The slowest answers (ms) to a colleague, a visitor and a probe while a flood lasts, and of a bare server in between. */
async function during(flood: Partial<RawFlood>) {
  const others: number[] = [];
  const bares: number[] = [];
  const before = memoryMb(server.pid);
  let peak = before;
  const workerData = { url: server.url, connections: 1, spread: false, reads: true, ...flood };
  const worker = new Worker(new URL('./raw-flood-worker.ts', import.meta.url), { workerData });
  let flooded: RawFlooded | undefined;
  worker.once('message', (message: RawFlooded) => {
    flooded = message;
  });
  const visitor = { 'x-forwarded-for': '203.0.113.5' };
  while (!flooded) {
    others.push(
      await timeOf(`${server.url}/api/user`, { authorization: `Bearer ${token}` }),
      await timeOf(`${server.url}/`, visitor),
      await timeOf(`${server.url}/api/careers`, visitor),
      await timeOf(`${server.url}/healthz`),
    );
    bares.push(await timeOf(bareUrl));
    peak = Math.max(peak, memoryMb(server.pid));
    await pause(20);
  }
  const slowest = Math.max(...others);
  const grown = peak - before;
  const text = `slowest of others ${Math.round(slowest)} ms, of a bare server ${Math.round(Math.max(...bares))} ms, ${Math.round(grown)} MB more, ${JSON.stringify(flooded.statuses)}`;
  // The flood comes from this machine, too: what it does to a bare server isn't the server's doing.
  expect(slowest, text).toBeLessThan(Math.max(maxMs, 4 * Math.max(...bares)));
  expect(grown, text).toBeLessThan(flood.spread ? 100 : 60);
  return { flooded, text };
}

/** Limits the server's memory to 512 MB in all, where this user may. */
function limitMemory({ pid }: RunningServer): () => void {
  const folder = `/sys/fs/cgroup/memory/headrack-${pid}`;
  try {
    mkdirSync(folder);
    // What it has so far counts elsewhere.
    const bytes = (512 - Math.ceil(memoryMb(pid))) * 1024 * 1024;
    writeFileSync(`${folder}/memory.limit_in_bytes`, String(bytes));
    writeFileSync(`${folder}/cgroup.procs`, String(pid));
    return () => rmdirSync(folder);
  } catch {
    return () => {};
  }
}

test('a pipeline of every public path hurts nobody else (SEC17)', async ({ annotate }) => {
  await startCompany();
  try {
    const paths = Array.from({ length: 900 }, (_, n) => publicPaths[n % publicPaths.length] ?? '');
    const heavy = Array<string>(900).fill('/api/careers?limit=100');
    for (const pipeline of [paths, heavy]) {
      const { flooded, text } = await during({ paths: pipeline });
      const answers = Object.values(flooded.statuses).reduce((sum, count) => sum + count, 0);
      expect(answers).toBe(900);
      await annotate(text, 'measured');
    }
  } finally {
    await server.kill();
  }
});

test.runIf(isFull).each<[title: string, flood: Partial<RawFlood>]>([
  [
    '3,000 reads of one line',
    { connections: 100, paths: Array(30).fill('/api/careers?limit=100') },
  ],
  ['1,500 reads at once', { connections: 1_500, paths: ['/api/careers?limit=100'], spread: true }],
  [
    '300 scripts at once',
    { connections: 300, paths: ['/api/docs/static/swagger-ui-bundle.js'], spread: true },
  ],
  ['200 pipelines at once', { connections: 200, paths: Array(300).fill('/api/careers?limit=100') }],
])('%s hurt nobody else, in 512 MB (SEC17)', async (_, flood) => {
  await startCompany();
  const release = limitMemory(server);
  try {
    await during(flood);
    expect(await timeOf(`${server.url}/readyz`)).toBeLessThan(2_000);
  } finally {
    await server.kill();
    release();
  }
});
