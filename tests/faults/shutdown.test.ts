import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createAppContext } from '#server/create-app-context.ts';
import { readConfig } from '#server/settings/config.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { boundary, partHead } from '#tests/harness/multipart.ts';
import { rawClient } from '#tests/harness/raw-client.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { until } from '#tests/harness/until.ts';
import { expectFiles, Journal, rowsIn } from './journal.ts';

let server: RunningServer;
afterEach(() => server.kill());

const line = (bytes = '') => rawClient(server.url, bytes);

/** Stops the server; in the full run, where nothing else runs, within so many milliseconds. */
async function stops(within: number): Promise<void> {
  const start = performance.now();
  expect(await server.stop()).toBe(0);
  if (isFull) expect(performance.now() - start).toBeLessThan(within);
}

const get = 'GET /api/careers HTTP/1.1\r\nHost: x\r\n\r\n';
const slowJson =
  'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"username":"admin",';
const slowUpload = `POST /api/application HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 99999\r\n\r\n${partHead({ name: 'resume', filename: 'a.pdf' })}%PDF-1.4`;

const temporary = () => readdirSync(join(server.dataDir, 'tmp'));

test.runIf(isFull)(
  'exits despite idle connections, half requests and more signals, and keeps what was acknowledged',
  async () => {
    server = await startServer({ cheapPasswords: true });
    const journal = await Journal.open(server.url);
    const idle = line(get);
    const lines = [idle, line(), line('GET / HTTP/1.1\r\nHos'), line(slowJson), line(slowUpload)];
    await until('an idle connection', 60_000, () => idle.text().includes('HTTP/1.1 200'));
    await until('a half upload', 60_000, () => temporary().length === 1);
    const working = journal.workUntilKilled((status) => [0, 503].includes(status));
    await until('some of each is acknowledged', 60_000, () =>
      journal.acknowledged().every((count) => count > 0),
    );
    const stopped = stops(12_000);
    for (const signal of ['SIGINT', 'SIGTERM']) process.kill(server.pid, signal);
    await stopped;
    await working;
    await until('all are closed', 60_000, () => lines.every((entry) => entry.isClosed()));
    // A cleanly closed database leaves no WAL file.
    expect(readdirSync(server.dataDir).filter((name) => name.endsWith('-wal'))).toEqual([]);
    const config = readConfig({ DATA_DIR: server.dataDir });
    const ctx = await createAppContext(config, pino({ level: 'silent' }));
    expect(temporary()).toEqual([]);
    await journal.expectStored(rowsIn(ctx));
    await expectFiles(ctx).finally(ctx.close);
  },
);

test('finishes requests in flight, closes their connections and accepts no new ones (FLT11)', async () => {
  // Real hashes would take longer than a busy machine's timeout.
  server = await startServer({ cheapPasswords: true });
  const body = JSON.stringify({ username: 'admin', password: 'wrong' });
  const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const lines = Array.from({ length: 20 }, () => line(head));
  // So that the server has read each request's headers.
  await until('all heads are read', 60_000, () =>
    lines.every((entry) => entry.text().startsWith('HTTP/1.1 100')),
  );
  // Before unfinished requests are cut off, after 10 s.
  const ended = stops(9_500);
  const outcome = () =>
    new Promise<string>((resolve) => {
      const { socket } = line();
      socket.once('connect', () => {
        socket.destroy();
        resolve('connected');
      });
      socket.once('error', (error) => resolve((error as { code?: string }).code ?? ''));
    });
  await expect.poll(outcome, { timeout: 60_000 }).toBe('ECONNREFUSED');
  for (const entry of lines) entry.socket.write(body);
  await ended;
  for (const { response } of lines) {
    expect(await response).toMatch(/HTTP\/1\.1 401 [\s\S]+Invalid credentials/);
  }
});
