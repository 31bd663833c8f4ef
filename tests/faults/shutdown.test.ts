import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createAppContext } from '#server/create-app-context.ts';
import { readConfig } from '#server/settings/config.ts';
import { boundary, partHead } from '../harness/multipart.ts';
import { rawClient } from '../harness/raw-client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Company } from './kill-work.ts';

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
const slowUpload = `POST /api/application HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 99999\r\n\r\n${partHead({ name: 'resume', filename: 'a.pdf' })}%PDF-1.4`;

const temporary = () => readdirSync(join(server.dataDir, 'tmp'));

test('exits at once when idle', async () => {
  server = await startServer();
  expect(await stopsIn()).toBeLessThan(1_500);
});

test('exits within 5 s despite idle connections, half requests and more signals, and keeps what was acknowledged', async () => {
  server = await startServer({ cheapPasswords: true });
  const company = await Company.open(server.url);
  const idle = line(get);
  const lines = [idle, line(), line('GET / HTTP/1.1\r\nHos'), line(slowJson), line(slowUpload)];
  await until('an idle connection', 10_000, () => idle.text().includes('HTTP/1.1 200'));
  await until('a half upload', 10_000, () => temporary().length === 1);
  const working = company.workUntilKilled();
  await until('some of each is acknowledged', 60_000, () =>
    company.acknowledged().every((count) => count > 0),
  );
  const stopped = stopsIn();
  for (const signal of ['SIGINT', 'SIGTERM']) process.kill(server.pid, signal);
  expect(await stopped).toBeLessThan(5_000);
  await working;
  await until('all are closed', 3_000, () => lines.every((entry) => entry.isClosed()));
  // A cleanly closed database leaves no WAL file.
  expect(readdirSync(server.dataDir).filter((name) => name.endsWith('-wal'))).toEqual([]);
  const config = readConfig({ DATA_DIR: server.dataDir });
  const ctx = await createAppContext(config, pino({ level: 'silent' }));
  expect(temporary()).toEqual([]);
  await company.expectStored(ctx).finally(ctx.close);
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
