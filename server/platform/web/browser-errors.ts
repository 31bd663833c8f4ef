import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { browserErrorKinds, browserErrorsPath } from '#contract/wire/browser-errors.ts';
import type { Limits } from '../limits/limits.ts';

/** Errors a minute that are logged and listed; a broken page would otherwise send one per visitor. */
const maxLines = 20;
const maxListed = 20;
const listedForMs = 24 * 3_600_000;
const maxMessage = 200;
const maxFrames = 8;

const text = z.catch(z.string(), '');
/** A report, as a page sends it. */
const browserErrorReport = z.object({
  kind: z.enum(browserErrorKinds),
  message: text,
  stack: text,
  path: text,
  build: text,
  request_id: text,
});
type Report = z.output<typeof browserErrorReport>;

/** An error, reported by one or more pages. */
export interface BrowserError {
  kind: Report['kind'];
  message: string;
  /** Positions in our scripts, innermost first, such as `chat-page-Bx1f.js:1:2034`. */
  frames: string[];
  /** The page's path, without what can name a record or be a secret. */
  page: string;
  build: string;
  requestId: string;
  count: number;
  lastAt: Date;
}

/** A message without what can be personal: addresses of mail and pages, numbers, quoted values. */
function scrub(message: string): string {
  return (
    message
      .slice(0, 2_000)
      .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '<url>')
      .replace(/[^\s@"']+@[^\s@"']+/g, '<email>')
      // What was read of undefined is a name in our code.
      .replace(/(?<!reading )(?:"[^"]*"|'[^']*'|`[^`]*`)/g, '<text>')
      .replace(/\d{3,}/g, '<number>')
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .slice(0, maxMessage)
  );
}

function framesOf(stack: string): string[] {
  const frames = stack
    .slice(0, 8_000)
    .matchAll(/\/assets\/([\w.-]{1,80}\.js):(\d{1,6}):(\d{1,7})/g);
  return [...frames]
    .slice(0, maxFrames)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);
}

/** `/careers/…`: what follows the first part can be a secret, such as the code of a reset link. */
function pageOf(path: string): string {
  const [, first = '', ...rest] = path.split('/');
  const page = /^[a-z-]{0,40}$/.test(first) ? `/${first}` : '/…';
  return rest.length > 0 ? `${page}/…` : page;
}

const matching = (pattern: RegExp, sent: string) => (pattern.test(sent) ? sent : '');

/** The errors that pages reported to this process. */
export class BrowserErrors {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #now: () => Date;
  readonly #groups = new Map<string, BrowserError>();
  /** By kind, since the start. */
  readonly counts = new Map<Report['kind'], number>();
  #minute = 0;
  #lines = 0;

  constructor(log: Pick<FastifyBaseLogger, 'warn'>, now: () => Date) {
    this.#log = log;
    this.#now = now;
  }

  /** The latest ones of the last 24 hours. */
  get latest(): BrowserError[] {
    const since = this.#now().getTime() - listedForMs;
    return [...this.#groups.values()].filter(({ lastAt }) => lastAt.getTime() > since).reverse();
  }

  note(sent: Report): void {
    this.counts.set(sent.kind, (this.counts.get(sent.kind) ?? 0) + 1);
    const lastAt = this.#now();
    const minute = Math.floor(lastAt.getTime() / 60_000);
    if (minute !== this.#minute) [this.#minute, this.#lines] = [minute, 0];
    if (this.#lines >= maxLines) return;
    this.#lines += 1;
    const { kind } = sent;
    const message = scrub(sent.message);
    const frames = framesOf(sent.stack);
    const page = pageOf(sent.path);
    const build = matching(/^[\w-]{1,40}$/, sent.build);
    const requestId = matching(/^[0-9a-f-]{36}$/, sent.request_id);
    this.#log.warn(
      { kind, message, frames, page, build, request_id: requestId },
      'error in a browser',
    );
    const key = JSON.stringify([kind, message, frames[0], build]);
    const count = (this.#groups.get(key)?.count ?? 0) + 1;
    // Again at the end: the first one is the oldest.
    this.#groups.delete(key);
    this.#groups.set(key, { kind, message, frames, page, build, requestId, count, lastAt });
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > maxListed && oldest !== undefined) this.#groups.delete(oldest);
  }
}

/** Takes the errors that pages report; they can come from anyone. */
export function serveBrowserErrors(
  app: FastifyInstance,
  ctx: { browserErrors: BrowserErrors; limits: Limits },
): void {
  app.post(
    browserErrorsPath,
    {
      bodyLimit: 16 * 1024,
      onRequest: async (request) => ctx.limits.countCall(request.ip),
    },
    async ({ body }, reply) => {
      const { data } = browserErrorReport.safeParse(body);
      if (data) ctx.browserErrors.note(data);
      return reply.code(204).send();
    },
  );
}
