import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { general } from '#contract/messages/general.ts';
import { type ErrorBody, requestIdHeader } from '#contract/wire/endpoint.ts';
import { type ErrorCode, errorCodes, errorTypes } from '#contract/wire/errors.ts';
import { isUnavailable } from '../../database/errors.ts';
import type { AuditEvents } from '../audit/audit-events.ts';
import { lineOf } from '../limits/limits.ts';
import { refusedLine } from '../limits/refused-requests.ts';
import { HttpError } from '../runtime/errors.ts';
import { isKey } from '../storage/storage.ts';
import { translateFailure } from './answer-languages.ts';

const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_required',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'incomplete_upload',
  FST_ERR_BAD_URL: 'malformed_url',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Maps an error to an expected failure; null when it is an internal error. */
export function toHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  const known = code === undefined ? undefined : frameworkErrors[code];
  if (known) return new HttpError(known);
  if (statusCode === 403 || statusCode === 404) return new HttpError('not_found');
  if (statusCode === 503) return new HttpError('busy', { retryAfter: 2 });
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    if (error instanceof SyntaxError) return new HttpError('malformed_json');
    const byStatus = errorCodes.find((name) => errorTypes[name].status === statusCode);
    return new HttpError(byStatus ?? 'validation_failed', { message: general.invalid });
  }
  // After the 4xx: an interrupted upload looks like a lost database connection.
  if (isUnavailable(error)) return new HttpError('unavailable', { retryAfter: 2 });
  return null;
}

/** Returns the body of a failure; null is an internal error. */
export function errorBody(
  httpError: HttpError | null,
  requestId: string,
): ErrorBody & Required<Pick<ErrorBody, 'code' | 'request_id'>> {
  const { fields, current } = httpError ?? {};
  return {
    error: httpError?.message ?? general.unexpected,
    code: httpError?.code ?? 'internal_error',
    request_id: requestId,
    ...(fields && { fields }),
    ...(current !== undefined && { current }),
  };
}

/** Sends every thrown error in the same shape, and audits refusals; details of internal errors are only logged. */
export function handleErrors(app: FastifyInstance, events: Pick<AuditEvents, 'note'>): void {
  app.setErrorHandler((error, request, reply) => {
    auditRefusal(events, toHttpError(error), request);
    return sendFailure(error, request, reply);
  });
}

/** Sends and logs a failure, also where no Fastify error handler applies. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const httpError = toHttpError(error);
  const body = translateFailure(request, errorBody(httpError, request.id));
  const status = httpError?.status ?? 500;
  const expected = httpError && { [refusedLine]: lineOf(request.ip) };
  const line = { code: body.code, status, route: request.routeOptions.url, ...expected };
  // Refused on purpose: an attack mustn't fill the log with stack traces.
  if (body.code === 'busy') request.log.warn(line, 'request refused');
  else if (status >= 500) request.log.error({ err: error, ...line }, 'request failed');
  else request.log.info(line, 'request refused');
  if (httpError?.retryAfter !== undefined)
    reply.header('retry-after', String(httpError.retryAfter));
  return reply
    .code(status)
    .header(requestIdHeader, request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/**
 * Records a limit hit, a refused call, and an employee's call for a record that doesn't exist for them: the
 * ownership rules answer 404.
 */
function auditRefusal(
  events: Pick<AuditEvents, 'note'>,
  error: HttpError | null,
  request: FastifyRequest,
): void {
  if (!error) return;
  const { code, status } = error;
  const { user, ip } = request;
  const isRefused = code === 'forbidden' || (code === 'not_found' && user?.role === 'employee');
  if (status !== 429 && !isRefused) return;
  const action = status === 429 ? 'limit.reached' : 'access.refused';
  const id = `${request.method} ${request.routeOptions.url ?? ''}`;
  const target = { kind: 'call', id, label: labelOf(request, id) };
  events.note({ userId: user?.userId ?? null, ip, action, target, detail: { code } });
}

/** Names the record of a call by ids and file keys only: other text of a URL may be a secret, such as a reset code. */
function labelOf({ params, query }: FastifyRequest, id: string): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const label = id.replace(/:(\w+)/g, (placeholder, name: string) => {
    const value = given[name];
    return typeof value === 'string' && /^\d{1,10}$/.test(value) ? value : placeholder;
  });
  const { path, key } = (query ?? {}) as Record<string, unknown>;
  const fileKey = [path, key].find((value) => typeof value === 'string' && isKey(value));
  return fileKey === undefined ? label : `${label} ${fileKey}`;
}
