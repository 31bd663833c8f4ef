import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { defaultTimeouts } from '#server/platform/timeouts.ts';
import { startApp, suiteApp } from '../harness/app.ts';
import { whole } from '../harness/applications.ts';
import { boundary, formBody, partHead, pdfOf } from '../harness/multipart.ts';
import { type RawClient, rawClient } from '../harness/raw-client.ts';
import { until } from '../harness/until.ts';

const timeouts = {
  headers: 600,
  body: 700,
  upload: { idle: 800, start: 600, minRate: 1_000, total: 1_000, totalRate: 20_000 },
  idle: defaultTimeouts.idle,
};
/** Node checks for late headers at intervals of the timeout itself; the rest is for a slow machine. */
const closedWithin = 10_000;

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

const post = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`;
const json = 'application/json';
const multipart = `multipart/form-data; boundary=${boundary}`;
const resume = partHead({ name: 'resume', filename: 'a.pdf' });

const senders: [label: string, start: string, drip: string][] = [
  ['nothing at all', '', ''],
  ['headers, byte by byte', 'GET / HTTP/1.1\r\nHost: x\r\nA: ', 'a'],
  ['headers that stop', 'GET / HTTP/1.1\r\nHost', ''],
  ['JSON, byte by byte', `${post('/api/login', json)}Content-Length: 9999\r\n\r\n`, ' '],
  [
    'JSON in chunks',
    `${post('/api/inquiry', json)}Transfer-Encoding: chunked\r\n\r\n`,
    '1\r\n \r\n',
  ],
  ['JSON that stops', `${post('/api/login', json)}Content-Length: 99\r\n\r\n{"a`, ''],
  [
    'an upload that stops',
    `${post('/api/application', multipart)}Content-Length: 9999\r\n\r\n${resume}%PDF-`,
    '',
  ],
  [
    'an upload, byte by byte',
    `${post('/api/application', multipart)}Content-Length: 9999\r\n\r\n${resume}%PDF-`,
    'x',
  ],
  [
    'an upload just above the minimum rate',
    `${post('/api/application', multipart)}Content-Length: 9999\r\n\r\n${resume}%PDF-`,
    'x'.repeat(200),
  ],
  ['a body after 401', `${post('/api/careers', json)}Content-Length: 9999\r\n\r\n`, ' '],
  ['a body after 404', `${post('/api/nothing', json)}Content-Length: 9999\r\n\r\n`, ' '],
  ['a body after 415', `${post('/api/login', 'text/plain')}Content-Length: 9999\r\n\r\n`, ' '],
  ['a body after 413', `${post('/api/login', json)}Content-Length: 9999999\r\n\r\n`, ' '],
  ['a body of a GET', `GET /api/careers HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n`, ' '],
  [
    'multipart where JSON belongs',
    `${post('/api/login', multipart)}Content-Length: 9999\r\n\r\n`,
    ' ',
  ],
];

test('disconnects each kind of slow sender after its timeout', async () => {
  const from = performance.now();
  const times = await Promise.all(
    senders.map(async ([label, start, drip]) => {
      await slow(start, drip).response;
      return { label, ms: performance.now() - from };
    }),
  );
  // A body declared as too large isn't read at all.
  const others = times.filter(({ label }) => label !== 'a body after 413');
  expect(others.filter(({ ms }) => ms < 400)).toEqual([]);
});

test('responds to an oversized body before it disconnects', async () => {
  for (let n = 0; n < 20; n += 1) {
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'x'.repeat(5_000_000) }),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      code: 'payload_too_large',
      error: 'The request is too large.',
    });
  }
});

