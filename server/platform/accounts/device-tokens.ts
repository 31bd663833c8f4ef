import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceTokenHeader } from '#contract/wire/endpoint.ts';

const lifetimeMs = 400 * 86_400_000;
/** Accounts that a device remembers; the one used longest ago makes room. */
const maxAccounts = 20;
/** Longer than any token of ours. */
const maxLength = 2048;

interface Payload {
  id: string;
  /** Mark of an account → when it is forgotten, in seconds since 1970; the latest sign-in last. */
  accounts: [mark: string, expires: number][];
}

/** A browser or app that brought a valid device token. */
export interface KnownDevice {
  /** Random; the same for every copy of the token. */
  id: string;
  /** Whether the account signed in with this device before. */
  knows: (userId: number) => boolean;
}

/**
 * Signs and reads device tokens. A device token names the accounts that signed in with a device.
 * It grants nothing: it only selects the counter of failed sign-ins, so that strangers' guesses don't
 * lock out the owner. It therefore outlives sessions and changes of the password.
 */
export class DeviceTokens {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('device tokens').digest();
  }

  /** Returns the device token after a sign-in: the one sent, if it is valid, with the account added. */
  issue(sent: string | undefined, userId: number, now: Date): string {
    const known = this.#open(sent, now);
    const id = known?.id ?? randomBytes(16).toString('base64url');
    const mark = this.#markOf(id, userId);
    const others = (known?.accounts ?? []).filter(([other]) => other !== mark);
    const expires = Math.floor((now.getTime() + lifetimeMs) / 1000);
    const accounts = [...others, [mark, expires]].slice(-maxAccounts);
    const payload = Buffer.from(JSON.stringify({ id, accounts })).toString('base64url');
    return `${payload}.${this.#sign(payload)}`;
  }

  /** Returns the device of a token of ours, otherwise null. */
  read(sent: string | undefined, now: Date): KnownDevice | null {
    const payload = this.#open(sent, now);
    if (!payload) return null;
    const { id, accounts } = payload;
    const marks = new Set(accounts.map(([mark]) => mark));
    return { id, knows: (userId) => marks.has(this.#markOf(id, userId)) };
  }

  #open(sent: string | undefined, now: Date): Payload | null {
    if (!sent || sent.length > maxLength) return null;
    const [payload = '', signature = ''] = sent.split('.');
    const [expected, actual] = [Buffer.from(this.#sign(payload)), Buffer.from(signature)];
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
    const { id, accounts } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload;
    const live = accounts.filter(([, expires]) => expires * 1000 > now.getTime());
    return live.length > 0 ? { id, accounts: live } : null;
  }

  /** Recognizes an account without naming it: whoever reads the token doesn't learn whose device it is. */
  #markOf(id: string, userId: number): string {
    return this.#sign(`${id} ${userId}`).slice(0, 16);
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

interface Deps {
  deviceTokens: DeviceTokens;
  now: () => Date;
}

function tokenOf(request: FastifyRequest): string | undefined {
  const sent = request.headers[deviceTokenHeader.toLowerCase()];
  return typeof sent === 'string' ? sent : undefined;
}

/** Returns the device of the request's device token; null without a valid one. */
export function knownDevice(ctx: Deps, request: FastifyRequest): KnownDevice | null {
  return ctx.deviceTokens.read(tokenOf(request), ctx.now());
}

/** Sends the device token that names the account as one that signed in with this device. */
export function rememberDevice(
  ctx: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): void {
  reply.header(deviceTokenHeader, ctx.deviceTokens.issue(tokenOf(request), userId, ctx.now()));
}
