import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formKeyField } from '#contract/form-choices.ts';
import { general } from '#contract/messages/general.ts';
import { pageLanguage, pathIn } from '#contract/wire/page-languages.ts';
import { canonicalQuery } from '#contract/wire/page-queries.ts';
import type { AppContext } from '../app-context.ts';
import { type BrotliQuality, CachedResponse, withFormKey } from '../cache/response-cache.ts';
import { isSpanishArrival } from '../http/answer-languages.ts';
import { developmentPolicy, pagePolicy } from '../http/content-security.ts';
import { sendFailure } from '../http/error-replies.ts';
import { callInProcess } from '../http/page-calls.ts';
import { countPublicCall } from '../http/public-calls.ts';
import { lineOf } from '../limits/limits.ts';
import { refusedLine } from '../limits/refused-requests.ts';
import { UnsentBytes } from '../limits/unsent-bytes.ts';
import { HttpError } from '../runtime/errors.ts';
import { FairQueue } from '../runtime/fair-queue.ts';
import { sendBusyPage } from './busy-page.ts';
import type { RenderedPage, RenderPage } from './render-page.ts';

/** Renders that wait, and milliseconds that one may take: longer than the page's own limits on its data and its stream. */
const defaultLimits = { waiting: 32, ms: 20_000 };

/** Where the pages come from: the build, or the development server. */
export interface PageSource {
  mode: 'production' | 'development';
  render: RenderPage;
  /** The version of the build. */
  version: () => Promise<string>;
  close?: () => Promise<void>;
  /** Only tests change them. */
  limits?: Partial<typeof defaultLimits>;
  /** Lets the development server answer requests for its own files. */
  attach?: (app: FastifyInstance) => void;
}

/** What rendering needs from the server. */
interface PageServer {
  app: FastifyInstance;
  ctx: AppContext;
  source: PageSource;
  /** One page at a time, because each takes 5 ms of the event loop, and a third of the time at most. */
  queue: FairQueue;
  /** Milliseconds that a render may take. */
  ms: number;
  unsent: UnsentBytes;
}

/** Renders a page for every URL outside the API. */
export function servePages(app: FastifyInstance, ctx: AppContext, source: PageSource): void {
  const { waiting, ms } = { ...defaultLimits, ...source.limits };
  const queue = new FairQueue({ active: 1, waiting, rest: 2 }, 3);
  const server: PageServer = { app, ctx, source, queue, ms, unsent: new UnsentBytes() };
  app.addHook('onClose', () => source.close?.());
  // Open pages compare this with their own build before they reload because of a missing script.
  app.get('/build', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { build: await source.version() };
  });
  app.register(async (scope) => {
    // Page actions read the form themselves.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      (_r, body, done) =>
        hasFewPairs(body) ? done(null, body) : done(new HttpError('payload_too_large')),
    );
    scope.setErrorHandler((error, request, reply) => {
      const isRefused = error instanceof HttpError && [429, 503].includes(error.status);
      // The browser's script requests data, a person requests a page.
      if (!isRefused || isData(request.url)) return sendFailure(error, request, reply);
      const line = { code: error.code, [refusedLine]: lineOf(request.ip) };
      if (error.code === 'unavailable') request.log.error('page took too long');
      else request.log.info(line, 'page refused');
      return sendBusyPage(error, reply);
    });
    scope.route({
      // Fields of up to 10,000 characters each, three times as long when URL-encoded.
      bodyLimit: 1024 * 1024,
      method: ['GET', 'POST'],
      url: '/*',
      exposeHeadRoute: true,
      handler: (request, reply) => page(server, request, reply),
    });
  });
}

/** More than any form has; a million empty ones would take the server half a second. */
const maxPairs = 1_000;

function hasFewPairs(body: string | Buffer): boolean {
  let at = -1;
  for (let pairs = 0; pairs < maxPairs; pairs += 1) {
    at = body.indexOf('&', at + 1);
    if (at < 0) return true;
  }
  return false;
}

/** How long a navigation may use data that the browser prefetched. */
const prefetchedSeconds = 10;

function isPrefetch({ headers }: FastifyRequest): boolean {
  return String(headers['sec-purpose']).startsWith('prefetch');
}

function isData(url: string): boolean {
  return /\.data(\?|$)/i.test(url);
}

async function page(
  server: PageServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { ctx, source } = server;
  if (request.method === 'POST' && !Buffer.isBuffer(request.body)) {
    throw new HttpError('unsupported_media_type');
  }
  if (request.method === 'POST') assertOwnOrigin(request, ctx.config.publicUrl);
  const url = addressOf(request, ctx.config.publicUrl);
  if (isSpanishArrival(request)) {
    return reply.header('cache-control', 'no-store').redirect(pathIn('es', '/') + url.search, 302);
  }
  // Rendered without the keys that don't change the page, so that campaign links share one rendering.
  const query = canonicalQuery(pageLanguage(url.pathname).path, url.search);
  url.search = query.search;
  // Cache the canonical spelling only (`/TrainingFiles` in the portal), so that variants of a URL cannot fill the memory.
  const isCanonical = /^\/(?:[a-z0-9][a-z0-9/-]*[a-z0-9]|(?:[A-Z][a-z]+)+)?$/.test(url.pathname);
  const isCacheable = request.method !== 'POST' && isCanonical && !query.isFreeText;
  if (!isCacheable || source.mode === 'development') {
    // Sent once, so thorough compression would cost more than it saves.
    return send(server, await render(server, request, url, 4), request, reply);
  }
  const key = `page ${url.pathname}${url.search}`;
  let other: RenderedPage | undefined;
  const build = async () => {
    const response = await render(server, request, url, 9);
    if (response instanceof CachedResponse) return response;
    other = response;
    return null;
  };
  const cached = await ctx.responseCache.get(key, build, request);
  return send(server, cached ?? (other as RenderedPage), request, reply);
}

