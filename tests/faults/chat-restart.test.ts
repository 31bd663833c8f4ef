/** A server stops while people write: acknowledged messages are stored once and in order, and clients resend the rest. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { ChatClient, type Colleague, createUser, signInAdmin } from '../harness/chat-client.ts';
import { type Engine, freshPostgres, onBothDatabases } from '../harness/databases.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { waitForQuiet } from './kill-rounds.ts';

const isFull = process.env.FULL === '1';
const killRounds = { sqlite: isFull ? 25 : 3, postgres: isFull ? 25 : 2 };

/** A server behind a proxy, with drivers, that can restart on the same data. */
async function startRestartable(engine: Engine, driverCount: number) {
  const database = engine === 'postgres' ? await freshPostgres() : null;
  const env: Record<string, string> = database
    ? {
        DATABASE_URL: database.url,
        TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
      }
    : {};
  const proxy = await startTcpProxy([]);
  const clients: ChatClient[] = [];
  let server = await startServer({ env });
  onTestFinished(async () => {
    for (const client of clients) client.close();
    await server.kill();
    await proxy.close();
    await database?.drop();
  });
  const route = () => {
    proxy.targets = [Number(new URL(server.url).port)];
  };
  route();
  const admin = await signInAdmin(server.url);
  const drivers: Colleague[] = [];
  for (let n = 1; n <= driverCount; n += 1) {
    drivers.push(await createUser(server.url, admin, `driver${n}`));
  }
  return {
    admin,
    drivers,
    clients,
    connect(person: Colleague, peers: readonly Colleague[]): void {
      const ids = peers.map(({ userId }) => userId);
      clients.push(new ChatClient(`http://127.0.0.1:${proxy.port}`, person, ids));
    },
    allConnected: (timeoutMs: number) =>
      until('all are connected', timeoutMs, () => clients.every((one) => one.socket.connected)),
    async end(how: keyof Pick<RunningServer, 'stop' | 'kill'>): Promise<void> {
      proxy.targets = [];
      await server[how]();
    },
    async start(): Promise<void> {
      server = await startServer({ dataDir: server.dataDir, env });
      route();
    },
    storedMessages: () => storedMessages({ DATA_DIR: server.dataDir, ...env }),
  };
}

type Stored = Awaited<ReturnType<typeof storedMessages>>;

/** The messages in the database while no server runs. */
async function storedMessages(env: Record<string, string>) {
  if (env.DATABASE_URL) await waitForQuiet(env.DATABASE_URL);
  const ctx = await createAppContext(readConfig(env), pino({ level: 'silent' }));
  try {
    return await ctx.db
      .selectFrom('messages')
      .select(['id', 'client_id', 'sender_id', 'receiver_id'])
      .orderBy('id')
      .execute();
  } finally {
    await ctx.close();
  }
}

/** Asserts that every acknowledged message is stored once; returns how many others are stored. */
function checkAcknowledged(stored: Stored, clients: readonly ChatClient[]): number {
  const ids = new Map(stored.map((row) => [row.client_id, row.id]));
  expect(ids.size, 'each once').toBe(stored.length);
  let unacknowledged = 0;
  for (const { clientId, id } of clients.flatMap(({ written }) => written)) {
    if (id !== null) expect(ids.get(clientId)).toBe(id);
    else if (ids.has(clientId)) unacknowledged += 1;
  }
  return unacknowledged;
}

const pairOf = (one: number, other: number) => [one, other].sort((a, b) => a - b).join(' ');

/** Waits until all messages are sent and every client has received its conversations. */
async function settle(clients: readonly ChatClient[]): Promise<void> {
  await until('all is sent', 30_000, () => clients.every(({ unsent }) => unsent === 0));
  const written = clients.flatMap((client) =>
    client.written.map(({ receiverId }) => pairOf(client.person.userId, receiverId)),
  );
  const byPair = Map.groupBy(written, (pair) => pair);
  await until('all has arrived', 30_000, () =>
    clients.every((client) =>
      client.peers.every((peer) => {
        const count = byPair.get(pairOf(client.person.userId, peer))?.length ?? 0;
        return client.with(peer).length === count;
      }),
    ),
  );
}

