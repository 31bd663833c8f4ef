import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditedLists } from '#contract/audit-actions.ts';
import { field } from '#contract/messages/general.ts';
import type { Endpoint, QueryOf } from '#contract/wire/endpoint.ts';
import type { AuditEvents } from '../audit/audit-events.ts';
import { invalid } from '../runtime/errors.ts';

/** The last row of a page: its value in the sorted column, and its id. */
export interface Cursor {
  at: string;
  id: number;
}

/** Encodes a cursor as opaque text. */
export function encodeCursor({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** Decodes `before`: null when absent; throws 400 for text that we never sent. */
export function decodeCursor(before: string | undefined): Cursor | null {
  if (before === undefined || before === '') return null;
  try {
    const [at, id] = JSON.parse(Buffer.from(before, 'base64url').toString()) as unknown[];
    if (typeof at === 'string' && isText(at) && isId(id)) {
      return { at, id };
    }
  } catch {}
  throw invalid({ before: field.cursor });
}

// PostgreSQL rejects NUL and lone surrogates; our cursors hold dates and instants.
function isText(at: string): boolean {
  return /^[\x20-\x7e]*$/.test(at);
}

// Our id columns hold 31-bit integers.
function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && Math.abs(id) <= 2_147_483_647;
}

/** Rows of a list, and where the next ones begin; `end` is null after the last. */
export interface Page<R> {
  rows: R[];
  end: Cursor | null;
}

/** Reads up to `limit` rows of a list after `before`. */
export type ReadPage<R> = (before: Cursor | null, limit: number) => Promise<Page<R>>;

/** Which rows of a list a call asks for. */
export type FilterOf<E extends Endpoint> = Omit<QueryOf<E>, 'limit' | 'before'>;

/** A list as handlers return it: a page reader, or all of its rows in parts. */
export type List<R> = ReadPage<R> | AsyncIterable<readonly R[]>;

/** A reply that is a list, or an object with one list. */
export type ListReply<T> = T extends readonly (infer R)[]
  ? List<R>
  : { [K in keyof T]: T[K] extends readonly (infer R)[] ? List<R> : never };

/** Splits off a page. Pass one row more than `limit`, if there is one. */
export function pageOf<R>(rows: R[], limit: number, cursorOf: (row: R) => Cursor): Page<R> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, end: last && rows.length > limit ? cursorOf(last) : null };
}

/** Rows per query of a whole list: few enough to block other requests for milliseconds only. */
export const partRows = 200;

/** Reads a whole list in parts; other requests run between them. */
export async function* partsOf<R>(
  list: List<R>,
  from: Cursor | null = null,
): AsyncGenerator<readonly R[]> {
  if (typeof list !== 'function') {
    for await (const rows of list) {
      yield rows;
      await yieldToEventLoop();
    }
    return;
  }
  for (let before = from; ; await yieldToEventLoop()) {
    const { rows, end } = await list(before, partRows);
    yield rows;
    if (end === null) return;
    before = end;
  }
}

const isList = (value: unknown): value is List<unknown> =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && Symbol.asyncIterator in value);

/** The list in what a handler returned, and the key under which the reply has it; null when it isn't a list. */
function listIn(result: unknown): { list: List<unknown>; key: string | null } | null {
  if (isList(result)) return { list: result, key: null };
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  const [[key, list] = []] = Object.entries(result);
  return key !== undefined && isList(list) ? { list, key } : null;
}

/** A whole list as JSON. The last chunk is returned: a short list is one text, which takes half the time of a stream. */
async function* jsonOf(
  parts: AsyncIterable<readonly unknown[]>,
  key: string | null,
): AsyncGenerator<string, string> {
  let chunk = key === null ? '[' : `{"${key}":[`;
  let isEmpty = true;
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    if (!isEmpty) {
      yield chunk;
      chunk = ',';
    }
    chunk += JSON.stringify(rows).slice(1, -1);
    isEmpty = false;
  }
  return chunk + (key === null ? ']' : ']}');
}

/** Waits for the first chunk: until the stream begins, a failure still gets an error reply. */
async function textOrStream(chunks: AsyncGenerator<string, string>): Promise<string | Readable> {
  const first = await chunks.next();
  if (first.done) return first.value;
  const { value } = first;
  async function* all() {
    yield value;
    yield yield* chunks;
  }
  return Readable.from(all());
}

export interface PageQuery {
  limit?: number;
  before?: string;
}

/** Where the page that a call asks for begins; throws 400 for a cursor that we never sent. */
export function pageStart({ paged }: Endpoint, { before }: PageQuery): Cursor | null {
  return paged ? decodeCursor(before) : null;
}

/**
 * What is sent for the result of a handler: of a list the page that the call asks for, with its header, or all of it as
 * JSON text or a stream; anything else unchanged.
 */
export async function replyOf(
  { paged }: Endpoint,
  result: unknown,
  { limit, before }: { limit?: number | undefined; before: Cursor | null },
  reply: FastifyReply,
): Promise<unknown> {
  const found = listIn(result);
  if (!found) return result;
  const { list, key } = found;
  const rows = limit ?? (typeof paged === 'number' ? paged : undefined);
  if (rows === undefined || typeof list !== 'function') {
    return textOrStream(jsonOf(partsOf(list, before), key));
  }
  const page = await list(before, rows);
  if (page.end) reply.header('x-next-before', encodeCursor(page.end));
  return key === null ? page.rows : { [key]: page.rows };
}

/** A reply as one JSON text. */
export async function jsonTextOf(reply: unknown): Promise<string> {
  if (typeof reply === 'string') return reply;
  return reply instanceof Readable ? text(reply) : JSON.stringify(reply);
}

/** Records the read of a list of personal data. */
export function auditRead(
  events: Pick<AuditEvents, 'note'>,
  { name }: Endpoint,
  request: FastifyRequest,
): void {
  const label = Object.hasOwn(auditedLists, name) ? auditedLists[name] : undefined;
  // Employees get names only.
  if (label === undefined || request.user?.role !== 'admin' || request.method !== 'GET') return;
  const { userId } = request.user;
  const target = { kind: 'list', id: name, label };
  events.note({ userId, ip: request.ip, action: 'list.read', target });
}
