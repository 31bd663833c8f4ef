import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { requestIdHeader } from './error-replies.ts';
import { watchesAll } from './metrics.ts';
import type { Repeat, ResponseCache } from './response-cache.ts';

/**
 * Repeats stored public responses before the framework sees the request, which takes less than half the time, and lets
 * `shed` refuse the others. Register it last: every other listener gets the remaining requests. It leaves all of them
 * while each request is watched.
 */
export function repeatResponses(
  app: FastifyInstance,
  cache: ResponseCache,
  shed: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const { server } = app;
  const listeners = server.listeners('request');
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
  const passUnlessShed = (request: IncomingMessage, response: ServerResponse) => {
    if (!shed(request, response)) pass(request, response);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isClosing || watchesAll(app)) return pass(request, response);
    if (!isPlainGet(request)) return passUnlessShed(request, response);
    cache.find(request.url ?? '', (stored) => {
      const repeat = stored?.repeatFor(request.headers);
      if (repeat) send(repeat, response);
      else passUnlessShed(request, response);
    });
  });
}

function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function send({ status, headers, hasRequestId, body }: Repeat, response: ServerResponse): void {
  const all = hasRequestId ? [...headers, requestIdHeader, randomUUID()] : [...headers];
  response.writeHead(status, all).end(body);
}
