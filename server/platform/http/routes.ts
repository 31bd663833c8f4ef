import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
  UploadRule,
} from '#contract/wire/endpoint.ts';
import { type AuthUser, authorize, requireAccess } from '../accounts/access.ts';
import type { AppContext } from '../app-context.ts';
import { CachedResponse } from '../cache/response-cache.ts';
import type { UploadTimeouts } from '../limits/timeouts.ts';
import { HttpError } from '../runtime/errors.ts';
import { receiveUpload, type TemporaryFile, type Upload } from '../uploads/receive-upload.ts';
import { VisitorUploads } from '../uploads/visitor-uploads.ts';
import { assertIdempotencyKey } from '../writes/idempotency.ts';
import type { SessionActor, Visitor } from '../writes/writes.ts';
import { translateReply } from './answer-languages.ts';
import {
  auditRead,
  jsonTextOf,
  type ListReply,
  type PageQuery,
  pageStart,
  replyOf,
} from './lists.ts';
import { isInProcess } from './page-calls.ts';
import {
  checkFormLimit,
  countPublicCall,
  countRead,
  countWrongCode,
  isPublicRead,
  PublicReads,
} from './public-calls.ts';
import { stopBodyTimer } from './request-hooks.ts';
import { bodyOf, fileOf, keyOf } from './request-parts.ts';
import { parse } from './validation.ts';

/** A call as its handler gets it: authorized, parsed and validated. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The uploaded file in the temporary folder; deleted after the call unless the handler moves it. */
  upload: TemporaryFile | null;
  /** All of them, of a call that may send several; those of `otherField` too. */
  uploads: readonly TemporaryFile[];
  user: E['access'] extends 'public' ? null : AuthUser;
  actor: E['access'] extends 'public' ? Visitor : SessionActor;
  ip: string;
  /** The Idempotency-Key header. */
  key: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the call was authorized while its body was still arriving; else null. */
    authorizedEarly: Date | null;
  }
}

/** Returns the reply. A list is returned as a reader, and sent as the page that the call asks for or as a whole. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Result<E> | Promise<Result<E>>;

type Result<E extends Endpoint> = E extends { paged: true | number }
  ? ListReply<ReplyOf<E>>
  : ReplyOf<E> | ListReply<ReplyOf<E>>;

/** Rejects calls early, at little cost; the handler checks again in its transaction. */
export interface EarlyChecks<E extends Endpoint> {
  /** The key under which a public read is stored until a write invalidates it; null: it isn't, and it's limited. */
  cacheKey?: (call: Pick<Call<E>, 'params' | 'query'>) => string | null;
  /** The handler counts the calls of this public read itself. */
  countsItself?: true;
  /** Runs on a valid call with a file, before the file is decoded or stored. */
  beforeFile?: (call: Omit<Call<E>, 'upload' | 'uploads'>) => Promise<void>;
}

/** Registers an endpoint's handler under its method, path, access and schemas. */
export type Register = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  checks?: EarlyChecks<E>,
) => void;

/** Registers a feature's routes; called once in app.ts. */
export type Routes = (register: Register, ctx: AppContext, app: FastifyInstance) => void;

const jsonType = 'application/json; charset=utf-8';

/** Maximum JSON body in bytes. */
export const bodyBytes = 256 * 1024;

/** `endpoints` lists the registered ones, so that app.ts can find missing handlers. */
export interface Registry {
  register: Register;
  endpoints: Endpoint[];
}

/** Creates `register` for an app; it enforces each endpoint's access. */
export function registry(
  app: FastifyInstance,
  ctx: AppContext,
  timeouts: UploadTimeouts,
): Registry {
  const endpoints: Endpoint[] = [];
  app.decorateRequest('authorizedEarly', null);
  const publicReads = new PublicReads(ctx);
  const visitors = ctx.config.rateLimits ? new VisitorUploads() : null;
  const readUpload: ReadUpload = async (request, rule) => {
    const read = (cut?: Promise<never>) => {
      stopBodyTimer(request.raw);
      return receiveUpload(request, rule, ctx, { timeouts, cut });
    };
    return visitors && !request.user ? visitors.run(request.ip, read) : read();
  };
  const register: Register = (endpoint, handler, checks = {}) => {
    if (endpoint.access === 'public' && endpoint.method !== 'GET' && !endpoint.limited) {
      throw new Error(`anyone may call ${endpoint.name}: say how it is limited`);
    }
    endpoints.push(endpoint);
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyBytes,
      onRequest: async (request) => {
        // Whether it is in memory is known later.
        if (isPublicRead(endpoint)) return;
        if (endpoint.access === 'public') countPublicCall(ctx, request);
        else {
          const now = ctx.now();
          await identify(endpoint, ctx, request);
          // A body that arrived with the headers is complete by then: the check isn't repeated.
          setImmediate(() => {
            if (request.raw.complete === false) request.authorizedEarly = now;
          });
        }
        if (endpoint.limited === 'form') {
          await checkFormLimit(ctx, endpoint, { ip: request.ip, key: keyOf(request) });
        }
      },
      handler: (request, reply) =>
        countWrongCode(ctx, endpoint, request.ip, () =>
          answer(
            endpoint,
            { ...checks, handler },
            { ctx, readUpload, publicReads },
            request,
            reply,
          ),
        ),
    });
  };
  return { register, endpoints };
}

