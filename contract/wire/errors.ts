import { files } from '../messages/files.ts';
import { general } from '../messages/general.ts';
import { jobClosing } from '../messages/job-closing.ts';
import { passkeys, secondFactors } from '../messages/second-factors.ts';
import { sessionRefusals } from '../messages/session-refusals.ts';
import { passwords } from '../messages/users.ts';

interface ErrorType {
  /** HTTP status. */
  status: number;
  /** Default message for the user. */
  message: string;
  /** When it occurs, for the API docs. */
  description: string;
}

/**
 * Every error code of the API. Codes are stable: clients may branch on them, so add codes but never
 * rename or reuse one. The first code of a status is its most general.
 */
export const errorTypes = {
  validation_failed: {
    status: 400,
    message: general.invalid,
    description: 'Invalid input; `fields` names each invalid field and its error.',
  },
  malformed_request: {
    status: 400,
    message: general.notHttp,
    description: 'The bytes received are not an HTTP request, or it repeats a header such as Host.',
  },
  malformed_url: {
    status: 400,
    message: general.notFound,
    description: 'The URL cannot be decoded.',
  },
  malformed_json: {
    status: 400,
    message: general.brokenJson,
    description: 'The body is not valid JSON.',
  },
  body_required: {
    status: 400,
    message: general.bodyMissing,
    description: 'The call needs a body.',
  },
  incomplete_upload: {
    status: 400,
    message: general.brokenUpload,
    description: 'The body ended early or is not valid multipart.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: general.keyInvalid,
    description: 'The Idempotency-Key is not a UUID.',
  },
  token_invalid: {
    status: 401,
    message: general.tokenInvalid,
    description: 'The token is malformed, expired or revoked.',
  },
  token_missing: {
    status: 401,
    message: general.tokenMissing,
    description: 'The call needs a token.',
  },
  account_closed: {
    status: 401,
    message: general.tokenInvalid,
    description: 'The token was valid until its account was closed.',
  },
  credentials_changed: {
    status: 401,
    message: general.tokenInvalid,
    description: 'The token was valid until the password or role of its account changed.',
  },
  invalid_credentials: {
    status: 401,
    message: sessionRefusals.loginInvalid,
    description: 'Wrong username or password.',
  },
  second_factor_required: {
    status: 401,
    message: secondFactors.codeRequired,
    description: 'The password is right; the account also needs a code or its passkey.',
  },
  passkey_refused: {
    status: 401,
    message: passkeys.refused,
    description: 'The passkey is unknown, or its answer is invalid, expired or already used.',
  },
  forbidden: {
    status: 403,
    message: general.adminsOnly,
    description: 'The token is valid, but its user may not do this.',
  },
  second_factor_setup_required: {
    status: 403,
    message: secondFactors.setUpRequired,
    description: 'The account must add a second factor before it may do anything else.',
  },
  foreign_origin: {
    status: 403,
    message: general.foreignOrigin,
    description: 'The request comes from a page of another site.',
  },
  wrong_password: {
    status: 403,
    message: passwords.currentWrong,
    description: 'The current password in the body is wrong; the token stays valid.',
  },
  confirmation_required: {
    status: 403,
    message: passwords.confirmFirst,
    description:
      'The sign-in is older than 15 minutes; call POST /api/confirm, then repeat the call.',
  },
  link_expired: {
    status: 403,
    message: files.linkExpired,
    description: 'The signed file link has expired.',
  },
  not_found: {
    status: 404,
    message: general.notFound,
    description: 'It does not exist, or the caller may not see it.',
  },
  job_deleted: {
    status: 404,
    message: jobClosing.gone,
    description: 'The job was deleted; its page answers 410.',
  },
  method_not_allowed: {
    status: 405,
    message: general.methodNotAllowed,
    description: 'The path exists, but not with this method; see Allow.',
  },
  request_timeout: {
    status: 408,
    message: general.notHttp,
    description: 'The request headers took too long to arrive.',
  },
  conflict: {
    status: 409,
    message: general.stale,
    description: 'The current state does not allow this change.',
  },
  version_conflict: {
    status: 409,
    message: general.stale,
    description: 'The record changed since it was read; `current` is the record now.',
  },
  already_exists: {
    status: 409,
    message: general.invalid,
    description: 'A unique value is taken; `fields` names it.',
  },
  job_closed: {
    status: 409,
    message: jobClosing.applicationClosed,
    description: 'The job is closed or deleted; the same application without job_id is accepted.',
  },
  precondition_failed: {
    status: 412,
    message: general.invalid,
    description: 'The file does not match If-Match or If-Unmodified-Since.',
  },
  payload_too_large: {
    status: 413,
    message: general.bodyTooLarge,
    description: 'The body, file or picture is larger than the call accepts.',
  },
  unsupported_media_type: {
    status: 415,
    message: general.bodyKind,
    description: 'The call does not accept this kind of file or body.',
  },
  range_not_satisfiable: {
    status: 416,
    message: files.noSuchPart,
    description: 'The file does not have the requested byte range.',
  },
  idempotency_key_reused: {
    status: 422,
    message: general.keyReused,
    description: 'The Idempotency-Key was already used with a different body.',
  },
  rate_limited: {
    status: 429,
    message: general.tooMany,
    description: 'Too many requests; try again after Retry-After seconds.',
  },
  headers_too_large: {
    status: 431,
    message: general.bodyTooLarge,
    description: 'The request headers are too large.',
  },
  internal_error: {
    status: 500,
    message: general.unexpected,
    description: 'An internal error; `request_id` finds it in the log.',
  },
  file_damaged: {
    status: 500,
    message: files.damaged,
    description: 'The bytes of the stored file are not those that were uploaded.',
  },
  unavailable: {
    status: 503,
    message: general.unavailable,
    description: 'The database or the file storage is unreachable.',
  },
  busy: {
    status: 503,
    message: general.busy,
    description: 'The server is overloaded or shutting down.',
  },
} as const satisfies Record<string, ErrorType>;

export type ErrorCode = keyof typeof errorTypes;

export type ErrorCodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errorTypes)[Code]['status'] extends Status ? Code : never;
}[ErrorCode];

export const errorCodes = Object.keys(errorTypes) as readonly ErrorCode[];
