/** How attacks feel to everyone else: a flood, guessed passwords, and the time that a refused sign-in takes. */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryMb } from '../../bench/process-stats.ts';
import { type Colleague, createUser, signInAdmin } from '../harness/chat-client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startBareServer } from './bare-server.ts';
import type { Flood, Flooded } from './flood-worker.ts';

const seconds = 20;

let server: RunningServer;
let admin: Colleague;
let attacker: Colleague;
let driver: Colleague;
let bareServer: Awaited<ReturnType<typeof startBareServer>>;
beforeAll(async () => {
  bareServer = await startBareServer();
  // Behind a proxy, so that the attacker's address is not the one of the others.
  server = await startServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } });
  admin = await signInAdmin(server.url);
  attacker = await createUser(server.url, admin, 'attacker');
  driver = await createUser(server.url, admin, 'driver');
}, 60_000);
afterAll(async () => {
  await server?.kill();
  await bareServer?.close();
});

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], share: number) =>
  sorted(values)[Math.floor((values.length - 1) * share)] ?? 0;
const ms = (value: number) => `${Math.round(value * 10) / 10} ms`;

async function timeOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return performance.now() - start;
}

/** The p99 (ms) of a colleague's and a visitor's calls, and of a bare server in between, over that time. */
async function p99Of(forSeconds: number): Promise<{ others: number; bare: number }> {
  const others: number[] = [];
  const bare: number[] = [];
  const end = performance.now() + forSeconds * 1_000;
  while (performance.now() < end) {
    const driverHeaders = { authorization: `Bearer ${driver.token}` };
    others.push(await timeOf(`${server.url}/api/user`, driverHeaders));
    bare.push(await timeOf(bareServer.url));
    others.push(await timeOf(`${server.url}/api/careers`, { 'x-forwarded-for': '203.0.113.5' }));
    bare.push(await timeOf(bareServer.url));
    // Below the limit of 600 a minute for each caller.
    await pause(110);
  }
  return { others: at(others, 0.99), bare: at(bare, 0.99) };
}

const described = (before: { others: number }, during: { others: number; bare: number }) =>
  `p99 of others ${ms(before.others)} before, ${ms(during.others)} during, of a bare server ${ms(during.bare)}`;

async function flooding(flood: Flood): Promise<() => Promise<Flooded>> {
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: flood });
  return () =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.postMessage('stop');
    });
}

test('a flood of a hundred times the limits hurts nobody else (SEC17)', async ({ annotate }) => {
  // What a busy server allocates once belongs to the baseline.
  await p99Of(5);
  const before = await p99Of(seconds);
  const idle = memoryMb(server.pid);
  const stop = await flooding({
    url: server.url,
    token: attacker.token,
    userId: attacker.userId,
    receiverId: admin.userId,
    // 600 calls a minute, 5 messages a second and 10 connections are allowed.
    calls: 1_000,
    messages: 500,
    sockets: 1_000,
  });
  await pause(1_000);
  const during = await p99Of(seconds);
  const grown = memoryMb(server.pid) - idle;
  const flooded = await stop();

  const total = Object.values(flooded.calls).reduce((sum, count) => sum + count, 0);
  expect(flooded.calls[429]).toBeGreaterThan(0);
  expect(flooded.messages.refused).toBeGreaterThan(flooded.messages.stored);
  expect(flooded.sockets.connected).toBeLessThanOrEqual(10);
  expect(flooded.frames).toBeGreaterThan(0);
  await annotate(
    `${total} calls, ${flooded.messages.refused} messages and ${flooded.sockets.refused} connections refused; ` +
      `${described(before, during)}; memory ${Math.round(grown)} MB more`,
    'measured',
  );
  expect(grown).toBeLessThanOrEqual(50);
  // The flood comes from this machine, too: what it does to a bare server isn't the server's doing.
  expect(during.others).toBeLessThanOrEqual(2 * Math.max(before.others, during.bare));
}, 180_000);

/** The two-sided p-value of the Mann-Whitney U test, by its normal approximation. */
function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => [value, 1]), ...other.map((value) => [value, 0])].toSorted(
    ([a = 0], [b = 0]) => a - b,
  );
  const ranks = all.reduce((sum, [, isOne = 0], index) => sum + isOne * (index + 1), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  // Abramowitz and Stegun 7.1.26.
  const x = z / Math.SQRT2;
  const k = 1 / (1 + 0.3275911 * x);
  const series = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  return series.reduceRight((sum, factor) => (sum + factor) * k, 0) * Math.exp(-x * x);
}

test('a refused sign-in takes as long for an unknown user as for a known one (SEC11)', async ({
  annotate,
}) => {
  const { url, kill } = await startServer();
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
  await kill();
  const difference = Math.abs(at(known, 0.5) - at(unknown, 0.5));
  const p = mannWhitney(known, unknown);
  await annotate(
    `medians ${ms(at(known, 0.5))} and ${ms(at(unknown, 0.5))}, p ${p.toFixed(3)}`,
    'measured',
  );
  expect(difference).toBeLessThanOrEqual(2);
  expect(p).toBeGreaterThan(0.01);
}, 120_000);
