import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { underOwnNames } from '#contract/key-case.ts';
import { files } from '#contract/messages/files.ts';
import { general } from '#contract/messages/general.ts';
import { signIn } from './access.ts';
import { invalid, Refusal } from './errors.ts';
import type { Ground } from './ground.ts';
import { Prepared } from './kept.ts';
import { leaveTiming } from './patience.ts';
import type { SignedIn } from './signed-in.ts';
import { receiveUpload, type TemporaryFile, type Upload } from './uploads.ts';
import { parse } from './validation.ts';

/** One call as its handler sees it: parsed, checked, and allowed by the endpoint's access. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The uploaded file while it is still temporary; what the handler does not keep is discarded. */
  upload: TemporaryFile | null;
  user: E['access'] extends 'public' ? null : SignedIn;
  /** The caller's address. */
  ip: string;
  /** The Idempotency-Key header. */
  key: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A reply that is JSON text already, whole or as it comes. */
export class JsonText {
  readonly text: string | Readable;

  constructor(text: string | Readable) {
    this.text = text;
  }
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<ReplyOf<E> | Prepared | JsonText>;

/** Registers the handler of an endpoint with its method, path, access and shapes. */
export type Register = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** A feature's routes: one function, entered once in app.ts. */
export type Routes = (register: Register, ground: Ground, app: FastifyInstance) => void;

/** Largest JSON body in bytes. */
export const bodyBytes = 256 * 1024;

/** What the registrar has seen, so that app.ts can tell what is missing. */
export interface Registry {
  register: Register;
  endpoints: Endpoint[];
}

/** Makes `register` for an app: nothing is served without the access that its endpoint states. */
export function registry(app: FastifyInstance, ground: Ground, uploadMs: number): Registry {
  const endpoints: Endpoint[] = [];
  const register: Register = (endpoint, handler) => {
    endpoints.push(endpoint);
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyBytes,
      onRequest: async (request) => {
        const reading = endpoint.access === 'public' && endpoint.method === 'GET';
        if (!reading) await ground.limits.countCall(request.ip);
        if (endpoint.access === 'public') return;
        request.user = await signIn(ground, request.headers.authorization, endpoint.access);
      },
      handler: (request, reply) => answer(endpoint, handler, ground, uploadMs, request, reply),
    });
  };
  return { register, endpoints };
}

async function answer<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  ground: Ground,
  uploadMs: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const received = await receive(endpoint, ground, uploadMs, request);
  try {
    if (endpoint.upload?.required && !received) throw new Refusal(415, general.bodyKind);
    const call = {
      params: endpoint.params && parse(endpoint.params, request.params),
      query: endpoint.query && parse(endpoint.query, request.query),
      // What is typed is asked for before the file.
      body: bodyOf(endpoint, received?.fields ?? request.body),
      upload: fileOf(endpoint, received),
      user: request.user,
      ip: request.ip,
      key: headerText(request.headers['idempotency-key']),
      request,
      reply,
      // The parts are as the endpoint's own schemas made them; TypeScript cannot follow the conditional types.
    } as unknown as Call<E>;
    const result = await handler(call);
    if (result instanceof Prepared) return result.send(request, reply);
    if (result instanceof JsonText) {
      return reply.type('application/json; charset=utf-8').send(result.text);
    }
    reply.code(endpoint.status);
    return endpoint.status === 204 ? reply.send() : result;
  } finally {
    await received?.discard();
  }
}

function fileOf({ upload: rule, invalid: special }: Endpoint, received: Upload | null) {
  if (received?.file) return received.file;
  if (!rule?.required) return null;
  const sentence = (typeof special === 'object' && special[rule.field]) || files.missing;
  throw invalid({ [rule.field]: sentence }, sentence);
}

async function receive(
  endpoint: Endpoint,
  ground: Ground,
  uploadMs: number,
  request: FastifyRequest,
): Promise<Upload | null> {
  if (!request.isMultipart()) return null;
  if (endpoint.upload) {
    leaveTiming(request.raw);
    return receiveUpload(request, endpoint.upload, ground, uploadMs);
  }
  if (endpoint.body) throw new Refusal(415, general.bodyKind);
  return null;
}

function bodyOf(endpoint: Endpoint, sent: unknown): unknown {
  if (!endpoint.body) return undefined;
  const body = parse(endpoint.body, ownNames(endpoint, sent), endpoint.invalid);
  // Where no field is required: nothing at all is still no change.
  if (sent === undefined || sent === null) throw new Refusal(400, general.bodyMissing);
  return body;
}

function ownNames({ alsoCalled }: Endpoint, sent: unknown): unknown {
  if (!alsoCalled || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return underOwnNames(alsoCalled, sent as Record<string, unknown>);
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Answers 405 on each path for the methods that nothing names there. */
export function refuseOtherMethods(
  app: FastifyInstance,
  taken: readonly { path: string; method: string }[],
): void {
  const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
  const byPath = Map.groupBy(taken, (entry) => entry.path.replace(/\{(\w+)\}/g, ':$1'));
  for (const [url, group] of byPath) {
    const known = new Set<string>(group.map((entry) => entry.method));
    if (known.has('GET')) known.add('HEAD');
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      onRequest: async (_request, reply) => {
        reply.header('allow', [...known].join(', '));
        throw new Refusal(405, general.methodNotAllowed);
      },
      handler: async () => undefined,
    });
  }
}
