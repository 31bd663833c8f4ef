import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { authenticate } from '../accounts/access.ts';
import { knownDevice } from '../accounts/device-tokens.ts';
import type { AppContext } from '../app-context.ts';
import { lineOf } from '../limits/limits.ts';
import { UnsentBytes } from '../limits/unsent-bytes.ts';
import { HttpError, tooMany } from '../runtime/errors.ts';
import { FairQueue } from '../runtime/fair-queue.ts';
import { isRepeat } from '../writes/writes.ts';
import { jsonTextOf } from './lists.ts';
import { isInProcess } from './page-calls.ts';

/** Whether the query of a paged list asks for all of it. */
export const isWholeList = ({ limit, before }: { limit?: unknown; before?: unknown }): boolean =>
  limit === undefined && !before;

/** Whether visitors may read it. */
export const isPublicRead = ({ access, method }: Endpoint) =>
  access === 'public' && method === 'GET';

/** Counts a public call: per device where the account that it brings once signed in, otherwise per line. */
export function countPublicCall(ctx: AppContext, request: FastifyRequest): void {
  const device = knownDevice(ctx, request);
  ctx.limits.countCall(device ? { device: device.id } : request.ip);
}

/** Counts a write with the code of no link as a guess, after its rollback; throws 429 above the limit. */
export async function countWrongCode<T>(
  ctx: Pick<AppContext, 'db' | 'limits'>,
  endpoint: Endpoint,
  ip: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof HttpError && error.isWrongCode && !isPublicRead(endpoint)) {
      await ctx.limits.countWrongCode(ctx.db, endpoint.name, ip);
    }
    throw error;
  }
}

/** The last of those that wait is answered after about 0.4 s; a busy office behind one address isn't refused. */
const limits = { active: 4, waiting: 256 };

/** Runs the public reads that are never in memory: a few of visitors at a time, as long as they read the answers. */
export class PublicReads {
  readonly #ctx: AppContext;
  readonly #queue = new FairQueue(limits, 3);
  readonly #unsent = new UnsentBytes();

  constructor(ctx: AppContext) {
    this.#ctx = ctx;
  }

  /**
   * Runs the read in its turn, and counts it unless the handler does. Pages have a queue of their own, and colleagues
   * count per user.
   */
  async run(
    { request, reply, ip }: { request: FastifyRequest; reply: FastifyReply; ip: string },
    countsItself: boolean,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    if (isInProcess(request.raw)) return work();
    if (!countsItself && (await countRead(this.#ctx, request))) return work();
    this.#unsent.check(ip);
    const json = await this.#queue.run(lineOf(ip), async () => jsonTextOf(await work()));
    this.#unsent.add(ip, json.length, reply.raw);
    return json;
  }
}

/**
 * Counts a public read: of colleagues in one office per user, of visitors like any public call. Resolves to whether a
 * user reads.
 */
export async function countRead(ctx: AppContext, request: FastifyRequest): Promise<boolean> {
  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const session = token === undefined ? null : await authenticate(ctx, token);
  if (session) ctx.limits.countCall({ userId: session.user.userId });
  else countPublicCall(ctx, request);
  return session !== null;
}

/**
 * Throws 429 before the body is read when the address has used up its forms of this hour; only a stored form counts
 * (`countForm`). A retry passes, because it may be for the response that was lost.
 */
export async function checkFormLimit(
  ctx: Pick<AppContext, 'db' | 'now' | 'limits'>,
  endpoint: Pick<Endpoint, 'name' | 'status'>,
  { ip, key }: { ip: string; key: string | undefined },
): Promise<void> {
  const retryAfter = await ctx.limits.formWait(endpoint.name, ip);
  if (retryAfter === 0) return;
  if (!(await isRepeat(ctx, { userId: null, ip }, { endpoint, key }))) throw tooMany(retryAfter);
}
