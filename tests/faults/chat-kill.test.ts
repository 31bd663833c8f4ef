/** kill -9 while people write: what was acknowledged is there once, in order; what was not is sent again by itself. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { admitAdmin, ChatClient, type Colleague, createUser } from '../harness/chat-client.ts';
import { freshPostgres, onBothDatabases } from '../harness/databases.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { waitForQuiet } from './kill-rounds.ts';

const isFull = process.env.FULL === '1';
const rounds = { sqlite: isFull ? 25 : 3, postgres: isFull ? 25 : 2 };
const drivers = 3;

interface Stored {
  id: number;
  client_id: string | null;
  sender_id: number;
  receiver_id: number;
}

/** The messages as the disk has them while nobody serves. */
async function storedMessages(env: Record<string, string>): Promise<Stored[]> {
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

/** How many were stored although nobody was told; throws where an answer and the disk differ. */
function checkAnswers(stored: readonly Stored[], people: readonly ChatClient[]): number {
  const ids = new Map(stored.map((row) => [row.client_id, row.id]));
  expect(ids.size, 'each once').toBe(stored.length);
  let untold = 0;
  for (const one of people) {
    for (const { clientId, id } of one.written) {
      if (id !== null) expect(ids.get(clientId)).toBe(id);
      else if (ids.has(clientId)) untold += 1;
    }
  }
  return untold;
}

/** Every page shows what the disk has, in the order in which each of its senders wrote. */
function checkPages(stored: readonly Stored[], people: readonly ChatClient[]): void {
  const between = (one: number, other: number) => (row: Stored) =>
    (row.sender_id === one && row.receiver_id === other) ||
    (row.sender_id === other && row.receiver_id === one);
  for (const one of people) {
    const { userId } = one.person;
    expect(one.wrong).toEqual([]);
    for (const other of people) {
      if (other === one) continue;
      const rows = stored.filter(between(userId, other.person.userId));
      expect(one.with(other.person.userId).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      const own = rows.filter((row) => row.sender_id === userId).map((row) => row.client_id);
      const wanted = one.written.filter(({ receiverId }) => receiverId === other.person.userId);
      expect(own).toEqual(wanted.map(({ clientId }) => clientId));
    }
  }
}

onBothDatabases('kill -9 while people write', (engine) => {
  const count = rounds[engine];
  test(`${count} rounds: stores and shows each message once, in order (FLT10)`, {
    timeout: count * 20_000 + 60_000,
  }, async () => {
    const database = engine === 'postgres' ? await freshPostgres() : null;
    const own = database && {
      DATABASE_URL: database.url,
      TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
    };
    const proxy = await startTcpProxy([]);
    let server: RunningServer | undefined;
    const people: ChatClient[] = [];
    const end = async () => {
      for (const one of people) one.close();
      await server?.kill();
    };
    onTestFinished(async () => {
      await end();
      await proxy.close();
      await database?.drop();
    });
    const start = async () => {
      const dataDir = server?.dataDir;
      server = await startServer({ ...(dataDir && { dataDir }), env: own ?? {} });
      proxy.targets = [Number(new URL(server.url).port)];
      return server;
    };

    const first = await start();
    const admin = await admitAdmin(first.url);
    const hired: Colleague[] = [];
    for (let i = 0; i < drivers; i += 1)
      hired.push(await createUser(first.url, admin, `driver${i}`));
    const url = `http://127.0.0.1:${proxy.port}`;
    const office = new ChatClient(
      url,
      admin,
      hired.map(({ userId }) => userId),
    );
    people.push(office, ...hired.map((one) => new ChatClient(url, one, [admin.userId])));

    let untold = 0;
    for (let round = 0; round < count; round += 1) {
      await until('all are back', 30_000, () => people.every(({ socket }) => socket.connected));
      let isOver = false;
      const writing = people.map(async (one) => {
        for (let n = 0; !isOver; n += 1) {
          const to = one === office ? (hired[n % drivers] ?? admin) : admin;
          if (one.unsent < 3) one.write(to.userId, `Round ${round}, ${n}`);
          await pause(2);
        }
      });
      await pause(randomInt(50, 400));
      proxy.targets = [];
      await server?.kill();
      isOver = true;
      await Promise.all(writing);
      const stored = await storedMessages({ DATA_DIR: first.dataDir, ...own });
      untold += checkAnswers(stored, people);
      await start();
    }

    await until('all is sent', 30_000, () => people.every(({ unsent }) => unsent === 0));
    const written = people.flatMap((one) => one.written).length;
    await until('all has come', 30_000, () => office.seen.size === written);
    await until('to all', 30_000, () =>
      hired.every(({ userId }, i) => people[i + 1]?.seen.size === office.with(userId).length),
    );
    await end();
    const stored = await storedMessages({ DATA_DIR: first.dataDir, ...own });
    expect(stored.length).toBe(written);
    expect(checkAnswers(stored, people)).toBe(0);
    checkPages(stored, people);
    expect(written).toBeGreaterThan(count * 5);
    console.log(`${engine}: ${written} messages, ${untold} stored but not acknowledged at a kill`);
  });
});
