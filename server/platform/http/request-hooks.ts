/** What every request that reaches the framework has: its id, headers, time limit, compression and log line. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import zlib, { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestIdHeader } from '#contract/wire/endpoint.ts';
import { lineOf } from '../limits/limits.ts';
import { refusedLine } from '../limits/refused-requests.ts';
import { HttpError } from '../runtime/errors.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { securityHeaders } from './content-security.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The id that the browser gave its call, so that it can name one that got no answer; else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers[requestIdHeader];
  return typeof sent === 'string' && uuid.test(sent) ? sent : randomUUID();
}

/** Headers that a request may have once (RFC 9110, 5.3): Node keeps the first and drops the others, a proxy may do otherwise. */
const singleHeaders: ReadonlySet<string> = new Set([
  ...['host', 'authorization', 'content-length', 'content-type', 'origin', 'referer', 'user-agent'],
  ...['from', 'if-modified-since', 'if-unmodified-since', 'max-forwards', 'proxy-authorization'],
]);

/** Whether a request repeats such a header: two Host headers can name two sites (RFC 9112, 3.2). */
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

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Closes the connection of a body that isn't complete in time, even when the response was sent before reading it.
 * Node's own timer cannot exempt uploads.
 */
function timeBody(raw: IncomingMessage, milliseconds: number): void {
  const length = raw.headers['content-length'];
  if (raw.headers['transfer-encoding'] === undefined && (length ?? '0') === '0') return;
  const timer = setTimeout(() => raw.destroy(), milliseconds);
  bodyTimers.set(raw, timer);
  raw.once('end', () => clearTimeout(timer));
  raw.once('close', () => clearTimeout(timer));
}

/** For readers that enforce their own timeout. */
export function stopBodyTimer(raw: IncomingMessage): void {
  clearTimeout(bodyTimers.get(raw));
}

/** Whether each request is logged, not just the failed ones. */
export const isDebugging = ({ log }: FastifyInstance): boolean =>
  log.level === 'debug' || log.level === 'trace';

/** Adds the headers, refuses repeated ones with 400, times the body; logs and measures what was answered. */
export function hookRequests(
  app: FastifyInstance,
  bodyMs: number,
  telemetry: Telemetry | null,
): void {
  const debug = isDebugging(app);
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    timeBody(request.raw, bodyMs);
    reply.headers(securityHeaders);
    if (/^\/api(?:[/?]|$)/i.test(request.url)) reply.header(requestIdHeader, request.id);
    done(repeatsHeader(request.raw) ? new HttpError('malformed_request') : undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // `end`, not `destroy`: sends what is still buffered.
    if (isClosing) request.raw.socket.end?.();
    if (reply.statusCode >= 500 || debug || telemetry) record(request, reply, telemetry);
    done();
  });
}

/** Logs a failed request, at level debug any, and measures it, with the route's pattern and never the URL. */
function record(request: FastifyRequest, reply: FastifyReply, telemetry: Telemetry | null): void {
  const { method } = request;
  const route = request.routeOptions.url ?? 'none';
  const { statusCode: status, elapsedTime } = reply;
  telemetry?.request(method, route, status, elapsedTime / 1000);
  const ms = Math.round(elapsedTime * 10) / 10;
  const line = { method, route, status, ms, user: request.user?.userId };
  if (status < 500) {
    request.log.debug(line, 'request');
    return;
  }
  const isRefused = status === 503 || status === 507;
  const from = isRefused && { [refusedLine]: lineOf(request.ip) };
  request.log.warn({ ...line, ...from }, 'request');
}

/** Responses that are compressed at the same time; more are sent as they are. An encoder takes memory outside of the heap. */
const maxEncoders = 16;

type Encoder = zlib.BrotliCompress | zlib.Gzip;

/** Compresses responses as they are sent; those in memory and the built files are compressed already. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  let encoders = 0;
  const counted =
    <Options>(create: (options?: Options) => Encoder) =>
    (options?: Options) => {
      encoders += 1;
      return create(options).once('close', () => {
        encoders -= 1;
      });
    };
  app.addHook('onSend', (request, _reply, payload, done) => {
    // Tells the plugin, whose hooks run after this one, not to compress.
    if (encoders >= maxEncoders) request.headers['x-no-compression'] = 'busy';
    done(null, payload);
  });
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      // A window of 256 kB takes a tenth of the default one's memory.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    },
    zlib: {
      ...zlib,
      createBrotliCompress: counted(zlib.createBrotliCompress),
      createGzip: counted(zlib.createGzip),
    },
  });
}
