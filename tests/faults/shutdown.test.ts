import { afterEach, expect, test } from 'vitest';
import { boundary, partHead } from '../harness/multipart.ts';
import { rawClient } from '../harness/raw-client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { expectAll, filesIn, post, writeAll } from './shop.ts';

let server: RunningServer;
afterEach(() => server.kill());

const line = (bytes = '') => rawClient(server.url, bytes);

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
  await until('an idle connection', 3_000, () => idle.text().includes('HTTP/1.1 200'));
  await until('half an upload', 3_000, () => filesIn(server, 'tmp').length === 1);
  expect(await stopsIn()).toBeLessThan(5_000);
  const lines = [idle, silent, halfHead, halfBody, halfUpload];
  await until('all are closed', 3_000, () => lines.every((entry) => entry.isClosed()));
  expect(server.output()).not.toMatch(/did not close in order/);

  server = await startServer({ dataDir: server.dataDir });
  expect(filesIn(server, 'tmp')).toEqual([]);
  await expectAll(server, written);
});

test('finishes requests in flight, closes their connections and accepts no new ones (FLT11)', async () => {
  // Real hashes would take longer than a busy machine's timeout.
  server = await startServer({ cheapPasswords: true });
  const body = JSON.stringify({ username: 'admin', password: 'wrong' });
  const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const lines = Array.from({ length: 20 }, () => line(head));
  // So that the server has read each request's headers.
  await until('all heads are read', 3_000, () =>
    lines.every((entry) => entry.text().startsWith('HTTP/1.1 100')),
  );
  const ended = stopsIn();
  const outcome = () =>
    new Promise<string>((resolve) => {
      const { socket } = line();
      socket.once('connect', () => {
        socket.destroy();
        resolve('connected');
      });
      socket.once('error', (error) => resolve((error as { code?: string }).code ?? ''));
    });
  // A busy machine takes a moment to deliver the signal.
  await expect.poll(outcome, { timeout: 2_000 }).toBe('ECONNREFUSED');
  for (const entry of lines) entry.socket.write(body);
  // Long before unfinished requests are cut off.
  expect(await ended).toBeLessThan(3_500);
  for (const { response } of lines) {
    expect(await response).toMatch(/HTTP\/1\.1 401 [\s\S]+Invalid credentials/);
  }
});

test('ignores a second signal and keeps a previous write', async () => {
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
