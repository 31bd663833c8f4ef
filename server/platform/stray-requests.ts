import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { general } from '#contract/messages/general.ts';
import { sendFailure } from './answers.ts';
import { notFound, Refusal } from './errors.ts';
import { securityHeaders } from './web/headers.ts';

/** Answers an address that cannot be decoded, before any route is chosen. */
export function refuseAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  sendFailure(error, request, reply.headers(securityHeaders));
}

/** Answers bytes that are no HTTP request, or one whose headers are too large or too slow. */
export function refuseBytes(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code } = error as { code: string };
  const status =
    code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({ error: status === 431 ? general.bodyTooLarge : general.notHttp });
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Answers what no route takes: 404 for who reads, 405 for who would do something else. */
export function refuseStrays(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      return sendFailure(notFound(), request, reply);
    }
    const refusal = new Refusal(405, general.methodNotAllowed);
    return sendFailure(refusal, request, reply.header('allow', 'GET, HEAD'));
  });
}
