import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { general } from '#contract/messages/general.ts';
import { forbidden, notFound, Refusal } from '../errors.ts';
import type { Ground } from '../ground.ts';
import { joinNodes } from './adapter.ts';
import { admit, cutEnded } from './admission.ts';
import { addressOf, isForSockets, isOwnOrigin, socketPath } from './doors.ts';
import { listenToPages } from './listening.ts';
import type { Sockets } from './realtime.ts';

/** Until a connection has shown its token (ms). */
const unknownFor = 5_000;
/** Between two looks whether another process has ended a session (ms). */
const sweepEvery = 15_000;
/** A page gets this long (ms) to say goodbye when the server closes. */
const farewell = 500;

const answers: Record<number, string> = {
  403: '403 Forbidden',
  429: '429 Too Many Requests',
  503: '503 Service Unavailable',
};

/** Serves Socket.IO beside the calls: long polling comes in through Fastify, so its headers and timers hold, web sockets by the server. */
export async function serveRealtime(app: FastifyInstance, ground: Ground): Promise<void> {
  const { Server } = await import('socket.io');
  // Never listens: what comes in is handed to it.
  const inside = createServer();
  const io: Sockets = new Server(inside, {
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: unknownFor,
    // A line that was lost is known after half a minute at most.
    pingInterval: 15_000,
    pingTimeout: 15_000,
  });
  const nodes = await joinNodes(io, ground);
  const proxied = ground.config.trustProxy !== null;
  const upgraded = new Set<Duplex>();
  let closing = false;

  async function checkDoor(request: IncomingMessage, ip: string): Promise<void> {
    if (closing) throw new Refusal(503, general.busy);
    if (!isForSockets(request)) throw notFound();
    if (!isOwnOrigin(request, ground.config.publicUrl)) throw forbidden(general.foreignOrigin);
    // Later requests of a connection name it, and are its own.
    if (!/[?&]sid=/.test(request.url ?? '')) await ground.limits.countSocket(ip);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read by Socket.IO itself.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: socketPath,
      handler: async (request, reply) => {
        await checkDoor(request.raw, request.ip);
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
    // A sender that breaks off is nobody's fault here.
    socket.on('error', () => socket.destroy());
    checkDoor(request, addressOf(request, proxied)).then(
      () => inside.emit('upgrade', request, socket, head),
      (error: unknown) => {
        const status = error instanceof Refusal ? error.status : 503;
        socket.end(
          `HTTP/1.1 ${answers[status] ?? answers[503]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
        );
      },
    );
  });

  admit(io, ground);
  listenToPages(io, ground);
  ground.realtime.attach(io, nodes?.connectedElsewhere);
  ground.tasks.add({
    name: 'sweep sockets',
    every: sweepEvery,
    limit: sweepEvery,
    run: () => cutEnded(io, ground),
  });

  app.addHook('preClose', async () => {
    closing = true;
    // Not disconnected by name: a page then knows that it may come back.
    io.engine.close();
    for (const until = Date.now() + farewell; upgraded.size > 0 && Date.now() < until; ) {
      await pause(10);
    }
    for (const socket of upgraded) socket.destroy();
    await nodes?.close();
  });
}