/** Returns the requested URL on our own origin: `//host/…` and `http://host/…` are reduced to their path. */
function addressOf(request: FastifyRequest, publicUrl: string): URL {
  const [path = '/', ...query] = request.url.replace(/^[a-z][a-z+.-]*:\/\/[^/?]*/i, '').split('?');
  const url = new URL(publicUrl);
  url.pathname = path;
  url.search = query.join('?');
  return url;
}

async function send(
  { ctx, unsent }: PageServer,
  response: CachedResponse | RenderedPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (response instanceof CachedResponse) {
    if (!response.hasForm) return response.send(request, reply);
    countPublicCall(ctx, request);
    unsent.check(request.ip);
    const body = withFormKey(response.bytes);
    unsent.add(request.ip, body.byteLength, reply.raw);
    // Without an entity tag: a browser that keeps the page would keep its key.
    reply.headers({ ...response.headers, 'cache-control': 'private, no-cache' });
    return reply.type(response.type).send(body);
  }
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!reply.hasHeader('cache-control')) {
    const isUsed = isPrefetch(request) && isData(request.url) && response.status === 200;
    reply.header('cache-control', isUsed ? `private, max-age=${prefetchedSeconds}` : 'no-store');
  }
  unsent.add(request.ip, response.body.byteLength, reply.raw);
  return reply.send(response.body);
}

/** Headers of a route that a page keeps. */
const routeHeaders = new Set(['cache-control', 'referrer-policy', 'x-robots-tag']);

/** Renders a page: with status 200 as a cacheable response, otherwise as it comes. */
async function render(
  server: PageServer,
  request: FastifyRequest,
  url: URL,
  quality: BrotliQuality,
): Promise<CachedResponse | RenderedPage> {
  const { app, ctx, source, queue, ms, unsent } = server;
  const { mode } = source;
  const { language, path } = pageLanguage(url.pathname);
  unsent.check(request.ip);
  // What browsers request while a visitor moves through the site is data: it takes a fraction of a page.
  if (isData(request.url)) countPublicCall(ctx, request);
  else ctx.limits.countRender(request.ip);
  const host = {
    publicUrl: ctx.config.publicUrl,
    recaptchaSiteKey: ctx.config.recaptcha?.siteKey ?? null,
    call: callInProcess(app, { ip: request.ip, language, formKey: formKeyOf(request) }),
    logError: (error: unknown) => request.log.error({ err: error }, 'page failed'),
  };
  const response = await queue.run(lineOf(request.ip), () =>
    within(ms, source.render(pageRequest(request, url), host)),
  );
  if (response.scriptHashes === null) return response;
  const recaptcha = ctx.config.recaptcha !== null && /^\/inquiry\/?$/i.test(path);
  const policy =
    mode === 'development' ? developmentPolicy : pagePolicy(response.scriptHashes, recaptcha);
  const type = 'text/html; charset=utf-8';
  const kept = response.headers.filter(([name]) => routeHeaders.has(name));
  // Routes with a secret in their URL opt out of caching.
  const isSecret = kept.some(([name, value]) => name === 'cache-control' && value === 'no-store');
  if (response.status === 200 && request.method !== 'POST' && !isSecret) {
    const headers = { 'content-security-policy': policy };
    return new CachedResponse(response.body, type, headers, quality);
  }
  return {
    ...response,
    body: withFormKey(response.body),
    headers: [['content-security-policy', policy], ...kept, ['content-type', type]],
  };
}

/** The key of the form that a browser without scripts posts; null without one. */
function formKeyOf({ body }: FastifyRequest): string | null {
  return Buffer.isBuffer(body) ? new URLSearchParams(body.toString()).get(formKeyField) : null;
}

// Pages never depend on cookies or tokens, and `assertOwnOrigin` has checked the origin.
const hiddenHeaders = new Set(['cookie', 'authorization', 'origin']);

/** Throws 403 for a form from another site; ours is the request's host or that of PUBLIC_URL. */
function assertOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  if (origin === undefined) return;
  const from = URL.parse(origin)?.host;
  if (from === undefined || (from !== host && from !== new URL(publicUrl).host)) {
    throw new HttpError('foreign_origin', { message: general.foreignForm });
  }
}

function pageRequest(request: FastifyRequest, url: URL): Request {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || hiddenHeaders.has(name)) continue;
    headers.push([name, Array.isArray(value) ? value.join(', ') : value]);
  }
  const { body } = request;
  // HEAD renders as GET, so that both get the same headers.
  const method = request.method === 'POST' ? 'POST' : 'GET';
  const isForm = method === 'POST' && Buffer.isBuffer(body);
  return new Request(url, { method, headers, ...(isForm && { body: new Uint8Array(body) }) });
}

/** Resolves like the render, or throws 503 after that time. */
async function within<T>(ms: number, render: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new HttpError('unavailable', { retryAfter: 2 }));
  const timer = setTimeout(giveUp, ms);
  try {
    return await Promise.race([render, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Responds to unknown /api/* URLs with a JSON error instead of a page. */
export function refuseUnknownApi(app: FastifyInstance, httpError: Error): void {
  for (const url of ['/api', '/api/*']) {
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
      url,
      onRequest: async (request, reply) => sendFailure(httpError, request, reply),
      handler: async () => undefined,
    });
  }
}
