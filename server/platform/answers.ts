import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/endpoint.ts';
import { general } from '#contract/messages/general.ts';
import { isUnavailable } from '../database/faults.ts';
import { Refusal } from './errors.ts';

/** What Fastify itself refuses, in our words. */
const ownWords: Record<string, [number, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, general.bodyTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, general.bodyKind],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, general.brokenJson],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, general.bodyMissing],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, general.brokenUpload],
  FST_ERR_BAD_URL: [400, general.notFound],
  FST_ERR_MAX_PARAM_LENGTH: [404, general.notFound],
};

/** What a failure is to be told as; null: nobody planned for it. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  const own = code === undefined ? undefined : ownWords[code];
  if (own) return new Refusal(own[0], own[1]);
  if (statusCode === 403 || statusCode === 404) return new Refusal(404, general.notFound);
  if (statusCode === 503) return new Refusal(503, general.busy, { retryAfter: 2 });
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new Refusal(
      statusCode,
      error instanceof SyntaxError ? general.brokenJson : general.invalid,
    );
  }
  // After the 4xx: a sender that breaks off looks like a database that does.
  if (isUnavailable(error)) return new Refusal(503, general.unavailable, { retryAfter: 2 });
  return null;
}

/** The one shape of every failure; what nobody planned for is logged and told in general words. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
}

/** Answers a failure; usable where no handler of Fastify's stands above. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error);
  if (!refusal || refusal.status >= 500) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'call failed');
  }
  const { fields, current, retryAfter } = refusal?.more ?? {};
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  const body: ErrorBody = {
    error: refusal?.message ?? general.unexpected,
    ...(fields && { fields }),
    ...(current !== undefined && { current }),
  };
  return reply
    .code(refusal?.status ?? 500)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
