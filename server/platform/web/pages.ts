import { randomBytes } from 'node:crypto';
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
import { sendFailure } from '../answers.ts';
import { Refusal } from '../errors.ts';
import type { Ground } from '../ground.ts';
import { Prepared } from '../kept.ts';
import { developmentPolicy, hashScripts, pagePolicy } from './content-security.ts';

/** What entry.server exports beside its renderer. */
interface PageContexts {
  nonceContext: RouterContext<string>;
  publicUrlContext: RouterContext<string>;
  callContext: RouterContext<Call>;
  recaptchaSiteKeyContext?: RouterContext<string | null>;
  logContext?: RouterContext<(error: unknown) => void>;
}

/** Where the built pages come from: a folder, or the development server. */
export interface PageSource {
  build: () => Promise<ServerBuild>;
  mode: 'production' | 'development';
  /** Lets the development server answer for its own files first. */
  attach?: (app: FastifyInstance) => void;
}

/** Serves every address that is not the API's with a rendered page. */
export function servePages(app: FastifyInstance, ground: Ground, source: PageSource): void {
  app.register(async (scope) => {
    // Page actions read the form themselves.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      (_r, body, done) => done(null, body),
    );
    scope.route({
      // A form of 10,000 characters a field, three times as long when it is written for an address.
      bodyLimit: 1024 * 1024,
      method: ['GET', 'POST'],
      url: '/*',
      exposeHeadRoute: true,
      handler: (request, reply) => page(app, ground, source, request, reply),
    });
  });
}

async function page(
  app: FastifyInstance,
  ground: Ground,
  source: PageSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (request.method === 'POST' && !Buffer.isBuffer(request.body)) {
    throw new Refusal(415, general.bodyKind);
  }
  if (request.method === 'POST') refuseForeignForm(request, ground.config.publicUrl);
  const url = addressOf(request, ground.config.publicUrl);
  // Kept under one spelling alone, so that a visitor cannot fill the memory with others.
  const oneSpelling = /^\/(?:[a-z0-9][a-z0-9/-]*[a-z0-9])?$/.test(url.pathname);
  const plain = request.method !== 'POST' && url.search === '' && oneSpelling;
  if (!plain || source.mode === 'development') {
    return send(await render(app, ground, source, request, url), request, reply);
  }
  const key = `page ${url.pathname}`;
  const kept = await ground.kept.get(key, async () => {
    const answer = await render(app, ground, source, request, url);
    if (answer instanceof Prepared) return answer;
    await send(answer, request, reply);
    return null;
  });
  return kept ? kept.send(request, reply) : reply;
}

/** Where the visitor is: only path and query are theirs, `//host/…` and `http://host/…` lead nowhere else. */
function addressOf(request: FastifyRequest, publicUrl: string): URL {
  const [path = '/', ...query] = request.url.replace(/^[a-z][a-z+.-]*:\/\/[^/?]*/i, '').split('?');
  const url = new URL(publicUrl);
  url.pathname = path;
  url.search = query.join('?');
  return url;
}

async function send(
  answer: Prepared | Response,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (answer instanceof Prepared) return answer.send(request, reply);
  reply.code(answer.status);
  for (const [name, value] of answer.headers) reply.header(name, value);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.send(
    answer.body ? Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream) : '',
  );
}

/** A whole page with status 200 as prepared bytes; anything else as the response it is. */
async function render(
  app: FastifyInstance,
  ground: Ground,
  source: PageSource,
  request: FastifyRequest,
  url: URL,
): Promise<Prepared | Response> {
  const build = await source.build();
  const contexts = build.entry.module as unknown as PageContexts;
  const nonce = randomBytes(16).toString('base64url');
  const provided = new RouterContextProvider();
  provided.set(contexts.nonceContext, nonce);
  provided.set(contexts.publicUrlContext, ground.config.publicUrl);
  provided.set(contexts.callContext, inPlace(app, request.ip));
  if (contexts.logContext) {
    provided.set(contexts.logContext, (error) => request.log.error({ err: error }, 'page failed'));
  }
  if (contexts.recaptchaSiteKeyContext) {
    provided.set(contexts.recaptchaSiteKeyContext, ground.config.recaptcha?.siteKey ?? null);
  }
  const response = await createRequestHandler(build, source.mode)(
    webRequest(request, url),
    provided,
  );
  const html = response.headers.get('content-type')?.startsWith('text/html');
  if (!html) return response;
  const page = hashScripts(await response.text(), nonce);
  const recaptcha = ground.config.recaptcha !== null && /^\/inquiry\/?$/i.test(url.pathname);
  const policy =
    source.mode === 'development' ? developmentPolicy : pagePolicy(page.hashes, recaptcha);
  const headers = { 'content-security-policy': policy };
  // A page whose route says so is nobody's to keep: its address is a secret.
  const secret = response.headers.get('cache-control') === 'no-store';
  if (response.status === 200 && request.method !== 'POST' && !secret) {
    return new Prepared(page.html, 'text/html; charset=utf-8', headers);
  }
  const own = ['cache-control', 'referrer-policy'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return new Response(page.html, {
    status: response.status,
    headers: {
      ...headers,
      ...Object.fromEntries(own),
      'content-type': 'text/html; charset=utf-8',
    },
  });
}

// No cookie is ever read, a page never depends on a token, and where a form comes from is judged above.
const hiddenHeaders = new Set(['cookie', 'authorization', 'origin']);

/** A form may come from this very site, under whatever name the visitor knows it, and from nowhere else. */
function refuseForeignForm(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  if (origin === undefined) return;
  const from = URL.parse(origin)?.host;
  if (from === undefined || (from !== host && from !== new URL(publicUrl).host)) {
    throw new Refusal(403, general.foreignForm);
  }
}

function webRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || hiddenHeaders.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { body } = request;
  // HEAD is rendered as GET, so that both answer the same headers.
  const method = request.method === 'POST' ? 'POST' : 'GET';
  return new Request(url, {
    method,
    headers,
    ...(method === 'POST' && Buffer.isBuffer(body) ? { body: new Uint8Array(body) } : {}),
  });
}

/** Calls our own API without a trip over the network, in the name of the visitor's address. */
function inPlace(app: FastifyInstance, ip: string): Call {
  return async (endpoint: Endpoint, input = {}) => {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
    const answer = await app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params as Record<string, unknown>),
      remoteAddress: ip,
      ...(query ? { query: query as Record<string, string> } : {}),
      ...(body !== undefined ? { payload: body as object } : {}),
    });
    const json: unknown = answer.body ? answer.json() : undefined;
    if (answer.statusCode >= 400) throw new CallError(answer.statusCode, json as ErrorBody);
    return json as never;
  };
}

/** The address /api/* that nobody registered is JSON, not a page. */
export function refuseUnknownApi(app: FastifyInstance, refusal: Error): void {
  for (const url of ['/api', '/api/*']) {
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
      url,
      onRequest: async (request, reply) => sendFailure(refusal, request, reply),
      handler: async () => undefined,
    });
  }
}
