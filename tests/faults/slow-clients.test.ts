import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { defaultTimeouts } from '#server/platform/limits/timeouts.ts';
import { startApp, suiteApp } from '#tests/harness/app.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { boundary, partHead } from '#tests/harness/multipart.ts';
import { type RawClient, rawClient } from '#tests/harness/raw-client.ts';
import { until } from '#tests/harness/until.ts';

const timeouts = {
  headers: 600,
  body: 700,
  upload: { idle: 800, start: 600, minRate: 1_000, total: 1_000, totalRate: 20_000 },
  idle: defaultTimeouts.idle,
};
/** Only a hang takes longer. */
const closedWithin = 120_000;

const t = suiteApp('sqlite', { timeouts });
let url = '';
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 });
});

/** A client that sends the start, then the drip every 100 ms forever. */
function slow(start: string, drip: string): RawClient {
  const client = rawClient(url, start);
  const timer = setInterval(() => {
    if (drip !== '' && client.socket.writable) client.socket.write(drip);
  }, 100);
  client.socket.once('close', () => clearInterval(timer));
  return client;
}

const post = (path: string, type: string, length = 'Content-Length: 9999') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
const json = 'application/json';
const multipart = `multipart/form-data; boundary=${boundary}`;
const upload = `${post('/api/application', multipart)}${partHead({ name: 'resume', filename: 'a.pdf' })}%PDF-`;

const senders: Record<string, [start: string, drip: string]> = {
  'nothing at all': ['', ''],
  'headers, byte by byte': ['GET / HTTP/1.1\r\nHost: x\r\nA: ', 'a'],
  'JSON, byte by byte': [post('/api/login', json), ' '],
  'JSON in chunks': [post('/api/inquiry', json, 'Transfer-Encoding: chunked'), '1\r\n \r\n'],
  'JSON that stops': [`${post('/api/login', json)}{"a`, ''],
  'an upload that stops': [upload, ''],
  'an upload just above the minimum rate': [upload, 'x'.repeat(200)],
  'a body after 401': [post('/api/careers', json), ' '],
  'a body after 404': [post('/api/nothing', json), ' '],
  'a body of a GET': ['GET /api/careers HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n', ' '],
  'multipart where JSON belongs': [post('/api/login', multipart), ' '],
};

const openConnections = () =>
  new Promise<number>((resolve) => t.app.server.getConnections((_, count) => resolve(count)));

test('disconnects each kind of slow sender after its timeout, and serves others normally (FLT13)', async () => {
  const from = performance.now();
  const kinds = Object.entries(senders);
  const times: { kind: string; ms: number }[] = [];
  const clients = Array.from({ length: isFull ? 2_000 : 66 }, (_, n) => {
    const [kind = '', [start = '', drip = ''] = []] = kinds[n % kinds.length] ?? [];
    const client = slow(start, drip);
    client.socket.once('close', () => times.push({ kind, ms: performance.now() - from }));
    return client;
  });
  while (clients.some((client) => !client.isClosed())) {
    const response = await fetch(`${url}/api/careers`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    await pause(10);
  }
  // Timers may be late, but never early.
  expect(times.filter(({ ms }) => ms < 400)).toEqual([]);
  // fetch keeps its own connection alive.
  await until(
    'no slow connection is left',
    closedWithin,
    async () => (await openConnections()) <= 2,
  );
});

test('responds to an oversized body before it disconnects', async () => {
  // A busy machine sends five megabytes more slowly than the timeouts above allow.
  const patient = await startApp('sqlite');
  onTestFinished(() => patient.close());
  const address = await patient.app.listen({ host: '127.0.0.1', port: 0 });
  for (let n = 0; n < 5; n += 1) {
    const response = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': json },
      body: JSON.stringify({ username: 'x'.repeat(5_000_000) }),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      code: 'payload_too_large',
      error: 'The request is too large.',
    });
  }
});

test('disconnects who reads no answer, whatever it is, but nobody who reads slowly', async () => {
  // Impatient with readers only: the request waits for its turn while other tests use the cores.
  const impatient = await startApp('sqlite', { timeouts: { ...defaultTimeouts, idle: 3_000 } });
  const address = await impatient.app.listen({ host: '127.0.0.1', port: 0 });
  const script = 'GET /api/docs/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n';
  // More than the buffers of both ends take.
  const readsNothing = rawClient(address, `${script}\r\n`.repeat(10));
  readsNothing.socket.pause();
  const readsSlowly = rawClient(address, `${script}Connection: close\r\n\r\n`);
  let read = 0;
  readsSlowly.socket.on('data', (piece) => {
    if (Math.floor((read + piece.length) / 4e5) > Math.floor(read / 4e5)) {
      readsSlowly.socket.pause();
      setTimeout(() => readsSlowly.socket.resume(), 100);
    }
    read += piece.length;
  });
  const [head = '', body = ''] = (await readsSlowly.response).split('\r\n\r\n');
  expect(head).toContain(`content-length: ${body.length}`);
  await until('both are disconnected', closedWithin, async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    impatient.app.server.getConnections((_error, count) => resolve(count));
    return (await promise) === 0;
  });
  await impatient.close();
});

test('stops the timer once the body is complete', async () => {
  const request = `${post('/api/login', json, 'Content-Length: 2')}{}`;
  const { socket, text } = rawClient(url, request);
  await pause(timeouts.body * 1.5);
  socket.write(request);
  await until('both are answered', closedWithin, () => text().split('HTTP/1.1 400').length === 3);
});
