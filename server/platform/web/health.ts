import type { FastifyInstance } from 'fastify';
import { ping } from '../../database/open.ts';
import type { AppContext } from '../app-context.ts';
import { HttpError } from '../runtime/errors.ts';

const timeoutMs = 2_000;

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timed out')), timeoutMs);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws 503 when database or storage don't respond, or a task is stuck. */
async function checkReady(ctx: AppContext): Promise<void> {
  try {
    await withTimeout(Promise.all([ping(ctx.db), ctx.storage.ping()]));
  } catch (error) {
    ctx.log.warn({ err: error }, 'not ready');
    throw new HttpError('unavailable', { retryAfter: 2 });
  }
  if (ctx.tasks.stuck.length > 0) {
    throw new HttpError('unavailable', {
      message: `A background task is stuck: ${ctx.tasks.stuck.join(', ')}.`,
    });
  }
}

/** Serves `/healthz` (the process runs) and `/readyz` (database and storage respond, no task is stuck). */
export function serveHealth(app: FastifyInstance, ctx: AppContext): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  // However many ask at the same time.
  let check: Promise<void> | null = null;
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    check ??= checkReady(ctx).finally(() => {
      check = null;
    });
    await check;
    return { status: 'ready' };
  });
}
