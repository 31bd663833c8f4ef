import {
  CallError,
  type CallInput,
  type Endpoint,
  type ErrorBody,
  pathOf,
  type ReplyOf,
} from '#contract/endpoint.ts';
import { general } from '#contract/messages/general.ts';
import { rememberNotice } from './notices.ts';
import { clearToken, readToken, saveToken } from './session.ts';

/** No answer in the time that was given; its status is 0. */
export class CallTimeout extends CallError {
  override name = 'CallTimeout';
}

/** A failure that the server (or something before it) gave no sentence for. */
class CallUnexplained extends CallError {
  override name = 'CallUnexplained';
}

/** The server's own sentence about a failure, null when there is none: then the catalogue's is said. */
export function serverSentence(error: unknown): string | null {
  const said =
    error instanceof CallError && !(error instanceof CallUnexplained) && error.status > 0;
  return said ? error.body.error : null;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until CallTimeout; none by default. */
  timeout?: number;
  /** One UUID per thing to be created, the same for each try. */
  idempotencyKey?: string;
}

interface UploadOptions<E extends Endpoint> extends Omit<CallOptions, 'timeout'> {
  params?: CallInput<E>['params'];
  /** Called with the sent part of the bytes, 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Calls an endpoint by fetch; every failure but an abort is a CallError, status 0 without an answer. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  return (await ask(endpoint, input, options)).reply;
}

/** Reads one page of a list; `next` is what to pass as `before` for the one after it, null at the end. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  options: CallOptions = {},
): Promise<{ rows: ReplyOf<E>; next: string | null }> {
  const { reply, headers } = await ask(endpoint, input, options);
  return { rows: reply, next: headers.get('X-Next-Before') };
}

async function ask<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<{ reply: ReplyOf<E>; headers: Headers }> {
  const token = tokenFor(endpoint);
  const hasBody = input.body !== undefined;
  const timer = options.timeout === undefined ? [] : [AbortSignal.timeout(options.timeout)];
  const given = options.signal ? [options.signal] : [];
  try {
    const response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: headersOf(token, options, hasBody ? 'application/json' : null),
      body: hasBody ? JSON.stringify(input.body) : null,
      signal: AbortSignal.any([...given, ...timer]),
    });
    const reply = replyOf(endpoint, token, response.status, await response.text());
    return { reply, headers: response.headers };
  } catch (error) {
    if (error instanceof CallError || options.signal?.aborted) throw error;
    if (timer[0]?.aborted) throw new CallTimeout(0, { error: general.offline });
    throw new CallError(0, { error: general.offline });
  }
}

/** Sends fields and a file as multipart with progress; aborting `signal` stops it with an AbortError. */
export function upload<E extends Endpoint>(
  endpoint: E,
  fields: FormData | Record<string, unknown>,
  file: File | null,
  options: UploadOptions<E> = {},
): Promise<ReplyOf<E>> {
  const form = fields instanceof FormData ? fields : formOf(fields);
  if (file && endpoint.upload) form.append(endpoint.upload.field, file, file.name);
  const token = tokenFor(endpoint);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(endpoint.method, addressOf(endpoint, { params: options.params }));
    for (const [name, value] of Object.entries(headersOf(token, options, null))) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      try {
        resolve(replyOf(endpoint, token, request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new CallError(0, { error: general.offline }));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onloadend = () => options.signal?.removeEventListener('abort', abort);
    options.signal?.addEventListener('abort', abort);
    request.send(form);
    if (options.signal?.aborted) abort();
  });
}

function tokenFor(endpoint: Endpoint): string | null {
  return endpoint.access === 'public' ? null : readToken();
}

function headersOf(token: string | null, options: CallOptions, type: string | null) {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (type) headers['Content-Type'] = type;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  return headers;
}

function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  const path = pathOf(endpoint, (input.params ?? {}) as Record<string, unknown>);
  return query.size > 0 ? `${path}?${query}` : path;
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

function replyOf<E extends Endpoint>(
  endpoint: E,
  token: string | null,
  status: number,
  text: string,
): ReplyOf<E> {
  const body = parsed(text);
  if (status >= 200 && status < 300) return body as ReplyOf<E>;
  if (status === 401 && endpoint.access !== 'public') expire(token);
  if (isErrorBody(body)) throw new CallError(status, body);
  throw new CallUnexplained(status, { error: general.unexpected });
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
  );
}

let leaving = false;
let renewal: Promise<void> | null = null;

/**
 * Keeps the token that a call answers in place of the one it ends. The old token may be refused
 * elsewhere on the page before that answer is here, which must not end the session.
 */
export async function renewToken<T extends { token: string }>(asking: Promise<T>): Promise<T> {
  const kept = asking.then((reply) => {
    saveToken(reply.token);
    return reply;
  });
  const over = () => {
    renewal = null;
  };
  renewal = kept.then(over, over);
  return kept;
}

/** Whether the page is being left for /login, where what happened is said: a move of our own would be loaded over, and the words with it. */
export function isLeaving(): boolean {
  return leaving;
}

/** SPEC.md's rule for any 401, once in a page's life however many calls fail at the same time. */
function expire(sent: string | null): void {
  if (renewal !== null) {
    void renewal.then(() => expire(sent));
    return;
  }
  // A token that was given up or replaced since has nothing to say about the session of now.
  if (leaving || readToken() !== sent) return;
  leaving = true;
  rememberNotice(general.sessionExpired, 'error');
  clearToken();
  location.replace('/login');
}
