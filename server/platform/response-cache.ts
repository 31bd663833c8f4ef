import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { today } from '#contract/dates.ts';
import type { Task } from './tasks.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';

/** A response body with its entity tag; compressed once per encoding, on first use. */
export class CachedResponse {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly headers: Record<string, string>;
  readonly #encoded = new Map<Encoding, Buffer>();

  constructor(
    text: string,
    type = 'application/json; charset=utf-8',
    headers: Record<string, string> = {},
  ) {
    this.bytes = Buffer.from(text);
    this.type = type;
    this.headers = headers;
    this.etag = `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
  }

  /** Sends the body, or 304 when the client has it. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(this.headers);
    // Public: any cache may store it but must revalidate.
    reply.headers({ etag: this.etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match']?.includes(this.etag)) return reply.code(304).send();
    const encoding = bestEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(this.type).send(await this.#encode(encoding));
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.bytes;
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const encoded =
      encoding === 'br'
        ? await compressBrotli(this.bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 9,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length,
            },
          })
        : await compressGzip(this.bytes);
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
 * Public responses in memory, until a write invalidates them.
 * Off where other processes may write the same database.
 */
export class ResponseCache {
  readonly #responses = new Map<string, CachedResponse>();
  readonly #on: boolean;
  /** Rises with each invalidation, so that a response built from older data is not stored. */
  #generation = 0;

  constructor(on: boolean) {
    this.#on = on;
  }

  /** Returns the stored response of a key, or builds and stores it; null is returned but not stored. */
  async get(
    key: string,
    build: () => Promise<CachedResponse | null>,
  ): Promise<CachedResponse | null> {
    const stored = this.#responses.get(key);
    if (stored) return stored;
    const generation = this.#generation;
    const response = await build();
    if (response && this.#on && generation === this.#generation) {
      // The public pages and calls bound the keys; this limit is a safety net.
      if (this.#responses.size >= 2000) this.#responses.clear();
      this.#responses.set(key, response);
    }
    return response;
  }

  /** Call after every committed write to publicly readable data. */
  invalidate(): void {
    this.#generation += 1;
    this.#responses.clear();
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
      responseCache.invalidate();
    },
  };
}
