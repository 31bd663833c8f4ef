/** What happens to a request before the framework sees it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { requestIdHeader } from '#contract/wire/endpoint.ts';
import type { AppContext } from '../app-context.ts';
import type { Repeat } from '../cache/response-cache.ts';
import { isSpanishArrival } from './answer-languages.ts';
import { isDebugging, repeatsHeader } from './request-hooks.ts';

/** Requests of one connection that are answered at the same time. No browser sends the next one before an answer. */
const maxUnderWay = 10;

type Pass = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Closes connections that send too many requests without awaiting the answers, and answers public reads from memory,
 * in less than half of the framework's time. Register it last: every other listener gets the remaining requests.
 */
export function listenFirst(
  app: FastifyInstance,
  ctx: Pick<AppContext, 'responseCache' | 'telemetry'>,
): void {
  const { server } = app;
  const listeners = server.listeners('request');
  const answer = answerFromMemory(app, ctx, (request, response) => {
    for (const listener of listeners) listener.call(server, request, response);
  });
  const underWay = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: 1 | -1) => {
    const count = (underWay.get(socket) ?? 0) + change;
    underWay.set(socket, count);
    return count;
  };
  function onClose(this: ServerResponse): void {
    add(this.req.socket, -1);
  }
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // The parser still reads what arrived together with the one too many.
    if (socket.destroyed) return;
    if (add(socket, 1) > maxUnderWay) {
      socket.destroy();
      return;
    }
    response.on('timeout', cutUnread).on('close', onClose);
    answer(request, response);
  });
}

/** Cuts a connection without progress, unless its response is still being made: by itself, Node would cut that too. */
function cutUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/** Repeats stored public responses to visitors, and passes all else on: also while each request is logged. */
function answerFromMemory(
  app: FastifyInstance,
  { responseCache: cache, telemetry }: Pick<AppContext, 'responseCache' | 'telemetry'>,
  pass: Pass,
): Pass {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  return (request, response) => {
    if (isClosing || isDebugging(app) || !isPlainGet(request)) return pass(request, response);
    const from = performance.now();
    cache.find(request.url ?? '', (stored) => {
      const repeat = stored?.repeatFor(request.headers);
      if (!repeat) return pass(request, response);
      cache.requests.hit += 1;
      send(repeat, response);
      telemetry?.repeated(repeat.status, from);
    });
  };
}

function isPlainGet(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    !repeatsHeader(request) &&
    !isSpanishArrival(request)
  );
}

function send({ status, headers, hasRequestId, body }: Repeat, response: ServerResponse): void {
  const all = hasRequestId ? [...headers, requestIdHeader, randomUUID()] : [...headers];
  response.writeHead(status, all).end(body);
}
