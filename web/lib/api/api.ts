import { general } from '#contract/messages/general.ts';
import { sessionRefusals } from '#contract/messages/session-refusals.ts';
import type { SessionEnd } from '#contract/session.ts';
import { locale } from '#contract/text/languages.ts';
import {
  CallError,
  type CallInput,
  deviceTokenHeader,
  type Endpoint,
  type ErrorBody,
  type ReplyOf,
  requestIdHeader,
} from '#contract/wire/endpoint.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { readStored, writeStored } from '../device/storage.ts';
import { addFlashAlert } from '../navigation/flash-alerts.ts';
import { endSession, readToken, saveToken } from '../session/session.ts';
import { noteFailure } from './failed-request.ts';
import { addressOf, sizeOf } from './request-parts.ts';

/** The call took longer than its `timeout`; its status is 0. */
export class CallTimeout extends CallError {
  override name = 'CallTimeout';
}

/** An error response that isn't the application's own, such as a proxy's error page. */
class UnknownResponse extends CallError {
  override name = 'UnknownResponse';
}

/** '' on an origin without TLS, where the server makes one. */
export const newRequestId = (): string => crypto.randomUUID?.() ?? '';

/** Largest body of a `keepalive` request, in bytes: browsers allow 64 KiB for all of them together. */
export const keepaliveMaxBytes = 60_000;

/** Why a call failed without an error message of the server; null when the server sent one. */
export function failureCause(error: unknown): string | null {
  return error instanceof CallError && serverMessage(error) === null ? error.body.error : null;
}

/** The server's error message; null when there is none, so that callers fall back to their own. */
export function serverMessage(error: unknown): string | null {
  const hasMessage =
    error instanceof CallError && !(error instanceof UnknownResponse) && error.status > 0;
  return hasMessage ? error.body.error : null;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until CallTimeout; none by default. */
  timeout?: number;
  /** One UUID per record to create, the same for each retry. */
  idempotencyKey?: string;
  /** The request outlives the page if its body is small enough. */
  keepalive?: boolean;
}

/** Calls an endpoint. Rejects with a CallError (status 0 without a response), or with an AbortError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  return (await ask(endpoint, input, options)).reply;
}

/** Reads one page of a list. Pass `next` as `before` for the following page; it is null at the end. */
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
  const hasBody = input.body !== undefined;
  return request(endpoint, addressOf(endpoint, input), options, {
    type: hasBody ? 'application/json' : null,
    body: hasBody ? JSON.stringify(input.body) : null,
  });
}

export async function request<E extends Endpoint>(
  endpoint: E,
  url: string,
  options: CallOptions,
  { type, body }: { type: string | null; body: string | FormData | null },
): Promise<{ reply: ReplyOf<E>; headers: Headers }> {
  const token = tokenFor(endpoint);
  const timer = options.timeout === undefined ? [] : [AbortSignal.timeout(options.timeout)];
  const given = options.signal ? [options.signal] : [];
  let requestId = newRequestId();
  let status = 0;
  try {
    const init = {
      method: endpoint.method,
      headers: headersOf(endpoint, token, options, type, requestId),
      body,
      keepalive: options.keepalive === true && sizeOf(body) <= keepaliveMaxBytes,
      signal: AbortSignal.any([...given, ...timer]),
    };
    const response = await fetch(url, init);
    status = response.status;
    requestId = response.headers.get(requestIdHeader) ?? requestId;
    const reply = replyOf(endpoint, token, status, await response.text());
    if (endpoint.signsIn) saveDeviceToken(response.headers.get(deviceTokenHeader));
    return { reply, headers: response.headers };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteFailure(requestId, status);
    if (error instanceof CallError) throw error;
    if (timer[0]?.aborted) throw new CallTimeout(0, { error: general.timedOut });
    throw networkFailure();
  }
}

export function networkFailure(): CallError {
  const sentence = navigator.onLine === false ? general.offline : general.unreachable;
  return new CallError(0, { error: sentence });
}

export function tokenFor(endpoint: Endpoint): string | null {
  return endpoint.access === 'public' ? null : readToken();
}

export function headersOf(
  endpoint: Endpoint,
  token: string | null,
  options: CallOptions,
  type: string | null,
  requestId: string,
) {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    // The page's language, which may not be the browser's.
    'Accept-Language': locale(),
    [requestIdHeader]: requestId,
  };
  if (type) headers['Content-Type'] = type;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const deviceToken = endpoint.signsIn ? readDeviceToken() : null;
  if (deviceToken) headers[deviceTokenHeader] = deviceToken;
  return headers;
}

export function replyOf<E extends Endpoint>(
  endpoint: E,
  token: string | null,
  status: number,
  text: string,
): ReplyOf<E> {
  const body = parsed(text);
  const isOk = status >= 200 && status < 300;
  // A captive portal can return its own page with 200.
  if (isOk && (body !== undefined || endpoint.status === 204)) return body as ReplyOf<E>;
  if (status === 401 && endpoint.access !== 'public') expire(token, body);
  if (isErrorBody(body) && body.code === 'second_factor_setup_required') goToSetUp(body.error);
  if (isErrorBody(body)) throw new CallError(status, body);
  const sentence = status === 413 ? general.bodyTooLarge : general.serverProblem;
  throw new UnknownResponse(status, { error: sentence });
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

let renewal: Promise<void> | null = null;

/**
 * Saves the new token of a call that ends the current one. Until the reply arrives, a 401 of another call must not end the session.
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

/** Where an account that must add a second factor first does so. */
const setUpPage = '/sign-in';

function goToSetUp(reason: string): void {
  if (location.pathname.toLowerCase() === ownPath(setUpPage)) return;
  addFlashAlert(reason, 'info');
  location.replace(ownPath(setUpPage));
}

/** The rule for any 401 (G3). The shell of the portal leaves for /login when the session has ended. */
function expire(sent: string | null, answer: unknown): void {
  if (renewal !== null) {
    void renewal.then(() => expire(sent, answer));
    return;
  }
  // The token was replaced or removed in the meantime, so the response says nothing about the current session.
  if (sent === null || readToken() !== sent) return;
  addFlashAlert(general.sessionExpired, 'error');
  const code = isErrorBody(answer) ? (answer.code as SessionEnd) : null;
  const reason = code && sessionRefusals.ended[code];
  if (reason) addFlashAlert(reason, 'info');
  endSession(code);
}

/** Outlives logouts, because it grants nothing: it keeps strangers' guesses from locking this device out. */
const deviceKey = 'headrack:device';

/** The token of a device that signed in before; null on a new one. */
function readDeviceToken(): string | null {
  const token = readStored(deviceKey);
  return typeof token === 'string' ? token : null;
}

/** Stores the token that came with a sign-in; null keeps the previous one. */
function saveDeviceToken(token: string | null): void {
  if (token !== null) writeStored(deviceKey, token);
}
