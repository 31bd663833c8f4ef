/** Preloaded into a server: a request whose header `x-fail` names a way fails that way, before its handler. */
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

export const ways = ['throws', 'rejects', 'calls back', 'forgets a rejection'] as const;

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('preHandler', (request, _reply, done) => {
    const way = request.headers['x-fail'];
    const error = new Error(`planned failure: ${way}`);
    if (way === 'throws') throw error;
    if (way === 'calls back') return done(error);
    // Nothing can attribute these to the request, which goes on or waits forever.
    if (way === 'forgets a rejection') void Promise.reject(error);
    if (way === 'throws later') {
      setImmediate(() => {
        throw error;
      });
      return;
    }
    done();
  });
  fastify.addHook('preHandler', async (request) => {
    if (request.headers['x-fail'] === 'rejects') throw new Error('planned failure: rejects');
  });
});
