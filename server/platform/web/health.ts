import type { FastifyInstance } from 'fastify';
import { general } from '#contract/messages/general.ts';
import { ping } from '../../database/open.ts';
import { Refusal } from '../errors.ts';
import type { Ground } from '../ground.ts';

const patience = 2_000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), patience);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** `/healthz`: the process runs. `/readyz`: database and storage answer and no task is stuck. */
export function serveHealth(app: FastifyInstance, ground: Ground): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await inTime(Promise.all([ping(ground.db), ground.storage.ping()]));
    } catch (error) {
      ground.log.warn({ err: error }, 'not ready');
      throw new Refusal(503, general.unavailable, { retryAfter: 2 });
    }
    if (ground.tasks.stuck.length > 0) {
      throw new Refusal(503, `A background task is stuck: ${ground.tasks.stuck.join(', ')}.`);
    }
    return { status: 'ready' };
  });
}
