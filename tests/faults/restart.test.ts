import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startSmtp } from '../harness/smtp.ts';
import { until } from '../harness/until.ts';
import { expectAll, filesIn, writeAll } from './shop.ts';

const running: RunningServer[] = [];
async function start(options: Parameters<typeof startServer>[0] = {}): Promise<RunningServer> {
  const server = await startServer({ cheapPasswords: true, ...options });
  running.push(server);
  return server;
}
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
});

test('keeps all data and the token after SIGTERM', async () => {
  const first = await start();
  const written = await writeAll(first);
  // A mail has a temporary name until it is complete.
  const mailed = () => filesIn(first, 'mail').filter((name) => name.endsWith('.eml'));
  await until('both mails are written', 30_000, () => mailed().length === 2);
  const mails = mailed();
  expect(await first.stop()).toBe(0);
  // A cleanly closed database leaves no WAL file.
  expect(filesIn(first, '.').filter((name) => name.endsWith('-wal'))).toEqual([]);

  const second = await start({ dataDir: first.dataDir });
  await expectAll(second, written);
  expect(filesIn(second, 'mail')).toEqual(mails);
  expect(filesIn(second, 'tmp')).toEqual([]);
  expect(second.output(), 'no second first admin').not.toMatch(/Sign in as|first passwords/);
  expect(await second.stop()).toBe(0);
});

test('keeps all data after kill -9, round after round (FLT1)', async () => {
  let server = await start();
  const rounds = process.env.FULL === '1' ? 20 : 2;
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(await writeAll(server));
    await server.kill();
    server = await start({ dataDir: server.dataDir });
    for (const written of all) await expectAll(server, written);
  }
  expect(filesIn(server, 'files').filter((name) => name.endsWith('.pdf'))).toHaveLength(rounds);
});

test('sends queued mail once, however often the server restarts', async () => {
  const smtp = await startSmtp();
  const env = { SMTP_URL: smtp.url };
  let server = await start({ env });
  await writeAll(server);
  await until('both mails have come', 30_000, () => smtp.received.length === 2);
  for (const end of ['stop', 'kill'] as const) {
    await server[end]();
    server = await start({ env, dataDir: server.dataDir });
    await pause(300);
  }
  expect(smtp.received).toHaveLength(2);
  expect(new Set(smtp.messageIds()).size).toBe(2);
  await server.stop();
  await smtp.die();
});

test('sends undelivered mail after the restart', async () => {
  const down = `smtp://127.0.0.1:${await freePort()}`;
  const first = await start({ env: { SMTP_URL: down } });
  const written = await writeAll(first);
  await first.kill();
  // The next retry is due after 30 s.
  const database = new DatabaseSync(join(first.dataDir, 'headrack.sqlite'));
  database.exec("update outbox set next_try_at = '2000-01-01T00:00:00.000Z', claimed_until = null");
  database.close();
  const smtp = await startSmtp();
  const second = await start({ env: { SMTP_URL: smtp.url }, dataDir: first.dataDir });
  await until('both mails have come', 30_000, () => smtp.received.length === 2);
  expect(
    smtp.received.filter(({ email }) => email.subject?.includes(written.reference)),
  ).toHaveLength(2);
  await second.stop();
  await smtp.die();
});
