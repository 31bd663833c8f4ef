import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { requestIdHeader } from '#contract/wire/endpoint.ts';
import type { AppContext } from '../app-context.ts';
import type { Repeat } from '../cache/response-cache.ts';
import { isDebugging } from '../telemetry/watch-requests.ts';
import { repeatsHeader } from './single-headers.ts';

/**
 * Repeats stored public responses before the framework sees the request, which takes less than half the time. Register
 * it last: every other listener gets the remaining requests. It leaves all of them while each request is logged.
 */
export function repeatResponses(
  app: FastifyInstance,
  { responseCache: cache, telemetry }: Pick<AppContext, 'responseCache' | 'telemetry'>,
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
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isClosing || isDebugging(app) || !isPlainGet(request)) return pass(request, response);
    const from = performance.now();
    cache.find(request.url ?? '', (stored) => {
      const repeat = stored?.repeatFor(request.headers);
      if (!repeat) return pass(request, response);
      cache.requests.hit += 1;
      send(repeat, response);
      telemetry?.repeated(repeat.status, from);
    });
  });
}

function isPlainGet(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    !repeatsHeader(request)
  );
}

function send({ status, headers, hasRequestId, body }: Repeat, response: ServerResponse): void {
  const all = hasRequestId ? [...headers, requestIdHeader, randomUUID()] : [...headers];
  response.writeHead(status, all).end(body);
}
