import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { FileKind } from './file-kinds.ts';

type ObjectSchema = z.ZodMiniObject;

/** The file of a multipart call. */
export interface UploadRule {
  /** The multipart field that holds the bytes. */
  field: string;
  /** The field of a second file, always optional, for which the same rules hold. */
  otherField?: string;
  /** Accepted kinds, detected from the bytes. */
  kinds: readonly FileKind[];
  required: boolean;
  /** Text may also be UTF-16 or in the encoding of another system, because the feature decodes it. */
  anyEncoding?: boolean;
  /** Number of files that one call may send under the field's name; by default 1. */
  maxFiles?: number;
  /** Largest accepted size in bytes; 'usual': UPLOAD_MB, and 500 MB for MP4. */
  maxBytes: number | 'usual';
  /** Images are stored only as AVIF and WebP in these widths (pixels). */
  imageWidths?: readonly number[];
}

/**
 * A device token names the accounts that signed in with a device. Their failed sign-ins on it are counted
 * apart from those of strangers. It grants nothing else.
 */
export const deviceTokenHeader = 'X-Device-Token';

/** The id of a call, in the server's log too: the browser's, or a new one. */
export const requestIdHeader = 'x-request-id';

/** Largest MP4 under the 'usual' limit, in bytes. */
export const videoBytes = 500 * 1024 * 1024;

/** An API call: method, path, access, input and reply. */
export interface Endpoint {
  /** Unique camelCase name; the operationId of the OpenAPI document. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `{param}` placeholders, all lower case. */
  path: `/api/${string}`;
  access: Access;
  summary: string;
  /**
   * How a write that anyone may call is limited; none is without. `form`: counted for each line, flagged in a flood.
   * `link`: counted for each link, and wrong codes for each line. `sign-in`: failures are counted.
   */
  limited?: 'form' | 'link' | 'sign-in';
  /** Also allowed for an account that still has to add the second factor that it needs. */
  duringSetUp?: true;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: z.ZodMiniType;
  /** When present the call is multipart/form-data and `body` describes its text fields. */
  upload?: UploadRule;
  /** Other accepted names of body keys: alias → own name. */
  aliases?: Readonly<Record<string, string>>;
  /** Status of success: 201 for a creation, 204 without a body. */
  status: 200 | 201 | 204;
  reply?: z.ZodMiniType;
  /** A creation that returns the first reply for a repeated `Idempotency-Key`. */
  idempotent?: true;
  /** A sign-in: takes the device token of an earlier one in `deviceTokenHeader`, and returns a new one. */
  signsIn?: true;
  /** Statuses of failure that neither its access nor its shape implies, for the OpenAPI document. */
  failures?: readonly (400 | 401 | 403 | 404 | 409)[];
  /** The list is read in pages with `limit` and `before`: whole without a limit, or in pages of so many. */
  paged?: true | number;
  /** The error message for invalid input where the requirements quote one: for any missing required field, or by field. */
  invalid?: string | Readonly<Record<string, string>>;
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type In<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** A handler's input, parsed and validated. */
export type ParamsOf<E extends Endpoint> = Out<E['params']>;
export type QueryOf<E extends Endpoint> = Out<E['query']>;
export type BodyOf<E extends Endpoint> = Out<E['body']>;
export type ReplyOf<E extends Endpoint> = Out<E['reply']>;

/** A caller's input, as on the wire. */
export interface CallInput<E extends Endpoint> {
  params?: In<E['params']>;
  query?: In<E['query']>;
  body?: In<E['body']>;
}

/** Calls an endpoint: by fetch in the browser, in process on the server. */
export type Call = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<ReplyOf<E>>;

/** A failed call. */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  readonly body: ErrorBody;

  /** `status` is 0 without a response. */
  constructor(status: number, body: ErrorBody) {
    super(body.error);
    this.status = status;
    this.body = body;
  }
}

/** The body of every failure. The server always sends `code` and `request_id`. */
export interface ErrorBody {
  /** One sentence for the user. */
  error: string;
  /** Absent without a response. */
  code?: ErrorCode;
  /** The id of the request in the server's log. */
  request_id?: string;
  /** Wire name of a field → its error. */
  fields?: Record<string, string>;
  /** The current record, when the version of a write was stale. */
  current?: unknown;
}

/** Fills the placeholders of an endpoint's path. */
export function pathOf(endpoint: Endpoint, params: Record<string, unknown> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}
