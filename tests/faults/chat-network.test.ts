/** Two open pages talk over a line that breaks, delays and keeps back: at the end both show what the database has. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { admitAdmin, ChatClient, type Colleague, createUser } from '../harness/chat-client.ts';
import { type ChatPage, openChatPage } from '../harness/chat-page.ts';
import { freshPostgres, onBothDatabases } from '../harness/databases.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';

const isFull = process.env.FULL === '1';
/** Of each of the two people. */
const messages = isFull ? 500 : 100;
const cuts = isFull ? 75 : 15;
const day = 86_400_000;

vi.setConfig({ testTimeout: 120_000 });

let onSqlite: RunningServer;
let drivers = 0;
beforeAll(async () => {
  onSqlite = await startServer();
});
afterAll(() => onSqlite?.kill());

const closings: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closings.splice(0).reverse()) await close();
});

interface World {
  server: RunningServer;
  people: [Colleague, Colleague];
  lines: [TcpProxy, TcpProxy];
  pages: [ChatPage, ChatPage];
}

/** An admin and a driver with a page each, and a line of their own for each page. */
async function openWorld(server: RunningServer): Promise<World> {
  const admin = await admitAdmin(server.url);
  drivers += 1;
  const people: World['people'] = [admin, await createUser(server.url, admin, `driver${drivers}`)];
  const open = async (person: Colleague, other: Colleague) => {
    const line = await startTcpProxy([Number(new URL(server.url).port)]);
    closings.push(line.close);
    const page = await openChatPage(`http://127.0.0.1:${line.port}`, person, other.userId);
    closings.push(page.close);
    return [line, page] as const;
  };
  const [one, other] = [await open(...people), await open(people[1], people[0])];
  return { server, people, lines: [one[0], other[0]], pages: [one[1], other[1]] };
}

/** What the database has, read over a line that holds. */
async function stored({ server, people }: World): Promise<Message[]> {
  const reader = new ChatClient(server.url, people[0]);
  closings.push(() => reader.close());
  return await reader.get(`/api/messages/${people[1].userId}`);
}

const shown = (page: ChatPage, partner: Colleague) => page.engine.view(partner.userId).messages;

/** Both screens settle and show the rows, once, in their order, each sender's as they were written. */
async function expectSame(world: World, count: number): Promise<void> {
  const [one, other] = world.people;
  const views = () => [shown(world.pages[0], other), shown(world.pages[1], one)];
  await until('both pages have everything', 60_000, () =>
    views().every((list) => list.length === count && list.every(({ state }) => state === 'sent')),
  );
  const rows = await stored(world);
  expect(rows.length).toBe(count);
  for (const list of views()) {
    expect(list.map(({ id, content, timestamp }) => ({ id, content, timestamp }))).toEqual(
      rows.map(({ id, content, timestamp }) => ({ id, content, timestamp })),
    );
  }
  expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(count);
  for (const { userId } of world.people) {
    const numbers = rows.filter((row) => row.senderId === userId).map((row) => Number(row.content));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
}

/** Breaks a line again and again as soon as it is there, and slows it down and holds it back meanwhile. */
async function torment(line: TcpProxy, page: ChatPage): Promise<void> {
  for (let n = 0; n < cuts; n += 1) {
    await until('the line is back', 15_000, () => page.line.state === 'connected');
    line.delay = randomInt(3) === 0 ? randomInt(80) : 0;
    await pause(randomInt(150));
    // What is kept back is stored and not answered, or has never arrived.
    line.isHeld = randomInt(2) === 0;
    if (line.isHeld) await pause(randomInt(60));
    line.cut();
    line.isHeld = false;
    await until('it is noticed', 15_000, () => page.line.state !== 'connected');
  }
  line.delay = 0;
}

async function startOnPostgres(): Promise<RunningServer> {
  const database = await freshPostgres();
  closings.push(database.drop);
  const secret = 'a secret for tests alone, long enough to be taken';
  const server = await startServer({ env: { DATABASE_URL: database.url, TOKEN_SECRET: secret } });
  closings.push(server.kill);
  return server;
}

onBothDatabases('a bad network (FLT21)', (engine) => {
  // The engine of the page is the same on both, and its line is: once is enough in a usual run.
  test.runIf(isFull || engine === 'sqlite')(
    `${messages * 2} messages and ${cuts * 2} cuts: both pages match the database`,
    { timeout: 300_000 },
    async () => {
      const world = await openWorld(engine === 'sqlite' ? onSqlite : await startOnPostgres());
      const writing = world.pages.map(async (page, index) => {
        const partner = world.people[1 - index];
        for (let n = 0; n < messages; n += 1) {
          page.engine.send(partner?.userId ?? 0, String(n));
          await pause(randomInt(140));
        }
      });
      const breaking = world.pages.map((page, index) =>
        torment(world.lines[index === 0 ? 0 : 1], page),
      );
      await Promise.all([...writing, ...breaking]);
      await expectSame(world, messages * 2);
      // The line of the last cut may come back after everything is there.
      for (const page of world.pages) expect(page.connects()).toBeGreaterThanOrEqual(cuts);
    },
  );
});

test.each([
  ['ahead', day],
  ['behind', -day],
])('keeps the order when a clock is a day %s', async (_label, ms) => {
  const world = await openWorld(onSqlite);
  const [one, other] = world.people;
  world.pages[0].engine.send(other.userId, '0');
  await until('sent', 5_000, () => shown(world.pages[1], one).length === 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  world.pages[1].engine.send(one.userId, '0');
  await until('sent', 5_000, () => shown(world.pages[0], other).length === 2);
  world.lines[0].cut();
  world.pages[0].engine.send(other.userId, '1');
  world.pages[1].engine.send(one.userId, '1');
  world.pages[1].engine.send(one.userId, '2');
  await expectSame(world, 5);
  vi.useRealTimers();
  for (const { timestamp } of await stored(world)) {
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000);
  }
});

test('catches up after 7 hours of sleep and sends what is written then', async () => {
  const world = await openWorld(onSqlite);
  const [awake, asleep] = world.pages;
  const [one, other] = world.people;
  world.lines[1].orphan();
  for (let n = 0; n < 40; n += 1) awake.engine.send(other.userId, String(n));
  await until('sent', 10_000, () =>
    shown(awake, other).every(({ state, id }) => state === 'sent' && id !== null),
  );
  expect(asleep.line.state, 'nobody has told it').toBe('connected');
  expect(shown(asleep, one)).toEqual([]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 3_600_000 });
  asleep.engine.send(one.userId, '0');
  await expectSame(world, 41);
});

test.runIf(isFull)(
  'notices a silently dead connection within 35 s, also for readers',
  { timeout: 90_000 },
  async () => {
    const world = await openWorld(onSqlite);
    world.lines[1].orphan();
    world.pages[0].engine.send(world.people[1].userId, '0');
    await until('it has come', 35_000, () => shown(world.pages[1], world.people[0]).length === 1);
    await expectSame(world, 1);
  },
);
