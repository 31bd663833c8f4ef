/** kill -9 while people apply, upload, sign in and chat: what was acknowledged is there once, the rest can be repeated. */
import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAppContext } from '#server/create-app-context.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { readConfig } from '#server/settings/config.ts';
import { ChatClient, type Colleague, createUser } from '../harness/chat-client.ts';
import { type Engine, freshPostgres, onBothDatabases } from '../harness/databases.ts';
import { isFull } from '../harness/is-full.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { Company } from './kill-work.ts';
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

function openChat(url: string, { admin, drivers }: Pick<Company, 'admin' | 'drivers'>) {
  const ids = drivers.map(({ userId }) => userId);
  const clients = [
    new ChatClient(url, admin, ids),
    ...drivers.map((driver) => new ChatClient(url, driver, [admin.userId])),
  ];
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  return clients;
}

const allConnected = (clients: readonly ChatClient[], within = 30_000) =>
  until('all are connected', within, () => clients.every(({ socket }) => socket.connected));

/** Each writes to its peers in turn, while the server acknowledges. */
async function write(clients: readonly ChatClient[], isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    for (const client of clients) {
      const to = client.peers[n % client.peers.length] ?? 0;
      if (client.unsent < 3) client.write(to, `Message ${n}`);
    }
    await pause(2);
  }
}

const messagesIn = ({ db }: AppContext) =>
  db
    .selectFrom('messages')
    .select(['id', 'client_id', 'sender_id', 'receiver_id'])
    .orderBy('id')
    .execute();
type Stored = Awaited<ReturnType<typeof messagesIn>>;

function expectAcknowledged(stored: Stored, clients: readonly ChatClient[]): void {
  const ids = new Map(stored.map((row) => [row.client_id, row.id]));
  expect(ids.size, 'each once').toBe(stored.length);
  for (const { clientId, id } of clients.flatMap(({ written }) => written)) {
    if (id !== null) expect(ids.get(clientId)).toBe(id);
  }
}

/** Every message is stored once and in the order written, and every page shows what is stored. */
function expectConversations(stored: Stored, clients: readonly ChatClient[]): void {
  expect(stored).toHaveLength(clients.flatMap(({ written }) => written).length);
  for (const client of clients) {
    expect(client.wrong).toEqual([]);
    const { userId } = client.person;
    for (const peer of client.peers) {
      const both = [userId, peer];
      const rows = stored.filter(
        (row) => both.includes(row.sender_id) && both.includes(row.receiver_id),
      );
      expect(client.with(peer).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      const own = client.written.filter(({ receiverId }) => receiverId === peer);
      const clientIds = new Set<string | null>(own.map(({ clientId }) => clientId));
      expect(rows.map((row) => row.client_id).filter((id) => clientIds.has(id))).toEqual(
        own.map(({ clientId }) => clientId),
      );
    }
  }
}

async function settle(clients: readonly ChatClient[], total: () => number): Promise<void> {
  await until('all is sent', 60_000, () => clients.every(({ unsent }) => unsent === 0));
  await until('all has come', 60_000, () => (clients[0]?.seen.size ?? 0) === total());
  await Promise.all(clients.map((client) => client.catchUp()));
}

const writtenBy = (clients: readonly ChatClient[]) =>
  clients.reduce((sum, { written }) => sum + written.length, 0);

onBothDatabases('kill -9 during writes', (engine) => {
  test('loses and repeats nothing acknowledged, and leaves no file without its row (FLT1, FLT9, FLT10, SEC34)', {
    timeout: 60_000 + rounds * 60_000,
  }, async () => {
    const server = await startRestartable(engine);
    const company = await Company.open(server.url);
    const chat = openChat(server.url, company);
    for (let round = 1; round <= rounds; round += 1) {
      await allConnected(chat);
      let isOver = false;
      const writing = write(chat, () => isOver);
      const working = company.workUntilKilled();
      await until('some of each is acknowledged', 60_000, () =>
        [...company.acknowledged(), ...chat.map(({ seen }) => seen.size)].every(
          (count) => count >= round,
        ),
      );
      await pause(randomInt(300));
      await server.end('kill');
      isOver = true;
      await Promise.all([writing, working]);
      await server.look(async (ctx) => {
        await company.expectStored(ctx);
        expectAcknowledged(await messagesIn(ctx), chat);
      });
      await server.start();
      await company.resume();
    }
    await settle(chat, () => writtenBy(chat));
    await server.end('kill');
    await server.look(async (ctx) => {
      await company.expectStored(ctx);
      expectConversations(await messagesIn(ctx), chat);
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
      const { admin } = await Company.open(server.url);
      const drivers: Colleague[] = [];
      for (let n = 0; n < people; n += 1) {
        drivers.push(await createUser(server.url, admin, `person${n}`));
      }
      const chat = Array.from({ length: pagesEach }, () =>
        openChat(server.url, { admin, drivers }),
      ).flat();
      await allConnected(chat);
      let isOver = false;
      const writing = write(chat, () => isOver);
      await pause(4_000);
      await server.end(how);
      await server.start();
      console.log(`${how}: all back after ${(await allConnected(chat, 10_000)) | 0} ms`);
      await pause(500);
      isOver = true;
      await writing;
      await settle(chat, () => writtenBy(chat));
      await server.end('stop');
      expectConversations(await server.look(messagesIn), chat);
    });
  });
});
