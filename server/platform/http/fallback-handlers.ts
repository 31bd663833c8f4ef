import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
  ConnectionError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import { requestIdHeader } from '#contract/wire/endpoint.ts';
import type { ErrorCode } from '#contract/wire/errors.ts';
import { lineOf } from '../limits/limits.ts';
import { refusedLine } from '../limits/refused-requests.ts';
import { HttpError, notFound } from '../runtime/errors.ts';
import { securityHeaders } from './content-security.ts';
import { errorBody, sendFailure } from './error-replies.ts';

const parserErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Handles a URL that cannot be decoded, before routing. */
export function refuseAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  sendFailure(error, request, reply.headers(securityHeaders));
}

/** Handles bytes that are not an HTTP request, and headers that are too large or too slow. */
export function refuseBytes(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const httpError = new HttpError(parserErrors[error.code] ?? 'malformed_request');
  const { code, status } = httpError;
  const requestId = randomUUID();
  const from = lineOf(socket.remoteAddress ?? '');
  const line = { request_id: requestId, code, status, [refusedLine]: from };
  this.log.info(line, 'request refused');
  const body = JSON.stringify(errorBody(httpError, requestId));
  const headers = {
    ...securityHeaders,
    [requestIdHeader]: requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Handles requests that match no route: 404 for reads, 405 for other methods. */
export function refuseUnmatched(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      return sendFailure(notFound(), request, reply);
    }
    return sendFailure(
      new HttpError('method_not_allowed'),
      request,
      reply.header('allow', 'GET, HEAD'),
    );
  });
}

/** Responds with 405 to methods without a route on the path. */
export function refuseOtherMethods(
  app: FastifyInstance,
  taken: readonly { path: string; method: string }[],
): void {
  const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
  const byPath = Map.groupBy(taken, (entry) => entry.path.replace(/\{(\w+)\}/g, ':$1'));
  for (const [url, group] of byPath) {
    const known = new Set<string>(group.map((entry) => entry.method));
    if (known.has('GET')) known.add('HEAD');
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      onRequest: async (_request, reply) => {
        reply.header('allow', [...known].join(', '));
        throw new HttpError('method_not_allowed');
      },
      handler: async () => undefined,
    });
  }
}
