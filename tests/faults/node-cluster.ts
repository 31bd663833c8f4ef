/** Real nodes on one PostgreSQL and one bucket, behind a proxy that passes connections on in turn. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { signInAdmin } from '#tests/harness/chat-client.ts';
import { freshPostgres } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { startBucket } from '#tests/harness/s3.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { startSmtp } from '#tests/harness/smtp.ts';
import { startTcpProxy } from '#tests/harness/tcp-proxy.ts';
import { until } from '#tests/harness/until.ts';
import {
  allConnected,
  expectConversations,
  haveCome,
  openChat,
  startWriting,
} from './conversations.ts';
import { Journal, type Row } from './journal.ts';

export const hour = 3_600_000;

export interface NodeOptions {
  /** How far the clock of its machine is ahead, in milliseconds. */
  aheadMs?: number;
  /** Reaches the database through `line`. */
  onLine?: boolean;
}

export type NodeCluster = Awaited<ReturnType<typeof startNodes>>;

export const portOf = (address: string) => Number(new URL(address).port);

/** Starts a node for each of the options, all at the same moment on a new database. */
export async function startNodes(all: readonly NodeOptions[]) {
  const [database, bucket, smtp, line, proxy] = await Promise.all([
    freshPostgres('newest'),
    startBucket(),
    startSmtp(),
    startTcpProxy([portOf(inject('postgresUrl'))]),
    startTcpProxy([]),
  ]);
  const through = new URL(database.url);
  through.port = String(line.port);

  const started: RunningServer[] = [];
  const startNode = async ({ aheadMs, onLine }: NodeOptions = {}) => {
    const node = await startServer({
      env: {
        DATABASE_URL: onLine ? through.href : database.url,
        TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
        STORAGE_URL: bucket.url,
        AWS_ACCESS_KEY_ID: 'S3RVER',
        AWS_SECRET_ACCESS_KEY: 'S3RVER',
        SMTP_URL: smtp.url,
        ...(aheadMs !== undefined && { CLOCK_AHEAD_MS: String(aheadMs) }),
      },
      preload: aheadMs === undefined ? [] : ['./tests/harness/wrong-clock.ts'],
      cheapPasswords: true,
    });
    started.push(node);
    return node;
  };
  const nodes = await Promise.all(all.map(startNode));
  /** The proxy passes connections to all but these. */
  const passToAll = (except: readonly number[] = []) => {
    const open = nodes.filter((_, index) => !except.includes(index));
    proxy.targets = open.map(({ url }) => portOf(url));
  };
  passToAll();
  // The next connection goes to the next node, as with nginx.
  const turn = setInterval(() => proxy.targets.push(...proxy.targets.splice(0, 1)), 2);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();

  /** Starts a node in the place of another; the proxy passes connections to it. */
  const replace = async (index: number) => {
    nodes[index] = await startNode(all[index]);
    passToAll();
  };
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    ...{ nodes, line, smtp, replace, passToAll },
    admin: await signInAdmin(nodes[0]?.url ?? ''),
    /** Restarts a node as a rolling restart does. */
    restart: async (index: number) => {
      // As a proxy does that is told first: a connection that waits to be accepted would be lost.
      passToAll([index]);
      const port = portOf(nodes[index]?.url ?? '');
      await pause(100);
      await until('what was sent is answered', 60_000, () => proxy.unanswered(port) === 0);
      expect(await nodes[index]?.stop()).toBe(0);
      await replace(index);
    },
    /** How many nodes have been stopped or killed. */
    stops: () => started.length - all.length,
    rowsOf: async (query: string): Promise<Row[]> => (await client.query(query)).rows,
    close: async () => {
      clearInterval(turn);
      for (const node of started) await node.kill();
      await client.end();
      await Promise.all([proxy.close(), line.close(), bucket.close(), smtp.die()]);
      await database.drop();
    },
  };
}

/** Calls of all kinds and messages through the proxy; `stop` checks that all were answered and are stored once. */
export async function workOn(cluster: NodeCluster, perSecond: number, options = { retries: 0 }) {
  const { url, rowsOf } = cluster;
  const journal = await Journal.open(url);
  const chat = openChat(url, journal.admin, journal.drivers);
  await allConnected(chat);
  const stopWriting = startWriting(chat, isFull ? 100 : 500);
  const stopWork = journal.work(perSecond, options);
  return {
    journal,
    /** Returns the number of messages. */
    stop: async () => {
      stopWriting();
      await haveCome(chat);
      await stopWork();
      await expectConversations(rowsOf, chat);
      await journal.expectStored(rowsOf);
      return chat.flatMap(({ written }) => written).length;
    },
  };
}

/** A node sends so many mails at once. */
const mailsAtOnce = 4;

/**
 * A mail arrived for each inquiry. Those that a node was sending when it was stopped or killed may come twice, under the
 * same Message-ID; what a killed one had claimed waits for three minutes.
 */
export async function expectMails(
  { rowsOf, smtp, stops }: NodeCluster,
  { wasKilled = false } = {},
) {
  if (wasKilled) {
    await rowsOf("update outbox set claimed_until = '2000-01-01' where sent_at is null");
  }
  await until('every mail is sent', 60_000, async () => {
    const [row] = await rowsOf('select count(*)::int as waiting from outbox where sent_at is null');
    return row?.waiting === 0;
  });
  const [row] = await rowsOf(
    'select (select count(*) from inquiries)::int + (select count(*) from applications)::int as received',
  );
  const toOffice = smtp.received.filter(({ to }) => to.includes('office@example.com'));
  const ids = new Set(toOffice.map(({ email }) => email.messageId));
  expect(ids.size).toBe(Number(row?.received));
  const repeated = smtp.received.length - new Set(smtp.messageIds()).size;
  expect(repeated).toBeLessThanOrEqual(mailsAtOnce * stops());
}
