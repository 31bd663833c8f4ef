import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceTokenHeader } from '#contract/endpoint.ts';
import type { AppContext } from './app-context.ts';
import type { KnownDevice } from './devices.ts';

type Deps = Pick<AppContext, 'devices' | 'now'>;

function tokenOf(request: FastifyRequest): string | undefined {
  const sent = request.headers[deviceTokenHeader.toLowerCase()];
  return typeof sent === 'string' ? sent : undefined;
}

/** Returns the device of the request's device token; null without a valid one. */
export function knownDevice(ctx: Deps, request: FastifyRequest): KnownDevice | null {
  return ctx.devices.read(tokenOf(request), ctx.now());
}

/** Sends the device token that names the account as one that signed in with this device. */
export function rememberDevice(
  ctx: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): void {
  reply.header(deviceTokenHeader, ctx.devices.issue(tokenOf(request), userId, ctx.now()));
}
