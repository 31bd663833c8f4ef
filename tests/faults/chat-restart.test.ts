/** The server goes and comes back while very many pages are open and write: all come back, nothing is lost or doubled. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { admitAdmin, Chatter, type Colleague, hire } from '../harness/chatter.ts';
import { freshPostgres, onBothDatabases } from '../harness/databases.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';

const secret = 'a secret for tests alone, long enough to be taken';
const isFull = process.env.TRUST === 'full';
/** As many pages as one person may have open. */
const pagesEach = 10;
const people = isFull ? 50 : 10;
const perSecond = isFull ? 200 : 100;
/** How the server ends, and how long (ms) people write before it does. */
const ends = isFull
  ? ([
      ['stop', 4_000],
      ['kill', 4_000],
    ] as const)
  : ([['stop', 700]] as const);

/** Every page writes in its turn until told to stop; answers how many there were. */
async function writeInTurns(
  pages: readonly Chatter[],
  receiverOf: (page: Chatter, n: number) => number,
  isOver: () => boolean,
): Promise<number> {
  const from = performance.now();
  let sent = 0;
  while (!isOver()) {
    const due = ((performance.now() - from) / 1000) * perSecond;
    for (; sent < due; sent += 1) {
      const page = pages[sent % pages.length];
      page?.write(receiverOf(page, sent), String(sent));
    }
    await pause(5);
  }
  return sent;
}

/** Everything is sent and has come to every page that it is for. */
async function settle(pages: readonly Chatter[], office: readonly Chatter[], written: number) {
  await until('all is sent', 30_000, () => pages.every(({ unsent }) => unsent === 0));
  await until('the office has all', 20_000, () =>
    office.every(({ seen }) => seen.size === written),
  );
  await until('the drivers have theirs', 20_000, () =>
    pages.every(
      (page) =>
        office.includes(page) || page.seen.size === office[0]?.with(page.person.userId).length,
    ),
  );
}

/** A page shows the rows of a conversation, and what it wrote is there once, as it was told, in its order. */
function checkPage(page: Chatter, partnerId: number, rows: readonly Message[]): void {
  expect(page.with(partnerId).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const own = page.written.filter(({ receiverId }) => receiverId === partnerId);
  const names = new Set(own.map(({ clientId }) => clientId));
  const there = rows.filter(({ clientId = '' }) => names.has(clientId));
  expect(there.map(({ id, clientId }) => ({ clientId, id }))).toEqual(
    own.map(({ id, clientId }) => ({ clientId, id })),
  );
}

/** Every page shows what is stored; answers how much that is. */
async function checkAll(url: string, admin: Colleague, pages: readonly Chatter[]): Promise<number> {
  const reader = new Chatter(url, admin);
  const drivers = new Set(pages.map(({ person }) => person.userId));
  drivers.delete(admin.userId);
  let stored = 0;
  for (const userId of drivers) {
    const rows = await reader.get<Message[]>(`/api/messages/${userId}`);
    stored += rows.length;
    for (const page of pages) {
      if (page.person === admin) checkPage(page, userId, rows);
      if (page.person.userId === userId) checkPage(page, admin.userId, rows);
    }
  }
  reader.close();
  expect(pages.flatMap(({ wrong }) => wrong)).toEqual([]);
  return stored;
}

onBothDatabases('a restart under people who write', (engine) => {
  test.runIf(isFull || engine === 'sqlite')(
    `${people * pagesEach} pages come back`,
    { timeout: 180_000 },
    async () => {
      const database = engine === 'postgres' ? await freshPostgres() : null;
      const env: Record<string, string> = database
        ? { DATABASE_URL: database.url, TOKEN_SECRET: secret }
        : {};
      const proxy = await startTcpProxy([]);
      let server: RunningServer = await startServer({ env });
      const serve = () => {
        proxy.targets = [Number(new URL(server.url).port)];
      };
      serve();
      const admin = await admitAdmin(server.url);
      const drivers: Colleague[] = [];
      for (let n = 1; n < people; n += 1) {
        drivers.push(await hire(server.url, admin, `driver${n}`));
      }
      const url = `http://127.0.0.1:${proxy.port}`;
      const ids = drivers.map(({ userId }) => userId);
      const pages = Array.from({ length: pagesEach }, () => [
        new Chatter(url, admin, ids),
        ...drivers.map((driver) => new Chatter(url, driver, [admin.userId])),
      ]).flat();
      const allBack = () => pages.every(({ socket }) => socket.connected);
      await until('all are there', 30_000, allBack);

      let isOver = false;
      const writing = writeInTurns(
        pages,
        ({ person }, n) => (person === admin ? (ids[n % ids.length] ?? 0) : admin.userId),
        () => isOver,
      );
      for (const [end, after] of ends) {
        await pause(after);
        const gone = performance.now();
        await server[end]();
        server = await startServer({ dataDir: server.dataDir, env });
        serve();
        const started = performance.now();
        await until('all are back', 10_000, allBack);
        const [restart, back] = [started - gone, performance.now() - started];
        console.log(`${end}: restarted in ${restart | 0} ms, all back ${back | 0} ms later`);
      }
      await pause(500);
      isOver = true;
      const written = await writing;
      const office = pages.filter(({ person }) => person === admin);
      await settle(pages, office, written);

      expect(await checkAll(server.url, admin, pages)).toBe(written);
      for (const page of pages) page.close();
      const resent = pages.reduce((sum, page) => sum + page.resent, 0);
      console.log(`${engine}: ${written} messages, ${resent} sent again`);
      await server.kill();
      await proxy.close();
      await database?.drop();
    },
  );
});