/** Asserts that every client's conversations match the database, with its own messages in the order written. */
function checkClients(stored: Stored, clients: readonly ChatClient[]): void {
  expect(stored).toHaveLength(clients.flatMap(({ written }) => written).length);
  expect(checkAcknowledged(stored, clients)).toBe(0);
  const byPair = Map.groupBy(stored, (row) => pairOf(row.sender_id, row.receiver_id));
  for (const client of clients) {
    expect(client.wrong).toEqual([]);
    for (const peer of client.peers) {
      const rows = byPair.get(pairOf(client.person.userId, peer)) ?? [];
      expect(client.with(peer).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      const own = client.written.filter(({ receiverId }) => receiverId === peer);
      const clientIds = new Set<string | null>(own.map(({ clientId }) => clientId));
      expect(rows.flatMap((row) => (clientIds.has(row.client_id) ? [row.client_id] : []))).toEqual(
        own.map(({ clientId }) => clientId),
      );
    }
  }
}

onBothDatabases('kill -9 while people write', (engine) => {
  const rounds = killRounds[engine];
  test(`${rounds} rounds: stores and shows each message once, in order (FLT10)`, {
    timeout: rounds * 20_000 + 60_000,
  }, async () => {
    const server = await startRestartable(engine, 3);
    const { admin, drivers, clients } = server;
    server.connect(admin, drivers);
    for (const driver of drivers) server.connect(driver, [admin]);
    let unacknowledged = 0;
    for (let round = 0; round < rounds; round += 1) {
      await server.allConnected(30_000);
      let isOver = false;
      const writing = clients.map(async (client) => {
        for (let n = 0; !isOver; n += 1) {
          const to = client.peers[n % client.peers.length] ?? 0;
          if (client.unsent < 3) client.write(to, `Round ${round}, ${n}`);
          await pause(2);
        }
      });
      await pause(randomInt(50, 400));
      await server.end('kill');
      isOver = true;
      await Promise.all(writing);
      unacknowledged += checkAcknowledged(await server.storedMessages(), clients);
      await server.start();
    }
    await settle(clients);
    await server.end('kill');
    const stored = await server.storedMessages();
    checkClients(stored, clients);
    expect(stored.length).toBeGreaterThan(rounds * 5);
    console.log(`${engine}: ${stored.length} messages, ${unacknowledged} stored unacknowledged`);
  });
});

/** A user may have ten open pages. */
const pagesEach = 8;
const people = isFull ? 63 : 13;
const perSecond = isFull ? 200 : 100;
/** Other tests run in parallel with the short version. */
const reconnectTimeoutMs = isFull ? 10_000 : 30_000;
/** How the server stops, and after how many milliseconds of writing. */
const ends = isFull
  ? ([
      ['stop', 4_000],
      ['kill', 4_000],
    ] as const)
  : ([['stop', 700]] as const);

/** The clients write in turns until the rounds are over. */
async function writeInTurns(clients: readonly ChatClient[], isOver: () => boolean): Promise<void> {
  const from = performance.now();
  for (let sent = 0; !isOver(); ) {
    const due = ((performance.now() - from) / 1000) * perSecond;
    for (; sent < due; sent += 1) {
      const client = clients[sent % clients.length];
      client?.write(client.peers[sent % client.peers.length] ?? 0, String(sent));
    }
    await pause(5);
  }
}

onBothDatabases('a restart while people write', (engine) => {
  test.runIf(isFull || engine === 'sqlite')(
    `${people * pagesEach} pages reconnect (FLT10)`,
    { timeout: 180_000 },
    async () => {
      const server = await startRestartable(engine, people - 1);
      const { admin, drivers, clients } = server;
      // One page of the admin has all conversations open, each other page has one.
      for (let n = 0; n < pagesEach; n += 1) {
        server.connect(admin, n === 0 ? drivers : drivers.slice(n, n + 1));
        for (const driver of drivers) server.connect(driver, [admin]);
      }
      await server.allConnected(30_000);
      let isOver = false;
      const writing = writeInTurns(clients, () => isOver);
      for (const [how, after] of ends) {
        await pause(after);
        const ended = performance.now();
        await server.end(how);
        await server.start();
        const restart = performance.now() - ended;
        const back = await server.allConnected(reconnectTimeoutMs);
        console.log(`${how}: restarted in ${restart | 0} ms, all back ${back | 0} ms later`);
      }
      await pause(500);
      isOver = true;
      await writing;
      await settle(clients);
      await server.end('stop');
      checkClients(await server.storedMessages(), clients);
      const resent = clients.reduce((sum, client) => sum + client.resent, 0);
      console.log(`${engine}: ${resent} messages sent again`);
    },
  );
});
