import { general } from '#contract/messages/general.ts';
import { type ErrorCode, type ErrorCodeOf, errorTypes } from '#contract/wire/errors.ts';

interface Details {
  /** Shown to the user; by default the code's message. */
  message?: string;
  /** Wire name of a field → its error. */
  fields?: Record<string, string>;
  /** The current record. */
  current?: unknown;
  /** Seconds. */
  retryAfter?: number;
  isWrongCode?: boolean;
  cause?: unknown;
}

/** An expected failure: its code determines the HTTP status. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly current: unknown;
  readonly retryAfter: number | undefined;
  /** A secret link has no such code, so it may be a guess. */
  readonly isWrongCode: boolean;

  constructor(code: ErrorCode, details: Details = {}) {
    const { status, message } = errorTypes[code];
    super(details.message ?? message, { cause: details.cause });
    this.code = code;
    this.status = status;
    this.fields = details.fields;
    this.current = details.current;
    this.retryAfter = details.retryAfter;
    this.isWrongCode = details.isWrongCode ?? false;
  }
}

/** 400: wire name of each field → its error. */
export function invalid(
  fields: Record<string, string>,
  message: string = general.invalid,
): HttpError {
  return new HttpError('validation_failed', { message, fields });
}

/** 401: no token, or one that is no longer valid. */
export function notSignedIn(code: ErrorCodeOf<401> = 'token_invalid'): HttpError {
  return new HttpError(code);
}

/** 403: signed in, but not allowed to do this. */
export function forbidden(message: string = general.adminsOnly): HttpError {
  return new HttpError('forbidden', { message });
}

/** 404: it does not exist, or the caller may not see it. */
export function notFound(message: string = general.notFound): HttpError {
  return new HttpError('not_found', { message });
}

/** The 404 of a secret link whose code is unknown, used up, revoked or expired. Writes with such codes are counted. */
export function deadLink(message: string): HttpError {
  return new HttpError('not_found', { message, isWrongCode: true });
}

/** 409: the current state does not allow the change. */
export function conflict(message: string, current?: unknown): HttpError {
  return new HttpError('conflict', { message, ...(current !== undefined && { current }) });
}

/** 409: the record changed since the caller read it. `current` is the record now. */
export function versionConflict(current: unknown, message: string = general.stale): HttpError {
  return new HttpError('version_conflict', { message, current });
}

/** An error of one field, with one message for the field and the whole request. */
export function fieldError(code: ErrorCode, field: string, message: string): HttpError {
  return new HttpError(code, { message, fields: { [field]: message } });
}

/** 409: the value of this field is taken. */
export function alreadyExists(field: string, message: string): HttpError {
  return fieldError('already_exists', field, message);
}

/** 429. `retryAfter` in seconds. */
export function tooMany(retryAfter: number, message: string = general.tooMany): HttpError {
  return new HttpError('rate_limited', { message, retryAfter });
}
