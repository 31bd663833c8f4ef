import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { type Call, CallError, type Endpoint, type ErrorBody, pathOf } from '#contract/endpoint.ts';
import { general } from '#contract/messages/general.ts';
import type { AppContext } from '../app-context.ts';
import { sendFailure } from '../error-replies.ts';
import { HttpError } from '../errors.ts';
import { CachedResponse } from '../response-cache.ts';
import { developmentPolicy, hashScripts, pagePolicy } from './content-security.ts';

/** The contexts that entry.server exports. */
interface PageContexts {
  nonceContext: RouterContext<string>;
  publicUrlContext: RouterContext<string>;
  callContext: RouterContext<Call>;
  recaptchaSiteKeyContext?: RouterContext<string | null>;
  logContext?: RouterContext<(error: unknown) => void>;
}

/** Where the pages come from: the build, or the development server. */
export interface PageSource {
  build: () => Promise<ServerBuild>;
  mode: 'production' | 'development';
  /** Lets the development server answer requests for its own files. */
  attach?: (app: FastifyInstance) => void;
}

/** Renders a page for every URL outside the API. */
export function servePages(app: FastifyInstance, ctx: AppContext, source: PageSource): void {
  // Open pages compare this with their own build before they reload because of a missing script.
  app.get('/build', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { build: (await source.build()).assets.version };
  });
  app.register(async (scope) => {
    // Page actions read the form themselves.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      (_r, body, done) => done(null, body),
    );
    scope.route({
      // Fields of up to 10,000 characters each, three times as long when URL-encoded.
      bodyLimit: 1024 * 1024,
      method: ['GET', 'POST'],
      url: '/*',
      exposeHeadRoute: true,
      handler: (request, reply) => page(app, ctx, source, request, reply),
    });
  });
}

async function page(
  app: FastifyInstance,
  ctx: AppContext,
  source: PageSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (request.method === 'POST' && !Buffer.isBuffer(request.body)) {
    throw new HttpError('unsupported_media_type');
  }
  if (request.method === 'POST') assertOwnOrigin(request, ctx.config.publicUrl);
  const url = addressOf(request, ctx.config.publicUrl);
  // Cache the canonical spelling only, so that variants of a URL cannot fill the memory.
  const isCanonical = /^\/(?:[a-z0-9][a-z0-9/-]*[a-z0-9])?$/.test(url.pathname);
  const isCacheable = request.method !== 'POST' && url.search === '' && isCanonical;
  if (!isCacheable || source.mode === 'development') {
    return send(await render(app, ctx, source, request, url), request, reply);
  }
  const key = `page ${url.pathname}`;
  const cached = await ctx.responseCache.get(key, async () => {
    const response = await render(app, ctx, source, request, url);
    if (response instanceof CachedResponse) return response;
    await send(response, request, reply);
    return null;
  });
  return cached ? cached.send(request, reply) : reply;
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
  response: CachedResponse | Response,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (response instanceof CachedResponse) return response.send(request, reply);
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.send(
    response.body
      ? Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)
      : '',
  );
}

/** Renders a page: with status 200 as a cacheable response, otherwise as it comes. */
async function render(
  app: FastifyInstance,
  ctx: AppContext,
  source: PageSource,
  request: FastifyRequest,
  url: URL,
): Promise<CachedResponse | Response> {
  const build = await source.build();
  const contexts = build.entry.module as unknown as PageContexts;
  const nonce = randomBytes(16).toString('base64url');
  const provided = new RouterContextProvider();
  provided.set(contexts.nonceContext, nonce);
  provided.set(contexts.publicUrlContext, ctx.config.publicUrl);
  provided.set(contexts.callContext, callInProcess(app, request.ip));
  if (contexts.logContext) {
    provided.set(contexts.logContext, (error) => request.log.error({ err: error }, 'page failed'));
  }
  if (contexts.recaptchaSiteKeyContext) {
    provided.set(contexts.recaptchaSiteKeyContext, ctx.config.recaptcha?.siteKey ?? null);
  }
  const response = await createRequestHandler(build, source.mode)(
    webRequest(request, url),
    provided,
  );
  const html = response.headers.get('content-type')?.startsWith('text/html');
  if (!html) return response;
  const page = hashScripts(await response.text(), nonce);
  const recaptcha = ctx.config.recaptcha !== null && /^\/inquiry\/?$/i.test(url.pathname);
  const policy =
    source.mode === 'development' ? developmentPolicy : pagePolicy(page.hashes, recaptcha);
  const headers = { 'content-security-policy': policy };
  // Routes with a secret in their URL opt out of caching.
  const isSecret = response.headers.get('cache-control') === 'no-store';
  if (response.status === 200 && request.method !== 'POST' && !isSecret) {
    return new CachedResponse(page.html, 'text/html; charset=utf-8', headers);
  }
  const routeHeaders = ['cache-control', 'referrer-policy'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return new Response(page.html, {
    status: response.status,
    headers: {
      ...headers,
      ...Object.fromEntries(routeHeaders),
      'content-type': 'text/html; charset=utf-8',
    },
  });
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

function webRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || hiddenHeaders.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { body } = request;
  // HEAD renders as GET, so that both get the same headers.
  const method = request.method === 'POST' ? 'POST' : 'GET';
  return new Request(url, {
    method,
    headers,
    ...(method === 'POST' && Buffer.isBuffer(body) ? { body: new Uint8Array(body) } : {}),
  });
}

/** Calls our own API in process, with the visitor's address. */
function callInProcess(app: FastifyInstance, ip: string): Call {
  return async (endpoint: Endpoint, input = {}) => {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
    const response = await app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params as Record<string, unknown>),
      remoteAddress: ip,
      ...(query ? { query: query as Record<string, string> } : {}),
      ...(body !== undefined ? { payload: body as object } : {}),
      ...(endpoint.idempotent
        ? { headers: { 'idempotency-key': idempotencyKeyOf(ip, endpoint, input) } }
        : {}),
    });
    const json: unknown = response.body ? response.json() : undefined;
    if (response.statusCode >= 400) throw new CallError(response.statusCode, json as ErrorBody);
    return json as never;
  };
}

/**
 * Returns the Idempotency-Key of a form posted without scripts: derived from content and address, so that the same
 * form sent twice is stored once. A key in the page would be shared by all visitors, because pages are cached.
 */
function idempotencyKeyOf(ip: string, endpoint: Endpoint, input: object): string {
  const content = JSON.stringify([ip, endpoint.name, input]);
  const hex = createHash('sha256').update(content).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
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
