/** How attacks feel to everyone else: more reads in one line than the server answers at once, and refused sign-ins. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { isPublicRead } from '#server/platform/http/public-calls.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { type Colleague, call, signInAdmin } from '#tests/harness/chat-client.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { percentile } from '../../bench/metrics.ts';
import { memoryMb } from '../../bench/process-stats.ts';

/** Milliseconds that others may wait. Before the bounds everyone waited over a second. */
const maxMs = 250;

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
let admin: Colleague;

/** A server whose attackers' addresses aren't those of the others, with lists worth reading. */
async function startCompany(): Promise<void> {
  server = await startServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } });
  onTestFinished(() => server.kill());
  admin = await signInAdmin(server.url);
  const description = 'Two nights a week at home, and a truck of your own. '.repeat(12);
  for (let n = 0; n < 100; n += 1) {
    const job = sampleBody('createJob', { position: `Driver ${n}`, description });
    await call(`${server.url}/api/careers`, admin, 'POST', job);
  }
  // What a server allocates once belongs to the baseline.
  for (const path of publicPaths) await timeOf(server.url + path);
}

/** A server that only answers, in a thread of its own: how long that takes shows what the machine itself delays. */
async function startBareServer() {
  const source = `
    require('node:http').createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1', function () {
      require('node:worker_threads').parentPort.postMessage(this.address().port);
    });`;
  const worker = new Worker(source, { eval: true });
  onTestFinished(() => void worker.terminate());
  const [port] = await once(worker, 'message');
  return `http://127.0.0.1:${port}/`;
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
  const bareUrl = await startBareServer();
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
        await timeOf(`${server.url}/api/user`, { authorization: `Bearer ${admin.token}` }),
        await timeOf(`${server.url}/`, visitor),
        await timeOf(`${server.url}/api/careers`, visitor),
        await timeOf(`${server.url}/healthz`),
      );
      bares.push(await timeOf(bareUrl));
      peak = Math.max(peak, memoryMb(server.pid));
      await pause(20);
    }
    const slowest = Math.max(...others);
    const bare = Math.max(...bares);
    const text = `slowest of others ${Math.round(slowest)} ms, of a bare server ${Math.round(bare)} ms, ${Math.round(peak - before)} MB more`;
    await annotate(text, 'measured');
    // The flood comes from this machine, too: what it does to a bare server isn't the server's doing.
    expect(slowest, text).toBeLessThan(Math.max(maxMs, 4 * bare));
    expect(peak - before, text).toBeLessThan(60);
  }
});

test('a refused sign-in takes as long for an unknown user as for a known one (SEC11)', async ({
  annotate,
}) => {
  const { url, kill } = await startServer();
  onTestFinished(kill);
  const time = async (username: string) => {
    const start = performance.now();
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'not the password of anybody' }),
    });
    await response.arrayBuffer();
    expect(response.status).toBe(401);
    return performance.now() - start;
  };
  for (let n = 0; n < 20; n += 1) await time(n % 2 ? 'admin' : 'nobody');
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    // Interleaved, each first half of the time.
    if (n % 2 === 0) known.push(await time('admin'));
    unknown.push(await time('nobodyhere'));
    if (n % 2 === 1) known.push(await time('admin'));
  }
  const medians = [percentile(known, 0.5), percentile(unknown, 0.5)] as const;
  await annotate(`medians ${medians.map((ms) => ms.toFixed(1)).join(' and ')} ms`, 'measured');
  expect(Math.abs(medians[0] - medians[1])).toBeLessThanOrEqual(2);
}, 120_000);