type ReadUpload = (request: FastifyRequest, rule: UploadRule) => Promise<Upload>;

/** What answers calls. */
interface Server {
  ctx: AppContext;
  readUpload: ReadUpload;
  publicReads: PublicReads;
}

/** Sets the caller. Calls count per user, and refused ones per line, so that colleagues in one office never block each other. */
async function identify(
  endpoint: Endpoint,
  ctx: AppContext,
  request: FastifyRequest,
): Promise<void> {
  try {
    // Set first: a refusal is recorded with its user.
    request.user = await authorize(ctx, request.headers.authorization);
    await requireAccess(ctx, request.user, endpoint);
  } catch (error) {
    if (error instanceof HttpError) ctx.limits.countCall(request.ip);
    throw error;
  }
  ctx.limits.countCall({ userId: request.user.userId });
}

async function answer<E extends Endpoint>(
  endpoint: E,
  checks: EarlyChecks<E> & { handler: Handler<E> },
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { ctx, readUpload } = server;
  const received = await receive(endpoint, readUpload, request);
  try {
    await authorizeAgain(endpoint, ctx, request);
    if (endpoint.upload?.required && !received) throw new HttpError('unsupported_media_type');
    const call = {
      params: endpoint.params && parse(endpoint.params, request.params),
      query: endpoint.query && parse(endpoint.query, request.query),
      // Validated first: errors in the text fields come before a missing file.
      body: bodyOf(endpoint, received?.fields ?? request.body),
      upload: fileOf(endpoint, received),
      uploads: received?.files ?? [],
      user: request.user,
      actor: {
        userId: request.user?.userId ?? null,
        ip: request.ip,
        ...(request.user && { jti: request.user.jti }),
      },
      ip: request.ip,
      key: keyOf(request),
      request,
      reply,
      // The endpoint's schemas parsed these parts, but TypeScript cannot follow the conditional types.
    } as unknown as Call<E>;
    if (received && received.files.length > 0) {
      if (endpoint.idempotent) assertIdempotencyKey(call.key);
      await checks.beforeFile?.(call);
      await received.reencode(request.user ? `user ${request.user.userId}` : request.ip);
      call.upload = fileOf(endpoint, received);
    }
    const result = await resultOf(endpoint, checks, server, call);
    auditRead(ctx.auditEvents, endpoint, request);
    if (result instanceof CachedResponse) return result.send(request, reply);
    reply.code(endpoint.status);
    if (endpoint.status === 204) return reply.send();
    // Text and streams are JSON already.
    if (typeof result === 'string' || result instanceof Readable) {
      reply.type(jsonType);
      return result;
    }
    return translateReply(request, result);
  } finally {
    await received?.discard();
  }
}

/** Calls the handler; a stored reply is taken from memory, or built and stored there. */
async function resultOf<E extends Endpoint>(
  endpoint: E,
  { handler, cacheKey, countsItself }: EarlyChecks<E> & { handler: Handler<E> },
  server: Server,
  call: Call<E>,
): Promise<unknown> {
  const query = (call.query ?? {}) as PageQuery;
  // First: a cursor that we never sent is refused before anything is read.
  const before = pageStart(endpoint, query);
  const read = async () => replyOf(endpoint, await handler(call), { ...query, before }, call.reply);
  if (!isPublicRead(endpoint)) return read();
  const { responseCache } = server.ctx;
  const key = cacheKey?.(call) ?? null;
  if (key === null) return server.publicReads.run(call, countsItself ?? false, read);
  const build = async () => new CachedResponse(await jsonTextOf(await read()));
  try {
    return await responseCache.get(key, build, call.request);
  } catch (error) {
    // Nothing was stored.
    if (error instanceof HttpError && !isInProcess(call.request.raw)) {
      await countRead(server.ctx, call.request);
    }
    throw error;
  }
}

/**
 * Checks the rights again once the whole body is here: a sender can take its time, and lose them meanwhile. A session
 * that only expired while the body arrived is accepted.
 */
async function authorizeAgain(
  endpoint: Endpoint,
  ctx: AppContext,
  request: FastifyRequest,
): Promise<void> {
  const since = request.authorizedEarly;
  if (since === null || endpoint.access === 'public') return;
  request.user = await authorize({ ...ctx, now: () => since }, request.headers.authorization);
  await requireAccess(ctx, request.user, endpoint);
}

async function receive(
  endpoint: Endpoint,
  readUpload: ReadUpload,
  request: FastifyRequest,
): Promise<Upload | null> {
  if (!request.isMultipart()) return null;
  if (endpoint.upload) return readUpload(request, endpoint.upload);
  if (endpoint.body) throw new HttpError('unsupported_media_type');
  return null;
}
