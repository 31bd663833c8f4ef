/**
 * Preloaded into a server: adds one failing hook of each kind to the app. The header `x-fail: <hook> <how>` makes it
 * fail for that request only.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export const hooks = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onError',
  'onResponse',
] as const;

type Done = (error?: Error) => void;

function fail(how: string, done: Done): void {
  const error = new Error(`planned failure: ${how}`);
  if (how === 'throws') throw error;
  if (how === 'calls back') done(error);
  // Nothing can attribute these to the request, which goes on or waits forever.
  else if (how === 'forgets a rejection') {
    void Promise.reject(error);
    done();
  } else if (how === 'throws later') setImmediate(() => fail('throws', done));
  else done();
}

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const addHook = fastify.addHook.bind(fastify) as (name: string, hook: unknown) => void;
  const failed = new WeakSet<FastifyRequest>();
  const planned = (request: FastifyRequest, name: string, isAsync = false): string => {
    const header = String(request.headers['x-fail'] ?? '');
    if (!header.startsWith(`${name} `) || failed.has(request)) return '';
    const how = header.slice(name.length + 1);
    if (isAsync !== (how === 'rejects')) return '';
    // Once: onSend runs again for the reply to its own failure.
    failed.add(request);
    return how;
  };
  for (const name of hooks) {
    const hasPayload = ['preParsing', 'preSerialization', 'onSend', 'onError'].includes(name);
    // Fastify tells callbacks from promises by the number of parameters.
    if (hasPayload) {
      addHook(name, (request: FastifyRequest, _reply: unknown, payload: unknown, done: Done) =>
        fail(planned(request, name), (error) =>
          name === 'onError'
            ? done(error)
            : (done as (e?: Error, p?: unknown) => void)(error, payload),
        ),
      );
      addHook(name, async (request: FastifyRequest, _reply: unknown, payload: unknown) => {
        if (planned(request, name, true)) throw new Error('planned failure: rejects');
        return name === 'onError' ? undefined : payload;
      });
    } else {
      addHook(name, (request: FastifyRequest, _reply: unknown, done: Done) =>
        fail(planned(request, name), done),
      );
      addHook(name, async (request: FastifyRequest) => {
        if (planned(request, name, true)) throw new Error('planned failure: rejects');
      });
    }
  }
});
