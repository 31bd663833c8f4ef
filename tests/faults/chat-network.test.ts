/** Two open pages on connections that break and stall: at the end both match the database. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { ChatClient, type Colleague, createUser, signInAdmin } from '#tests/harness/chat-client.ts';
import { type ChatPage, openChatPage } from '#tests/harness/chat-page.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { seededRandom } from '#tests/harness/seeded-random.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { startTcpProxy, type TcpProxy } from '#tests/harness/tcp-proxy.ts';
import { until } from '#tests/harness/until.ts';

/** Per person. */
const messages = isFull ? 500 : 20;
const cuts = isFull ? 75 : 4;
const day = 86_400_000;

let server: RunningServer;
let drivers = 0;
beforeAll(async () => {
  server = await startServer({ cheapPasswords: true });
});
afterAll(() => server?.kill());

const closings: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closings.splice(0).reverse()) await close();
});

interface Setup {
  people: [Colleague, Colleague];
  proxies: [TcpProxy, TcpProxy];
  pages: [ChatPage, ChatPage];
}

/** An admin and a driver with a page each, and a proxy for each page. */
async function openPages(): Promise<Setup> {
  const admin = await signInAdmin(server.url);
  drivers += 1;
  const people: Setup['people'] = [admin, await createUser(server.url, admin, `driver${drivers}`)];
  const open = async (person: Colleague, other: Colleague) => {
    const proxy = await startTcpProxy([Number(new URL(server.url).port)]);
    closings.push(proxy.close);
    const page = await openChatPage(`http://127.0.0.1:${proxy.port}`, person, other.userId);
    closings.push(page.close);
    return [proxy, page] as const;
  };
  const [one, other] = [await open(...people), await open(people[1], people[0])];
  return { people, proxies: [one[0], other[0]], pages: [one[1], other[1]] };
}

/** The stored messages, read without the proxies. */
async function stored({ people }: Setup): Promise<Message[]> {
  const reader = new ChatClient(server.url, people[0]);
  closings.push(() => reader.close());
  return await reader.get(`/api/messages/${people[1].userId}`);
}

const shown = (page: ChatPage) => page.view().messages;

/** Both pages end up with the stored messages, each once, and each sender's in the order they were written. */
async function expectSame(setup: Setup, count: number): Promise<void> {
  const views = () => setup.pages.map(shown);
  await until('both pages have everything', 60_000, () =>
    views().every((list) => list.length === count && list.every(({ state }) => state === 'sent')),
  );
  const rows = await stored(setup);
  expect(rows.length).toBe(count);
  for (const list of views()) {
    expect(list.map(({ id, content, timestamp }) => ({ id, content, timestamp }))).toEqual(
      rows.map(({ id, content, timestamp }) => ({ id, content, timestamp })),
    );
  }
  expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(count);
  for (const { userId } of setup.people) {
    const numbers = rows.filter((row) => row.senderId === userId).map((row) => Number(row.content));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
}

/** Repeatedly breaks the connection, and slows it down or stalls it in between. */
async function breakRepeatedly(
  proxy: TcpProxy,
  page: ChatPage,
  random: (max: number) => number,
): Promise<void> {
  for (let n = 0; n < cuts; n += 1) {
    await until('the connection is back', 60_000, () => page.connection.state === 'connected');
    proxy.delay = random(3) === 0 ? random(80) : 0;
    await pause(random(150));
    // Stalled messages are stored without an acknowledgement, or never arrive.
    proxy.isStalled = random(2) === 0;
    if (proxy.isStalled) await pause(random(60));
    proxy.cut();
    proxy.isStalled = false;
    await until('the disconnect is noticed', 60_000, () => page.connection.state !== 'connected');
  }
  proxy.delay = 0;
}

test(`${messages * 2} messages and ${cuts * 2} cuts: both pages match the database (FLT21)`, {
  timeout: 300_000,
}, async () => {
  const random = seededRandom();
  const setup = await openPages();
  const writing = setup.pages.map(async (page, index) => {
    const partner = setup.people[1 - index];
    for (let n = 0; n < messages; n += 1) {
      page.engine.send(partner?.userId ?? 0, String(n));
      await pause(random(140));
    }
  });
  const breaking = setup.pages.map((page, index) =>
    breakRepeatedly(setup.proxies[index === 0 ? 0 : 1], page, random),
  );
  await Promise.all([...writing, ...breaking]);
  await expectSame(setup, messages * 2);
  // The last reconnect may come after everything has arrived.
  for (const page of setup.pages) expect(page.connects()).toBeGreaterThanOrEqual(cuts);
});

test('keeps the order and the time when the clock of a device is a day behind', async () => {
  const setup = await openPages();
  const [one, other] = setup.people;
  setup.pages[0].engine.send(other.userId, '0');
  await until('sent', 60_000, () => shown(setup.pages[1]).length === 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - day });
  setup.proxies[0].cut();
  setup.pages[0].engine.send(other.userId, '1');
  for (const text of ['0', '1']) setup.pages[1].engine.send(one.userId, text);
  await expectSame(setup, 4);
  vi.useRealTimers();
  for (const { timestamp } of await stored(setup)) {
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000);
  }
});

test('catches up after 7 hours of sleep and sends what is written afterwards', async () => {
  const setup = await openPages();
  const [awake, asleep] = setup.pages;
  const [one, other] = setup.people;
  setup.proxies[1].orphan();
  for (let n = 0; n < 40; n += 1) awake.engine.send(other.userId, String(n));
  await until('sent', 60_000, () =>
    shown(awake).every(({ state, id }) => state === 'sent' && id !== null),
  );
  expect(asleep.connection.state, 'it has not noticed').toBe('connected');
  expect(shown(asleep)).toEqual([]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 3_600_000 });
  asleep.engine.send(one.userId, '0');
  await expectSame(setup, 41);
});
