import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../runtime/errors.ts';

/** Headers that a request may have once (RFC 9110, 5.3): Node keeps the first and drops the others, a proxy may do otherwise. */
const singleHeaders: ReadonlySet<string> = new Set([
  ...['host', 'authorization', 'content-length', 'content-type', 'origin', 'referer', 'user-agent'],
  ...['from', 'if-modified-since', 'if-unmodified-since', 'max-forwards', 'proxy-authorization'],
]);

/** Whether a request repeats such a header. */
export function repeatsHeader({ rawHeaders, headers }: IncomingMessage): boolean {
  // Names and values in turns. Usually every header is there once, which needs no closer look.
  if (rawHeaders.length === 2 * Object.keys(headers).length) return false;
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (singleHeaders.has(name) && seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

/** Refuses requests that repeat such a header with 400: two Host headers can name two sites (RFC 9112, 3.2). */
export function refuseRepeatedHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(repeatsHeader(request.raw) ? new HttpError('malformed_request') : undefined);
  });
}
