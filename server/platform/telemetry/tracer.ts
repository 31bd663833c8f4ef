import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Tracing } from '../../tracing.ts';
import type { Span } from './span.ts';
import { SpanExporter } from './span-exporter.ts';
import { kindOf, tableOf } from './statements.ts';

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/;

function callerOf(header: unknown): { traceId: string; spanId: string; isSampled: boolean } | null {
  const [, traceId, spanId, flags] = traceparent.exec(String(header)) ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const id = (bytes: number) => randomBytes(bytes).toString('hex');
/** Milliseconds since 1970 of a time of `performance.now()`. */
const epochOf = (time: number) => performance.timeOrigin + time;

/** Records spans of requests and of the work for them. */
export class Tracer {
  readonly #tracing: Tracing;
  readonly #database: string;
  readonly #current = new AsyncLocalStorage<Span | null>();
  readonly exporter: SpanExporter;

  constructor(tracing: Tracing, database: 'sqlite' | 'postgresql', log: FastifyBaseLogger) {
    this.#tracing = tracing;
    this.#database = database;
    this.exporter = new SpanExporter(tracing, log);
  }

  /**
   * Starts the span of a request, as a child of its caller's; null when it isn't sampled. The caller can only have fewer
   * requests recorded: the header comes from anyone.
   */
  startRequest(header: unknown, requestId: string): Span | null {
    const current = this.#current.getStore();
    const caller = callerOf(header);
    const isSampled = current ? true : caller?.isSampled !== false && this.#isChosen();
    if (!isSampled) return null;
    const { traceId = id(16), spanId: parentId = '' } = current ?? caller ?? {};
    const from = epochOf(performance.now());
    const attributes = { 'headrack.request_id': requestId };
    return span({ traceId, parentId, name: 'request', kind: 'server', from, attributes });
  }

  /** Runs the work for a request: what it starts becomes a child. */
  within(parent: Span | null, work: () => void): void {
    this.#current.run(parent, work);
  }

  endRequest(request: Span, method: string, route: string, status: number): void {
    request.name = `${method} ${route}`;
    request.failed = status >= 500;
    request.attributes['http.request.method'] = method;
    request.attributes['http.route'] = route;
    request.attributes['http.response.status_code'] = status;
    this.#end(request);
  }

  /** Records a query of the current span; `from` is of `performance.now()`. */
  query(sql: string, from: number, failed: boolean): void {
    const parent = this.#current.getStore();
    if (!parent) return;
    const [kind, table] = [kindOf(sql), tableOf(sql)];
    const query = this.#child(parent, table ? `${kind} ${table}` : kind, epochOf(from));
    query.failed = failed;
    query.attributes['db.system.name'] = this.#database;
    query.attributes['db.operation.name'] = kind;
    if (table) query.attributes['db.collection.name'] = table;
    this.#end(query);
  }

  /** Records the work as a span, of the current one if there is one. */
  async time<T>(name: string, work: () => Promise<T>, hasFailed: () => boolean): Promise<T> {
    const parent = this.#current.getStore() ?? null;
    if (parent === null && !this.#isChosen()) return work();
    const timed = this.#child(parent, name, epochOf(performance.now()));
    try {
      return await this.#current.run(timed, work);
    } finally {
      timed.failed = hasFailed();
      this.#end(timed);
    }
  }

  close(): Promise<void> {
    return this.exporter.close();
  }

  #isChosen(): boolean {
    return randomInt(2 ** 32) < this.#tracing.ratio * 2 ** 32;
  }

  #child(parent: Span | null, name: string, from: number): Span {
    const { traceId = id(16), spanId: parentId = '' } = parent ?? {};
    return span({ traceId, parentId, name, kind: 'client', from, attributes: {} });
  }

  #end(ended: Span): void {
    ended.to = epochOf(performance.now());
    this.exporter.add(ended);
  }
}

function span(started: Omit<Span, 'spanId' | 'to' | 'failed'>): Span {
  return { ...started, spanId: id(8), to: started.from, failed: false };
}
