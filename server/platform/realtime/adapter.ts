import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openListening } from '../../database/listening-pool.ts';
import type { AppContext } from '../app-context.ts';
import { connectedHere, type Sockets } from './realtime.ts';

/** Milliseconds between a failure and the `gap` event to every node; doubles with each failure. */
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
const heartbeatMs = 2_000;
/** A node without a heartbeat for this long counts as dead. */
const heartbeatTimeoutMs = 6_000;
const closeTimeoutMs = 1_000;

export interface Nodes {
  /** Returns those of the users who have a page open on another node; a node that doesn't respond in 5 s has none. */
  connectedElsewhere: (userIds: readonly number[]) => Promise<number[]>;
  close: () => Promise<void>;
}

/**
 * Connects the nodes that share a PostgreSQL: events and disconnects reach the sockets of all nodes.
 * A node that loses the database, or sees another node die, disconnects its clients; they reconnect and catch up.
 */
export async function joinNodes(io: Sockets, ctx: AppContext): Promise<Nodes | null> {
  const { databaseUrl } = ctx.config;
  if (databaseUrl === null) return null;
  let closing = false;
  let gapTimer: NodeJS.Timeout | undefined;
  let pause = firstPauseMs;
  let failures = 0;

  // Closes the transport: after a `disconnect` packet clients would not reconnect.
  const closeConnections = () => {
    for (const { conn } of io.sockets.sockets.values()) conn.close();
  };
  const failed = (error: Error) => {
    if (closing) return;
    ctx.log.warn({ err: error }, 'node connection failed');
    failures += 1;
    gapTimer ??= setTimeout(announceGap, pause);
  };
  // Retries until it arrives, with pauses, because reconnecting pages add load.
  const announceGap = () => {
    gapTimer = undefined;
    const before = failures;
    pause = Math.min(pause * 2, maxPauseMs);
    closeConnections();
    io.serverSideEmit('gap');
    setTimeout(() => {
      if (failures === before) pause = firstPauseMs;
    }, pause).unref();
  };

  const { createAdapter } = await import('@socket.io/postgres-adapter');
  const channelPrefix = 'headrack';
  const { pool, tried } = await openListening(databaseUrl, `${channelPrefix}#/`, {
    onGap: closeConnections,
    onError: (error) => ctx.log.warn({ err: error }, 'node connection failed'),
  });
  io.adapter(
    createAdapter(pool, {
      channelPrefix,
      tableName: 'socket_io_attachments',
      // NOTIFY takes less than 8,000 bytes.
      payloadThreshold: 7_999,
      errorHandler: failed,
      heartbeatInterval: heartbeatMs,
      heartbeatTimeout: heartbeatTimeoutMs,
    }),
  );
  io.on('gap', closeConnections);
  io.on('presence', (userIds, answer) => {
    answer(connectedHere(io, userIds));
  });
  await tried;

  const ownId = randomUUID();
  const lastSeen = new Map<string, number>();
  io.on('alive', (node) => lastSeen.set(node, performance.now()));
  io.on('leaving', (node) => lastSeen.delete(node));
  const beat = () => {
    io.serverSideEmit('alive', ownId);
    const dead = [...lastSeen].filter(([, at]) => performance.now() - at > heartbeatTimeoutMs);
    for (const [node] of dead) lastSeen.delete(node);
    // It may have died between a commit and its live updates.
    if (dead.length > 0) closeConnections();
  };
  beat();
  const heartbeat = setInterval(beat, heartbeatMs);

  return {
    connectedElsewhere: (userIds) =>
      new Promise((resolve) => {
        io.serverSideEmit('presence', userIds, (_late, here) => {
          resolve(here.flat());
        });
      }),
    close: async () => {
      closing = true;
      clearTimeout(gapTimer);
      clearInterval(heartbeat);
      io.serverSideEmit('leaving', ownId);
      await io.of('/').adapter.close();
      // Runs after the `leaving` event on the same connection.
      await Promise.race([pool.query('select 1').catch(() => undefined), wait(closeTimeoutMs)]);
      await Promise.race([pool.end(), wait(closeTimeoutMs)]);
    },
  };
}
