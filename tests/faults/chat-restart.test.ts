/** The server goes and comes back while very many pages are open and write: all come back, nothing is lost or doubled. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { admitAdmin, ChatClient, type Colleague, createUser } from '../harness/chat-client.ts';
import { freshPostgres, onBothDatabases } from '../harness/databases.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';

const secret = 'a secret for tests alone, long enough to be taken';
const isFull = process.env.FULL === '1';
/** One person may have ten open. */
const pagesEach = 8;
const people = isFull ? 63 : 13;
const perSecond = isFull ? 200 : 100;
/** Until all are back (ms); beside other tests the machine has other things to do. */
const backWithin = isFull ? 10_000 : 30_000;
/** How the server ends, and how long (ms) people write before it does. */
const ends = isFull
  ? ([
      ['stop', 4_000],
      ['kill', 4_000],
    ] as const)
  : ([['stop', 700]] as const);

/** Every page writes in its turn until told to stop; answers how many there were. */
async function writeInTurns(pages: readonly ChatClient[], isOver: () => boolean): Promise<number> {
  const from = performance.now();
  let sent = 0;
  while (!isOver()) {
    const due = ((performance.now() - from) / 1000) * perSecond;
    for (; sent < due; sent += 1) {
      const page = pages[sent % pages.length];
      page?.write(page.peers[sent % page.peers.length] ?? 0, String(sent));
    }
    await pause(5);
  }
  return sent;
}

/** Everything is sent and has come to every page that it is for; the first page has all conversations. */
async function settle(pages: readonly ChatClient[], written: number): Promise<void> {
  await until('all is sent', 30_000, () => pages.every(({ unsent }) => unsent === 0));
  const [office] = pages;
  if (!office) throw new Error('nobody is there');
  await until('the office has all', 20_000, () => office.seen.size === written);
  await until('the others have theirs', 20_000, () =>
    pages.every((page) =>
      page.peers.every((peer) => {
        const driver = page.person === office.person ? peer : page.person.userId;
        return page.with(peer).length === office.with(driver).length;
      }),
    ),
  );
}

/** A page shows the rows of a conversation, and what it wrote is there once, as it was told, in its order. */
function checkPage(page: ChatClient, partnerId: number, rows: readonly Message[]): void {
  expect(page.with(partnerId).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const own = page.written.filter(({ receiverId }) => receiverId === partnerId);
  const names = new Set(own.map(({ clientId }) => clientId));
  const there = rows.filter(({ clientId = '' }) => names.has(clientId));
  expect(there.map(({ id, clientId }) => ({ clientId, id }))).toEqual(
    own.map(({ id, clientId }) => ({ clientId, id })),
  );
}

/** Every page shows what is stored; answers how much that is. */
async function checkAll(
  url: string,
  admin: Colleague,
  pages: readonly ChatClient[],
): Promise<number> {
  const reader = new ChatClient(url, admin);
  const drivers = new Set(pages.map(({ person }) => person.userId));
  drivers.delete(admin.userId);
  let stored = 0;
  for (const userId of drivers) {
    const rows = await reader.get<Message[]>(`/api/messages/${userId}`);
    stored += rows.length;
    for (const page of pages) {
      if (page.person === admin && page.peers.includes(userId)) checkPage(page, userId, rows);
      if (page.person.userId === userId) checkPage(page, admin.userId, rows);
    }
  }
  reader.close();
  expect(pages.flatMap(({ wrong }) => wrong)).toEqual([]);
  return stored;
}

onBothDatabases('a restart while people write', (engine) => {
  test.runIf(isFull || engine === 'sqlite')(
    `${people * pagesEach} pages reconnect (FLT10)`,
    { timeout: 180_000 },
    async () => {
      const database = engine === 'postgres' ? await freshPostgres() : null;
      const env: Record<string, string> = database
        ? { DATABASE_URL: database.url, TOKEN_SECRET: secret }
        : {};
      const proxy = await startTcpProxy([]);
      let server: RunningServer = await startServer({ env });
      const pages: ChatClient[] = [];
      onTestFinished(async () => {
        for (const page of pages) page.close();
        await server.kill();
        await proxy.close();
        await database?.drop();
      });
      const serve = () => {
        proxy.targets = [Number(new URL(server.url).port)];
      };
      serve();
      const admin = await admitAdmin(server.url);
      const drivers: Colleague[] = [];
      for (let n = 1; n < people; n += 1) {
        drivers.push(await createUser(server.url, admin, `driver${n}`));
      }
      const url = `http://127.0.0.1:${proxy.port}`;
      const ids = drivers.map(({ userId }) => userId);
      // One of the office looks through all conversations, each of the others has one open.
      for (let n = 0; n < pagesEach; n += 1) {
        pages.push(new ChatClient(url, admin, n === 0 ? ids : ids.slice(n, n + 1)));
        pages.push(...drivers.map((driver) => new ChatClient(url, driver, [admin.userId])));
      }
      const allBack = () => pages.every(({ socket }) => socket.connected);
      await until('all are there', 30_000, allBack);

      let isOver = false;
      const writing = writeInTurns(pages, () => isOver);
      for (const [end, after] of ends) {
        await pause(after);
        const gone = performance.now();
        await server[end]();
        server = await startServer({ dataDir: server.dataDir, env });
        serve();
        const started = performance.now();
        await until('all are back', backWithin, allBack);
        const [restart, back] = [started - gone, performance.now() - started];
        console.log(`${end}: restarted in ${restart | 0} ms, all back ${back | 0} ms later`);
      }
      await pause(500);
      isOver = true;
      const written = await writing;
      await settle(pages, written);

      expect(await checkAll(server.url, admin, pages)).toBe(written);
      const resent = pages.reduce((sum, page) => sum + page.resent, 0);
      console.log(`${engine}: ${written} messages, ${resent} sent again`);
    },
  );
});
