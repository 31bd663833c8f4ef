import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '#contract/access.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';

/** The person behind a token, as the database has them now. */
export interface SignedIn {
  userId: number;
  username: string;
  role: Role;
  /** Id of the session that the token belongs to. */
  jti: string;
}

/** One call as its handler sees it: parsed, checked, and allowed by the endpoint's access. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  user: E['access'] extends 'public' ? null : SignedIn;
  /** The caller's address. */
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>>;

/** Registers the handler of an endpoint with its method, path, access and shapes. */
export type Register = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** A feature's routes: one function, entered once in app.ts. */
export type Routes<G> = (register: Register, ground: G, app: FastifyInstance) => void;
