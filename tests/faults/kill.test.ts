/** kill -9 while people apply, upload, sign in and chat: what was acknowledged is there once, the rest can be repeated. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAppContext } from '#server/create-app-context.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { readConfig } from '#server/settings/config.ts';
import { type Colleague, createUser, signInAdmin } from '#tests/harness/chat-client.ts';
import {
  type Engine,
  freshPostgres,
  onBothDatabases,
  onBothWhenFull,
} from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { seededRandom } from '#tests/harness/seeded-random.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { startTcpProxy } from '#tests/harness/tcp-proxy.ts';
import { until } from '#tests/harness/until.ts';
import {
  allConnected,
  expectAcknowledged,
  expectConversations,
  haveCome,
  openChat,
  startWriting,
} from './conversations.ts';
import { expectFiles, Journal, rowsIn } from './journal.ts';
import { waitForQuiet } from './quiet-database.ts';

const rounds = isFull ? 50 : 1;
const TOKEN_SECRET = 'a secret for tests alone, long enough to be taken';

/** A server behind a proxy, so that its address stays the same when it starts again. */
async function startRestartable(engine: Engine) {
  const database = engine === 'postgres' ? await freshPostgres('newest') : null;
  const env = { TOKEN_SECRET, ...(database && { DATABASE_URL: database.url }) };
  const proxy = await startTcpProxy([]);
  let server: RunningServer | null = null;
  onTestFinished(async () => {
    await server?.kill();
    await proxy.close();
    await database?.drop();
  });
  const start = async () => {
    const { dataDir } = server ?? {};
    server = await startServer({ env, cheapPasswords: true, ...(dataDir && { dataDir }) });
    proxy.targets = [Number(new URL(server.url).port)];
  };
  await start();
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    start,
    async end(how: 'stop' | 'kill'): Promise<void> {
      proxy.targets = [];
      await server?.[how]();
      if (database) await waitForQuiet(database.url);
    },
    /** While no server runs. */
    async look<T>(work: (ctx: AppContext) => Promise<T>): Promise<T> {
      const config = readConfig({ ...env, DATA_DIR: server?.dataDir ?? '' });
      const ctx = await createAppContext(config, pino({ level: 'silent' }));
      expect(await readdir(join(config.dataDir, 'tmp'))).toEqual([]);
      return work(ctx).finally(ctx.close);
    },
  };
}

onBothWhenFull('kill -9 during writes', (engine) => {
  test('loses and repeats nothing acknowledged, and leaves no file without its row (FLT1, FLT9, FLT10, SEC34)', {
    timeout: 180_000 + rounds * 60_000,
  }, async () => {
    const server = await startRestartable(engine);
    const random = seededRandom();
    const journal = await Journal.open(server.url);
    const chat = openChat(server.url, journal.admin, journal.drivers);
    for (let round = 1; round <= rounds; round += 1) {
      await allConnected(chat);
      const stopWriting = startWriting(chat, 2);
      const working = journal.workUntilKilled();
      await until('some of each is acknowledged', 120_000, () =>
        [...journal.acknowledged(), ...chat.map(({ seen }) => seen.size)].every(
          (count) => count >= round,
        ),
      );
      await pause(random(300));
      await server.end('kill');
      stopWriting();
      await working;
      await server.look(async (ctx) => {
        await journal.expectStored(rowsIn(ctx));
        await expectFiles(ctx);
        await expectAcknowledged(rowsIn(ctx), chat);
      });
      await server.start();
      await journal.resume();
    }
    await haveCome(chat);
    await server.end('kill');
    await server.look(async (ctx) => {
      await journal.expectStored(rowsIn(ctx));
      await expectFiles(ctx);
      await expectConversations(rowsIn(ctx), chat);
    });
  });
});

const people = 62;
/** A user may have ten open pages. */
const pagesEach = 8;

describe.runIf(isFull)('500 pages', () => {
  onBothDatabases('while people write', (engine) => {
    test.each(['stop', 'kill'] as const)('reconnect within 10 s of a %s (FLT10)', async (how) => {
      const server = await startRestartable(engine);
      const admin = await signInAdmin(server.url);
      const drivers: Colleague[] = [];
      for (let n = 0; n < people; n += 1) {
        drivers.push(await createUser(server.url, admin, `person${n}`));
      }
      const chat = Array.from({ length: pagesEach }, () =>
        openChat(server.url, admin, drivers),
      ).flat();
      await allConnected(chat);
      const stopWriting = startWriting(chat, 2);
      await pause(4_000);
      await server.end(how);
      await server.start();
      console.log(`${how}: all back after ${(await allConnected(chat, 10_000)) | 0} ms`);
      await pause(500);
      stopWriting();
      await haveCome(chat);
      await server.end('stop');
      await server.look((ctx) => expectConversations(rowsIn(ctx), chat));
    });
  });
});
