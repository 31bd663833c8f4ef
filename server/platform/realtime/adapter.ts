import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openListening } from '../../database/listening-pool.ts';
import type { Ground } from '../ground.ts';
import { connectedHere, type Sockets } from './realtime.ts';

/** Between a failure and the word to every node that something may not have arrived (ms); twice as long after each that fails. */
const firstPause = 1_000;
const longestPause = 30_000;
/** How often (ms) a node says that it is there, and after how long a silence it has died. */
const heartbeat = 2_000;
const silence = 6_000;
/** At the end the others are told, unless that takes longer (ms). */
const farewell = 1_000;

export interface Nodes {
  /** Which of these people have a page open on another node; without an answer within 5 s, none. */
  connectedElsewhere: (userIds: readonly number[]) => Promise<number[]>;
  close: () => Promise<void>;
}

/**
 * Makes the nodes that share a PostgreSQL one: what is said to a room is said, and who is cut is cut, on all of them.
 * After a time in which a node could not hear or speak, and when one has died, pages are let go and come again:
 * each then asks what it missed.
 */
export async function joinNodes(io: Sockets, ground: Ground): Promise<Nodes | null> {
  const { databaseUrl } = ground.config;
  if (databaseUrl === null) return null;
  let closing = false;
  let telling: NodeJS.Timeout | undefined;
  let pause = firstPause;
  let failures = 0;

  // Not disconnected by name: a page then knows that it may come back.
  const letGo = () => {
    for (const { conn } of io.sockets.sockets.values()) conn.close();
  };
  const failed = (error: Error) => {
    if (closing) return;
    ground.log.warn({ err: error }, 'the nodes could not talk');
    failures += 1;
    telling ??= setTimeout(tell, pause);
  };
  // Fails and is tried again until it arrives; not at once, because the pages that come again are work, too.
  const tell = () => {
    telling = undefined;
    const before = failures;
    pause = Math.min(pause * 2, longestPause);
    letGo();
    io.serverSideEmit('gap');
    setTimeout(() => {
      if (failures === before) pause = firstPause;
    }, pause).unref();
  };

  const { createAdapter } = await import('@socket.io/postgres-adapter');
  const channelPrefix = 'headrack';
  const { pool, tried } = await openListening(databaseUrl, `${channelPrefix}#/`, {
    onGap: letGo,
    onError: (error) => ground.log.warn({ err: error }, 'the nodes could not talk'),
  });
  io.adapter(
    createAdapter(pool, {
      channelPrefix,
      tableName: 'socket_io_attachments',
      // PostgreSQL takes less than 8,000 bytes.
      payloadThreshold: 7_999,
      errorHandler: failed,
      heartbeatInterval: heartbeat,
      heartbeatTimeout: silence,
    }),
  );
  io.on('gap', letGo);
  io.on('presence', (userIds, answer) => {
    answer(connectedHere(io, userIds));
  });
  await tried;

  const own = randomUUID();
  const heard = new Map<string, number>();
  io.on('alive', (node) => heard.set(node, performance.now()));
  io.on('leaving', (node) => heard.delete(node));
  const beat = () => {
    io.serverSideEmit('alive', own);
    const dead = [...heard].filter(([, at]) => performance.now() - at > silence);
    for (const [node] of dead) heard.delete(node);
    // What it had stored it may not have told.
    if (dead.length > 0) letGo();
  };
  beat();
  const beating = setInterval(beat, heartbeat);

  return {
    connectedElsewhere: (userIds) =>
      new Promise((resolve) => {
        io.serverSideEmit('presence', userIds, (_late, here) => {
          resolve(here.flat());
        });
      }),
    close: async () => {
      closing = true;
      clearTimeout(telling);
      clearInterval(beating);
      io.serverSideEmit('leaving', own);
      await io.of('/').adapter.close();
      // Behind the goodbye, which nobody waits for.
      await Promise.race([pool.query('select 1').catch(() => undefined), wait(farewell)]);
      await Promise.race([pool.end(), wait(farewell)]);
    },
  };
}
