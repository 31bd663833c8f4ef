import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { repeatsHeader } from '../http/request-hooks.ts';
import { HttpError, notFound } from '../runtime/errors.ts';
import { joinNodes } from './adapter.ts';
import { admit, disconnectEnded, disconnectExpired } from './connection-limits.ts';
import {
  addressReader,
  connectionIdOf,
  isForSockets,
  isOwnOrigin,
  socketPath,
} from './handshake.ts';
import type { Sockets } from './realtime.ts';
import { listenToPages } from './socket-events.ts';

/** Time to authenticate after connecting. */
const connectTimeoutMs = 5_000;
/** Interval of the search for sessions that another process ended; one small query. */
const sweepMs = 3_000;
/** Interval of the search for sockets whose timer a change of the clock has made too late. */
const expirySweepMs = 2_000;
/** Time for clients to close their sockets at shutdown. */
const closeTimeoutMs = 500;

const statusLines: Record<number, string> = {
  400: '400 Bad Request',
  403: '403 Forbidden',
  429: '429 Too Many Requests',
  503: '503 Service Unavailable',
};

/** Serves Socket.IO: long polling through Fastify, so that its headers and timeouts apply, WebSockets from the HTTP server. */
export async function serveRealtime(app: FastifyInstance, ctx: AppContext): Promise<void> {
  const { Server } = await import('socket.io');
  // Never listens: requests are emitted on it.
  const inside = createServer();
  const io: Sockets = new Server(inside, {
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: connectTimeoutMs,
    // Detects a lost connection within 30 s.
    pingInterval: 15_000,
    pingTimeout: 15_000,
  });
  const nodes = await joinNodes(io, ctx);
  const addressOf = addressReader(ctx.config.trustProxy);
  const upgraded = new Set<Duplex>();
  let closing = false;

  async function authorizeUpgrade(request: IncomingMessage, ip: string): Promise<void> {
    if (closing) throw new HttpError('busy');
    if (repeatsHeader(request)) throw new HttpError('malformed_request');
    if (!isForSockets(request)) throw notFound();
    if (!isOwnOrigin(request, ctx.config.publicUrl)) throw new HttpError('foreign_origin');
    // Count connections, not requests: later requests of a connection carry its id.
    if (connectionIdOf(request) === null) ctx.limits.countSocket(ip);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Socket.IO reads the bodies itself.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: socketPath,
      handler: async (request, reply) => {
        await authorizeUpgrade(request.raw, request.ip);
        reply.header('cache-control', 'no-store').hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        inside.emit('request', request.raw, reply.raw);
      },
    });
  });

  app.server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    // Unhandled, a client that disconnects would crash the process.
    socket.on('error', () => socket.destroy());
    authorizeUpgrade(request, addressOf(request)).then(
      () => inside.emit('upgrade', request, socket, head),
      (error: unknown) => {
        const status = error instanceof HttpError ? error.status : 503;
        socket.end(
          `HTTP/1.1 ${statusLines[status] ?? statusLines[503]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
        );
      },
    );
  });

  admit(io, ctx);
  const eventsDone = listenToPages(io, ctx);
  ctx.realtime.attach(io, nodes?.connectedElsewhere);
  ctx.tasks.add({
    name: 'sweep sockets',
    every: sweepMs,
    limit: 15_000,
    run: () => disconnectEnded(io, ctx),
  });
  ctx.tasks.add({
    name: 'close expired sockets',
    every: expirySweepMs,
    limit: sweepMs,
    run: async () => disconnectExpired(io, ctx),
  });

  app.addHook('preClose', async () => {
    closing = true;
    // Closes the transport: after a `disconnect` packet clients would not reconnect.
    io.engine.close();
    for (const until = Date.now() + closeTimeoutMs; upgraded.size > 0 && Date.now() < until; ) {
      await pause(10);
    }
    for (const socket of upgraded) socket.destroy();
  });
  // After the last request: what it and the last events change must still reach the pages of other nodes.
  app.addHook('onClose', async () => {
    await Promise.race([eventsDone(), pause(closeTimeoutMs)]);
    await nodes?.close();
  });
}