async function milliseconds(): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/api/careers`);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return performance.now() - start;
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

test('serves other clients normally during 200 slow requests (FLT13)', async () => {
  const before: number[] = [];
  for (let n = 0; n < 40; n += 1) before.push(await milliseconds());
  const clients = Array.from({ length: 200 }, (_, n) => {
    const [, start = '', drip = ''] = senders[n % senders.length] ?? [];
    return slow(start, drip);
  });
  await pause(200);
  const times: number[] = [];
  while (clients.some((client) => !client.isClosed()) && times.length < 400) {
    times.push(await milliseconds());
    await pause(10);
  }
  expect(clients.filter((client) => !client.isClosed())).toEqual([]);
  // Below every timeout above, so no request waits for a slow sender.
  expect(p95(times)).toBeLessThan(Math.max(500, 3 * p95(before)));
  // fetch keeps its own connection alive.
  await until('no slow connection is left', closedWithin, async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    t.app.server.getConnections((_error, count) => resolve(count));
    return (await promise) <= 2;
  });
});

test('stores a resume of 10 MB from a line of 20 kB/s', async () => {
  // The real limits and the real line, a hundred times faster.
  const faster = 100;
  const { idle, start, minRate, total, totalRate } = defaultTimeouts.upload;
  const patient = await startApp('sqlite', {
    timeouts: {
      headers: defaultTimeouts.headers / faster,
      body: defaultTimeouts.body / faster,
      idle: defaultTimeouts.idle,
      upload: {
        idle: idle / faster,
        start: start / faster,
        minRate: minRate * faster,
        total: total / faster,
        totalRate: totalRate * faster,
      },
    },
  });
  const address = await patient.app.listen({ host: '127.0.0.1', port: 0 });
  const resume = { name: 'resume', value: pdfOf('Anna', 10 * 1024 ** 2), filename: 'Anna.pdf' };
  const { payload, headers } = formBody(whole, resume);
  const head = `${post('/api/application', headers['content-type'])}Connection: close\r\nContent-Length: ${payload.length}\r\n\r\n`;
  const client = rawClient(address, head);
  await once(client.socket, 'connect');
  const perStep = 100_000;
  for (let at = 0; at < payload.length; at += perStep) {
    client.socket.write(payload.subarray(at, at + perStep));
    await pause((perStep / (20_000 * faster)) * 1_000);
  }
  expect(await client.response).toMatch(/^HTTP\/1.1 201/);
  await patient.close();
});

test('disconnects who reads no answer, whatever it is, but nobody who reads slowly', async () => {
  const impatient = await startApp('sqlite', { timeouts: { ...timeouts, idle: 500 } });
  const address = await impatient.app.listen({ host: '127.0.0.1', port: 0 });
  const script = 'GET /api/docs/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n';
  // More than the buffers of both ends take.
  const readsNothing = rawClient(address, `${script}\r\n`.repeat(20));
  readsNothing.socket.pause();
  const readsSlowly = rawClient(address, `${script}Connection: close\r\n\r\n`);
  let read = 0;
  readsSlowly.socket.on('data', (piece) => {
    if (Math.floor((read + piece.length) / 4e5) > Math.floor(read / 4e5)) {
      readsSlowly.socket.pause();
      setTimeout(() => readsSlowly.socket.resume(), 300);
    }
    read += piece.length;
  });
  const open = () =>
    new Promise<number>((resolve) => {
      impatient.app.server.getConnections((_error, count) => resolve(count));
    });
  await until('both are disconnected', closedWithin, async () => (await open()) === 0);
  const [head = '', body = ''] = (await readsSlowly.response).split('\r\n\r\n');
  expect(head).toContain(`content-length: ${body.length}`);
  await impatient.close();
});

test('stops the timer once the body is complete', async () => {
  const { socket, text } = rawClient(url);
  const request = `${post('/api/login', json)}Content-Length: 2\r\n\r\n`;
  socket.write(request);
  await pause(timeouts.body / 2);
  socket.write('{}');
  await pause(timeouts.body * 1.5);
  socket.write(`${request}{}`);
  await until('both are answered', closedWithin, () => text().split('HTTP/1.1 400').length === 3);
});

test('uses the documented limits by default', () => {
  expect(defaultTimeouts).toEqual({
    headers: 10_000,
    body: 30_000,
    upload: { idle: 120_000, start: 30_000, minRate: 1_000, total: 120_000, totalRate: 5_000 },
    idle: 60_000,
  });
});
