import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { authenticate } from './access.ts';
import type { AppContext } from './app-context.ts';
import { knownDevice } from './device-header.ts';
import type { Overload } from './overload.ts';
import { isInProcess } from './web/page-calls.ts';

/** Whether the query of a paged list asks for all of it. */
export const isWholeList = ({ limit, before }: { limit?: unknown; before?: unknown }): boolean =>
  limit === undefined && !before;

/** Whether a call uploads a file or reads a whole list. */
export function isBulk({ upload, paged }: Endpoint, { query }: FastifyRequest): boolean {
  return Boolean(upload ?? (paged && (query as { limit?: unknown }).limit === undefined));
}

/** Whether visitors may read it. */
export const isPublicRead = ({ access, method }: Endpoint) =>
  access === 'public' && method === 'GET';

/** Counts a public call: per device where the account that it brings once signed in, otherwise per line. */
export function countPublicCall(ctx: AppContext, request: FastifyRequest): void {
  const device = knownDevice(ctx, request);
  ctx.limits.countCall(device ? { device: device.id } : request.ip);
}

/**
 * Admits a public read that is never in memory: refuses it while the server is overloaded, and counts it. Pages have a
 * queue of their own.
 */
export async function admitRead(
  endpoint: Endpoint,
  { ctx, overload }: { ctx: AppContext; overload: Overload },
  request: FastifyRequest,
): Promise<void> {
  if (!isInProcess(request.raw)) overload.admit(isBulk(endpoint, request) ? 'bulk' : 'usual');
  await countRead(ctx, request);
}

/** Counts a public read: of colleagues in one office per user, of visitors like any public call. */
export async function countRead(ctx: AppContext, request: FastifyRequest): Promise<void> {
  if (isInProcess(request.raw)) return;
  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const session = token === undefined ? null : await authenticate(ctx, token);
  if (session) ctx.limits.countCall({ userId: session.user.userId });
  else countPublicCall(ctx, request);
}
