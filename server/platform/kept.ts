import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';

/** Bytes ready to be sent: with their entity tag and, once asked for, their compressed forms. */
export class Prepared {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly headers: Record<string, string>;
  readonly #forms = new Map<Encoding, Buffer>();

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

  /** Sends them, or 304 when the caller has them. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(this.headers);
    // Public bytes: kept by whoever likes, asked for again each time.
    reply.headers({ etag: this.etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match']?.includes(this.etag)) return reply.code(304).send();
    const encoding = bestEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(this.type).send(await this.#form(encoding));
  }

  async #form(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.bytes;
    const kept = this.#forms.get(encoding);
    if (kept) return kept;
    const form =
      encoding === 'br'
        ? await compressBrotli(this.bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 9,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length,
            },
          })
        : await compressGzip(this.bytes);
    this.#forms.set(encoding, form);
    return form;
  }
}

function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}

/**
 * Public answers, kept as bytes until what they show changes.
 * Off where other processes may write the same database: there each read asks it.
 */
export class Kept {
  readonly #answers = new Map<string, Prepared>();
  readonly #on: boolean;
  /** Rises with each change, so that an answer begun before a change is not kept after it. */
  #generation = 0;

  constructor(on: boolean) {
    this.#on = on;
  }

  /** The kept answer of a key, or a new one; null is passed on and not kept. */
  async get(key: string, make: () => Promise<Prepared | null>): Promise<Prepared | null> {
    const found = this.#answers.get(key);
    if (found) return found;
    const generation = this.#generation;
    const answer = await make();
    if (answer && this.#on && generation === this.#generation) {
      // What visitors ask for is bounded by what exists; the stop is for what nobody thought of.
      if (this.#answers.size >= 2000) this.#answers.clear();
      this.#answers.set(key, answer);
    }
    return answer;
  }

  /** Forgets everything; called after each committed write to what public reads show. */
  forget(): void {
    this.#generation += 1;
    this.#answers.clear();
  }
}
