import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { requestIdHeader } from '#contract/endpoint.ts';
import { errorBody, requestIdOf } from './error-replies.ts';
import { busy, type Overload } from './overload.ts';
import { refusedLine } from './refused-requests.ts';
import { securityHeaders } from './web/content-security.ts';

const headers = {
  ...securityHeaders,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'retry-after': String(busy.retryAfter),
};

/**
 * Returns a function that refuses a signed-in caller's request with 503, and says so, when the server is too busy for
 * any of their calls. In the framework a refusal takes twice the time, which the accepted calls then lack.
 */
export function loadShedder(overload: Overload, log: FastifyBaseLogger) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.headers.authorization === undefined || !request.url?.startsWith('/api/'))
      return false;
    if (!overload.isTooBusyFor('usual')) return false;
    const id = requestIdOf(request);
    const line = { request_id: id, code: busy.code, status: busy.status, [refusedLine]: '' };
    log.warn(line, 'request refused');
    const body = JSON.stringify(errorBody(busy, id));
    const length = String(Buffer.byteLength(body));
    response
      .writeHead(busy.status, { ...headers, [requestIdHeader]: id, 'content-length': length })
      .end(body);
    return true;
  };
}
