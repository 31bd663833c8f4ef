import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { today } from '#contract/rules/dates.ts';
import { requestIdHeader } from '#contract/wire/endpoint.ts';
import type { Task } from '../runtime/tasks.ts';
import type { PublicChanges } from './public-changes.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';
const encodings = 3;
/** Allowance for a response's objects, headers and key, in bytes. */
const overheadBytes = 4096;
/** URLs whose stored response is found without the framework, and their characters at most. */
const maxUrls = 1000;
const maxUrlLength = 500;
/** Bytes that all responses may take; a page with its variants takes 50 to 90 kB. */
const defaultMaxBytes = 32 * 1024 * 1024;

/** Brotli qualities: 9 for a response that is sent often, 4 for one that is sent once. */
export type BrotliQuality = 9 | 4;

/** A response ready for node:http; headers as a flat list of names and values. */
export interface Repeat {
  status: number;
  headers: readonly string[];
  hasRequestId: boolean;
  body: Buffer | undefined;
}

/** Stands for the key of a page's forms, which every response has its own of. */
export const formKeyBlank = randomBytes(16).toString('base64url');

/** A copy of a page with a new key in its forms. */
export function withFormKey(page: Buffer): Buffer {
  const filled = Buffer.from(page);
  const key = randomBytes(16).toString('base64url');
  for (let at = page.indexOf(formKeyBlank); at >= 0; at = page.indexOf(formKeyBlank, at + 1)) {
    filled.write(key, at);
  }
  return filled;
}

/** A response body with its entity tag; compressed once per encoding, on first use. */
export class CachedResponse {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Sent by `withFormKey`, never as it is stored. */
  readonly hasForm: boolean;
  readonly headers: Record<string, string>;
  readonly #quality: BrotliQuality;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();
  readonly #repeats = new Map<Encoding | 'unchanged', Repeat>();

  constructor(
    body: string | Buffer,
    type = 'application/json; charset=utf-8',
    headers: Record<string, string> = {},
    quality: BrotliQuality = 9,
  ) {
    this.bytes = typeof body === 'string' ? Buffer.from(body) : body;
    this.type = type;
    this.hasForm = this.bytes.includes(formKeyBlank);
    this.headers = headers;
    this.#quality = quality;
    this.etag = `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
  }

  /** Bytes that it can take in memory at most, with every compressed variant. */
  get maxBytes(): number {
    return this.bytes.length * encodings + JSON.stringify(this.headers).length + overheadBytes;
  }

  /** Sends the body, or 304 when the client has it. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(this.headers);
    // Public: any cache may store it but must revalidate.
    reply.headers({ etag: this.etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
    const variant = this.#variantFor(request.headers);
    if (variant === 'unchanged') {
      this.#remember(variant, reply.code(304));
      return reply.send();
    }
    if (variant !== 'identity') reply.header('content-encoding', variant);
    const body = await this.#encode(variant);
    this.#remember(variant, reply.type(this.type), body);
    return reply.send(body);
  }

  /** The same response as an earlier one to such a request; undefined before the first. */
  repeatFor(headers: IncomingHttpHeaders): Repeat | undefined {
    return this.#repeats.get(this.#variantFor(headers));
  }

  #variantFor(headers: IncomingHttpHeaders): Encoding | 'unchanged' {
    if (headers['if-none-match']?.includes(this.etag)) return 'unchanged';
    // Pictures are compressed.
    return this.type.startsWith('image/') ? 'identity' : bestEncoding(headers['accept-encoding']);
  }

  #remember(variant: Encoding | 'unchanged', reply: FastifyReply, body?: Buffer): void {
    if (this.#repeats.has(variant)) return;
    const { [requestIdHeader]: requestId, ...others } = reply.getHeaders();
    const headers = Object.entries(others).flatMap(([name, value]) => [name, String(value)]);
    if (body) headers.push('content-length', String(body.length));
    const { statusCode: status } = reply;
    this.#repeats.set(variant, { status, headers, hasRequestId: Boolean(requestId), body });
  }

  #encode(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.bytes;
    let encoded = this.#encoded.get(encoding);
    encoded ??=
      encoding === 'br'
        ? compressBrotli(this.bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.#quality,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length,
            },
          })
        : compressGzip(this.bytes);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}

/**
 * Public responses in memory, least recently used first out, until a write invalidates them.
 * Concurrent requests for the same key share one build.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;
  /** The keys of URLs that were answered from here; a key may be gone. */
  readonly #keys = new LRUCache<string, string>({ max: maxUrls });
  readonly #pending = new Map<string, Promise<CachedResponse | null>>();
  readonly #changes: PublicChanges | null;
  #count: number | null = null;
  /** Requests that were answered from here, and those that had to build the response. */
  readonly requests = { hit: 0, miss: 0 };
  /** Rises with each invalidation, so that a response built from older data is not stored. */
  #generation = 0;

  /** `changes` are those of other processes; null where none writes. */
  constructor(changes: PublicChanges | null, maxBytes = defaultMaxBytes) {
    this.#changes = changes;
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ maxBytes: size }, key) => size + 2 * key.length,
    });
  }

  /** Bytes that the stored responses take at most. */
  get bytes(): number {
    return this.#responses.calculatedSize;
  }

  /**
   * Returns the stored response of a key, or builds and stores it; null is returned but not stored. Every request for
   * the same URL must get the response of that key.
   */
  async get(
    key: string,
    build: () => Promise<CachedResponse | null>,
    request?: FastifyRequest,
  ): Promise<CachedResponse | null> {
    const url = request?.raw.url;
    if (url && url.length <= maxUrlLength) this.#keys.set(url, key);
    if (this.#changes) this.#expect(await this.#changes.count());
    const stored = this.#responses.get(key);
    const pending = stored ? undefined : this.#pending.get(key);
    const shared = pending === undefined ? stored : await pending;
    if (shared) {
      this.requests.hit += 1;
      return shared;
    }
    this.requests.miss += 1;
    const generation = this.#generation;
    const building = build();
    this.#pending.set(key, building);
    try {
      const response = await building;
      if (response && generation === this.#generation) {
        this.#responses.set(key, response);
      }
      return response;
    } finally {
      if (this.#pending.get(key) === building) this.#pending.delete(key);
    }
  }

  /** Calls `found` with the stored response of a URL, or undefined: at once unless the changes must be read. */
  find(url: string, found: (stored: CachedResponse | undefined) => void): void {
    const key = this.#keys.get(url);
    const take = (count: number | null) => {
      if (count !== null) this.#expect(count);
      found(key === undefined ? undefined : this.#responses.get(key));
    };
    const count = key === undefined ? null : (this.#changes?.count() ?? null);
    if (count instanceof Promise) count.then(take, () => found(undefined));
    else take(count);
  }

  #expect(count: number): void {
    if (count === this.#count) return;
    this.#count = count;
    this.#clear();
  }

  /** Call after every committed write to publicly readable data, and answer the write when it resolves. */
  async invalidate(): Promise<void> {
    this.#clear();
    await this.#changes?.settled();
  }

  #clear(): void {
    this.#generation += 1;
    this.#responses.clear();
    this.#pending.clear();
  }
}

/** Invalidates the cache when the day changes: jobs close, and the footer names the year. */
export function newDayTask({
  responseCache,
  now,
}: {
  responseCache: ResponseCache;
  now: () => Date;
}): Task {
  let day = today(now());
  return {
    name: 'new day',
    every: 60_000,
    limit: 60_000,
    run: async () => {
      if (today(now()) === day) return;
      day = today(now());
      await responseCache.invalidate();
    },
  };
}
