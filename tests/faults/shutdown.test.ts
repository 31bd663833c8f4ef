import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { boundary, partHead } from '../harness/multipart.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { expectAll, filesIn, post, writeAll } from './shop.ts';

let server: RunningServer;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await server.kill();
});

interface Line {
  socket: Socket;
  text: () => string;
  isClosed: () => boolean;
}

/** A connection that sends these bytes and keeps what comes back. */
function line(bytes = ''): Line {
  let text = '';
  let closed = false;
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  sockets.add(socket);
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
  });
  return { socket, text: () => text, isClosed: () => closed };
}

async function until(holds: () => boolean, within = 3_000): Promise<boolean> {
  const end = Date.now() + within;
  while (!holds() && Date.now() < end) await pause(10);
  return holds();
}

async function stopsIn(): Promise<number> {
  const start = performance.now();
  expect(await server.stop()).toBe(0);
  return performance.now() - start;
}

const get = 'GET /api/careers HTTP/1.1\r\nHost: x\r\n\r\n';
const slowJson =
  'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"username":"admin",';

test('exits at once when idle', async () => {
  server = await startServer();
  expect(await stopsIn()).toBeLessThan(1_500);
});

test('exits within 5 s despite idle connections and half a request', async () => {
  server = await startServer();
  const written = await writeAll(server);
  const idle = line(get);
  const silent = line();
  const halfHead = line('GET /api/careers HTTP/1.1\r\nHos');
  const halfBody = line(slowJson);
  const resume = partHead({ name: 'resume', filename: 'a.pdf' });
  const halfUpload = line(
    `POST /api/application HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 99999\r\n\r\n${resume}%PDF-1.4`,
  );
  await until(() => idle.text().includes('HTTP/1.1 200'));
  await until(() => filesIn(server, 'tmp').length === 1);
  expect(await stopsIn()).toBeLessThan(5_000);
  const lines = [idle, silent, halfHead, halfBody, halfUpload];
  await until(() => lines.every((entry) => entry.isClosed()));
  expect(lines.map((entry) => entry.isClosed())).toEqual(lines.map(() => true));
  expect(server.output()).not.toMatch(/did not close in order/);

  server = await startServer({ dataDir: server.dataDir });
  expect(filesIn(server, 'tmp')).toEqual([]);
  await expectAll(server, written);
});

test('answers requests in flight, closes their connections and takes no new ones (FLT11)', async () => {
  server = await startServer();
  const { port, hostname } = new URL(server.url);
  const body = JSON.stringify({ username: 'admin', password: 'wrong' });
  const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const lines = Array.from({ length: 20 }, () => line(head));
  // So the server has read the head of each.
  await until(() => lines.every((entry) => entry.text().startsWith('HTTP/1.1 100')));
  const ended = stopsIn();
  await pause(200);
  const refused = connect(Number(port), hostname);
  sockets.add(refused);
  const outcome = await new Promise<string>((resolve) => {
    refused.once('connect', () => resolve('connected'));
    refused.once('error', (error) => resolve((error as { code?: string }).code ?? ''));
  });
  expect(outcome).toBe('ECONNREFUSED');
  for (const entry of lines) entry.socket.write(body);
  // Long before what does not end is cut.
  expect(await ended).toBeLessThan(3_500);
  await until(() => lines.every((entry) => entry.isClosed()));
  for (const entry of lines) {
    expect(entry.text()).toMatch(/HTTP\/1\.1 401 [\s\S]+Invalid credentials/);
    expect(entry.isClosed()).toBe(true);
  }
});

test('ignores a second signal and keeps the write before it', async () => {
  server = await startServer();
  const written = await writeAll(server);
  process.kill(server.pid, 'SIGTERM');
  process.kill(server.pid, 'SIGINT');
  process.kill(server.pid, 'SIGTERM');
  expect(await stopsIn()).toBeLessThan(5_000);
  server = await startServer({ dataDir: server.dataDir });
  await expectAll(server, written);
  await post(server, '/api/login', { username: 'admin', password: 'long haul 4 tests' });
});
