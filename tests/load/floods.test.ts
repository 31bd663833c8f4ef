/** A flood that needs no account: more reads in one line than the server answers at once. */

import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { isPublicRead } from '#server/platform/http/public-calls.ts';
import { memoryMb } from '../../bench/process-stats.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { signInAdmin } from '../harness/chat-client.ts';
import { isFull } from '../harness/is-full.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startBareServer } from './bare-server.ts';

/**
 * Milliseconds that others may wait. Before the bounds everyone waited over a second. In `npm test` other tests take
 * the cores for half a second now and then, so a quarter of the requests may wait longer there.
 */
const maxMs = 250;
const countedShare = isFull ? 1 : 0.75;

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
let token = '';

/** A server whose attackers' addresses aren't those of the others, with lists worth reading. */
async function startCompany(): Promise<void> {
  server = await startServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } });
  onTestFinished(() => server.kill());
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

/** Requests that a connection may send without awaiting the answers, and connections at the same time. */
const pipelines = { requests: 10, connections: 22 };

/** Asks for all paths in as many pipelines as that takes; returns the number of answers so far. */
function sendPipelines(paths: readonly string[]): () => number {
  const left = [...paths];
  const sent: (() => number)[] = [];
  const sendNext = () => {
    const next = left.splice(0, pipelines.requests);
    if (next.length > 0) sent.push(sendPipeline(next, sendNext));
  };
  for (let n = 0; n < pipelines.connections; n += 1) sendNext();
  return () => sent.reduce((sum, answers) => sum + answers(), 0);
}

/** Asks for all paths at once on one connection; returns the number of answers so far. */
function sendPipeline(paths: readonly string[], onAnswered = () => {}): () => number {
  const { hostname, port } = new URL(server.url);
  const requests = paths.map(
    (path) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nX-Forwarded-For: 198.51.100.9\r\n\r\n`,
  );
  const socket = connect(Number(port), hostname, () => socket.write(requests.join('')));
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  let answers = 0;
  let rest = '';
  socket.on('data', (chunk) => {
    const text = rest + chunk.toString('latin1');
    answers += text.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0;
    // A status line may be cut by the end of a chunk.
    rest = text.slice(-12);
    if (answers < paths.length) return;
    socket.destroy();
    onAnswered();
  });
  return () => answers;
}

test('a pipeline of every public path hurts nobody else (SEC17)', async ({ annotate }) => {
  const bareServer = await startBareServer();
  onTestFinished(() => void bareServer.close());
  await startCompany();
  const visitor = { 'x-forwarded-for': '203.0.113.5' };
  const count = 900;
  const all = Array.from({ length: count }, (_, n) => publicPaths[n % publicPaths.length] ?? '');
  const heavy = Array<string>(count).fill('/api/careers?limit=100');
  for (const paths of [all, heavy]) {
    const others: number[] = [];
    const bares: number[] = [];
    const before = memoryMb(server.pid);
    let peak = before;
    // Closed at once.
    sendPipeline(paths);
    const answers = sendPipelines(paths);
    while (answers() < count) {
      others.push(
        await timeOf(`${server.url}/api/user`, { authorization: `Bearer ${token}` }),
        await timeOf(`${server.url}/`, visitor),
        await timeOf(`${server.url}/api/careers`, visitor),
        await timeOf(`${server.url}/healthz`),
      );
      bares.push(await timeOf(bareServer.url));
      peak = Math.max(peak, memoryMb(server.pid));
      await pause(20);
    }
    others.sort((a, b) => a - b);
    const slowest = others[Math.ceil(others.length * countedShare) - 1] ?? Number.NaN;
    const bare = Math.max(...bares);
    const text = `slowest counted of others ${Math.round(slowest)} ms, of a bare server ${Math.round(bare)} ms, ${Math.round(peak - before)} MB more`;
    await annotate(text, 'measured');
    // The flood comes from this machine, too: what it does to a bare server isn't the server's doing.
    expect(slowest, text).toBeLessThan(Math.max(maxMs, 4 * bare));
    expect(peak - before, text).toBeLessThan(60);
  }
});
