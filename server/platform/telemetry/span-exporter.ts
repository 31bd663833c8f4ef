import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Tracing } from '../../tracing.ts';
import type { Span } from './span.ts';

/** Spans that wait at most, about 1 MB; further ones are lost. */
const maxWaiting = 2_048;
const maxBatch = 512;
/** How long (ms) spans wait for others. */
const gatherMs = 2_000;
const timeoutMs = 5_000;
/** Pause (ms) after a batch that the collector didn't take. */
const pauseMs = 30_000;
/** How long (ms) the last batch may take at the shutdown. */
const closeMs = 1_000;

const kinds = { internal: 1, server: 2, client: 3 };

const otlpValue = (value: string | number) =>
  typeof value === 'number' ? { intValue: String(value) } : { stringValue: value };
const attributesOf = (attributes: Span['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));
/** Nanoseconds since 1970, as text because they exceed 2^53. */
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`;

/** A span in OTLP's JSON. */
function toOtlp({ traceId, spanId, parentId, name, kind, from, to, attributes, failed }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId && { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(to),
    attributes: attributesOf(attributes),
    ...(failed && { status: { code: 2 } }),
  };
}

/** Sends spans to a collector in batches, one at a time (OTLP over HTTP with JSON). Nothing waits for it. */
export class SpanExporter {
  readonly #tracing: Tracing;
  readonly #log: FastifyBaseLogger;
  readonly #resource: object;
  #waiting: Span[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;
  #isFailing = false;
  /** Spans that reached the collector, and those that didn't. */
  readonly counts = { sent: 0, lost: 0 };

  constructor(tracing: Tracing, log: FastifyBaseLogger) {
    this.#tracing = tracing;
    this.#log = log;
    const attributes = { 'service.name': tracing.service, 'service.instance.id': hostname() };
    this.#resource = { attributes: attributesOf(attributes) };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(span: Span): void {
    if (this.#waiting.length >= maxWaiting) {
      this.counts.lost += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#isFailing || this.#sending !== null) return;
    if (this.#waiting.length >= maxBatch) void this.#send(timeoutMs);
    else this.#sendIn(gatherMs);
  }

  /** Sends what waits, if the collector takes it at once. */
  async close(): Promise<void> {
    await this.#sending;
    if (!this.#isFailing) await this.#send(closeMs);
    clearTimeout(this.#timer ?? undefined);
  }

  #sendIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#send(timeoutMs), ms).unref();
  }

  #send(timeout: number): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    this.#sending ??= this.#post(this.#waiting.splice(0, maxBatch), timeout).finally(() => {
      this.#sending = null;
      if (this.#waiting.length > 0) this.#sendIn(this.#isFailing ? pauseMs : 0);
    });
    return this.#sending;
  }

  async #post(spans: Span[], timeout: number): Promise<void> {
    if (spans.length === 0) return;
    const scopeSpans = [{ scope: { name: 'headrack' }, spans: spans.map(toOtlp) }];
    try {
      const response = await fetch(this.#tracing.url, {
        method: 'POST',
        headers: { ...this.#tracing.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource: this.#resource, scopeSpans }] }),
        signal: AbortSignal.timeout(timeout),
        redirect: 'error',
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`status ${response.status}`);
      this.counts.sent += spans.length;
      this.#isFailing = false;
    } catch (error) {
      this.counts.lost += spans.length;
      // Once, not for every batch.
      if (!this.#isFailing) {
        const { message, cause } = error as Error;
        const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
        this.#log.warn({ reason }, 'the collector takes no traces');
      }
      this.#isFailing = true;
    }
  }
}
